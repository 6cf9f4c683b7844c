import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import comparison, ours, report, rows
from .places import BUILD


@dataclass
class Go:
    """One go: who we are, how much is measured, and who is told how far it is."""

    ours: ours.Ours
    full: bool
    rounds: int
    began: float

    def progress(self, text):
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", file=sys.stderr, flush=True)


def arguments():
    keys = [row.key for row in rows.ROWS] + ["peers"]
    parser = argparse.ArgumentParser(
        prog="Tests/Benchmarks/run", description=__doc__,
        epilog=f"rows: {', '.join(keys)}")
    parser.add_argument("--full", action="store_true", help="large sizes and more rounds")
    parser.add_argument("--rows", default=",".join(keys), help="only these, with commas")
    parser.add_argument("--rounds", type=int, help="how often each process runs: 3, or 9 in full")
    parser.add_argument("--output", type=Path, default=BUILD / "results", help="a folder")
    parser.add_argument("--executable", type=Path, help="another build of `scenarios`")
    parser.add_argument("--before", type=Path, help="an older build, to compare `run` with")
    parser.add_argument("--skip-build", action="store_true", help="measure what is built")
    parser.add_argument("--strict", action="store_true", help="fail where a limit is missed")
    chosen = parser.parse_args()
    chosen.keys = chosen.rows.split(",")
    unknown = set(chosen.keys) - set(keys)
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}; there are {', '.join(keys)}")
    return chosen


def main():
    chosen = arguments()
    builds = [path and path.resolve() for path in (chosen.executable, chosen.before)]
    go = Go(ours.Ours(*builds), chosen.full, chosen.rounds or (9 if chosen.full else 3),
            time.monotonic())
    wanted = [row for row in rows.ROWS if row.key in chosen.keys]
    if not chosen.skip_build:
        ours.build(any(row.needs_tests for row in wanted), go.progress)
    results = [result for row in wanted for result in row.measure(go)]
    lines, curves = comparison.measure(go) if "peers" in chosen.keys else ([], {})
    changes = rows.changes(go.ours.pairs)
    kind = f"{'full' if go.full else 'quick'}, {go.rounds} rounds"
    print(report.write(chosen.output, results, changes, lines, curves, kind))
    if chosen.strict and not all(result.passes for result in results):
        sys.exit(1)


main()
