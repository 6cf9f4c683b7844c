"""What it must show: each row with its limit, and how it is measured."""

import os
import re
import statistics
import subprocess
from dataclasses import dataclass, field
from typing import Callable

from . import peers, watching
from .measure import interleave
from .places import SWIFT


@dataclass
class Result:
    """A measured row: a value, its spread over the rounds, and what there is to add."""

    what: str
    limit: float
    value: float
    low: float
    high: float
    unit: str = "×"
    note: str = ""

    @property
    def passes(self):
        return self.value <= self.limit


@dataclass
class Row:
    """A row or several that are measured together."""

    key: str
    measure: Callable
    needs_tests: bool = False


TIMES = {"cpu": "processor", "wall": "real"}


def ratio(what, limit, above, below, measure, note=""):
    """The ratio of a subject's median to the sum of others' medians."""
    def value(of):
        return of(above) / sum(of(subject) for subject in below)

    other = "wall" if measure == "cpu" else "cpu"
    rounds = min(len(subject.samples) // subject.times for subject in [above, *below])
    spread = sorted(
        value(lambda subject: getattr(subject.samples[number * subject.times], measure))
        for number in range(rounds))
    seconds = " / ".join(
        f"{subject.median(measure) * 1000:.4g}" for subject in [above, *below])
    return Result(
        what, limit, value(lambda subject: subject.median(measure)), spread[0], spread[-1],
        note=f"{seconds} ms of {TIMES[measure]} time; "
        f"{value(lambda subject: subject.median(other)):.3g} × in {TIMES[other]} time"
        + (f"; {note}" if note else ""))


def quantity(what, limit, values, unit, note=""):
    return Result(what, limit, statistics.median(values), min(values), max(values), unit, note)


def reading(go):
    size = 10_000_000 if go.full else 2_000_000
    alone, beside, events, nodes = (
        go.ours.reading("stories", size, 1), go.ours.reading("stories", size, os.cpu_count()),
        go.ours.reading("events", size), go.ours.reading("nodes", size))
    interleave([alone, beside, events, nodes], go.rounds, go.progress)
    words = f"reading {size // 1_000_000} MB of stories"
    peers = [("a C loop over libyaml's events", 1.5, events), ("Yams' `compose`", 0.15, nodes)]
    # A run reads its files side by side; what that takes on one core is told too.
    return [
        ratio(f"{words}{how}, against {peer}", limit, stories, [other], time)
        for peer, limit, other in peers
        for how, stories, time in [("", beside, "wall"), (" on one core", alone, "cpu")]]


def running(go):
    scenarios = 4_000 if go.full else 1_200
    ours, loop = go.ours.running(scenarios), go.ours.loop(scenarios)
    events = go.ours.events_of(scenarios)
    interleave([ours, loop, events], go.rounds, go.progress)
    each = ours.median("cpu") / scenarios * 1000
    return [ratio(
        "running one scenario, against the hand-written loop and libyaml's share", 2, ours,
        [loop, events], "cpu", f"{each:.3f} ms each")]


def processes(go):
    ours, two, behave = (
        go.ours.run(4_000), go.ours.run(4_000, jobs=2), peers.subject("behave", 4_000))
    ours.quiet = two.quiet = True
    interleave([ours, two, behave], go.rounds, go.progress)
    return [
        ratio("4,000 scenarios, whole process, one job, against behave", 0.05, ours, [behave],
              "cpu"),
        ratio("the same with two jobs against one", 0.6, two, [ours], "wall"),
    ]


def growing(go):
    many, few = (400_000, 40_000) if go.full else (40_000, 4_000)
    ours, less = go.ours.run(many), go.ours.run(few)
    # On all cores the next stories are read while others run, which takes more memory.
    beside = go.ours.run(many, jobs=os.cpu_count())
    interleave([ours, less, beside], max(1, go.rounds // 3), go.progress)
    return [
        ratio(f"{many:,} against {few:,} scenarios, time", 10.5, ours, [less], "cpu"),
        quantity(f"peak memory at {many:,} scenarios, all passing", 200e6 / 2**20,
                 [sample.peak for sample in beside.samples], "MiB"),
    ]


def start(go):
    ours = go.ours.run(4, times=3)
    kept, idle = go.ours.run_with_history(4, times=3), go.ours.idle(times=3)
    kept.quiet = True
    interleave([ours, kept, idle], max(5, go.rounds), go.progress)
    processor = {subject.name: subject.median("cpu") * 1000 for subject in (ours, kept, idle)}
    share = processor[ours.name] - processor[idle.name]
    note = (
        f"processor time {processor[kept.name]:.1f} ms, {processor[ours.name]:.1f} ms without "
        f"history, of which an idle process with the same libraries takes "
        f"{processor[idle.name]:.1f} ms ({loading()}); ours is {share:.1f} ms")
    return [quantity("`scenarios run` on one story, whole process", 25,
                     [sample.wall * 1000 for sample in kept.samples], "ms", note)]


def loading():
    """What the dynamic loader says of itself."""
    told = subprocess.run(
        [SWIFT / "release/idle"], env={"LD_DEBUG": "statistics"}, capture_output=True, text=True)
    found = re.search(r"relocations: (\d+)", told.stderr)
    relocated = re.search(r"relocation: \d+ cycles \(([\d.]+%)\)", told.stderr)
    return (f"the loader looks up {found[1]} symbols, {relocated[1]} of its time"
            if found and relocated else "what the loader does is not known")


def tests(go):
    scenarios = 4_000 if go.full else 1_200
    ours, by_hand, empty = (
        go.ours.tests(suite, scenarios)
        for suite in ("ScenarioSuite.Stories", "HandWrittenTests", "EmptyTests"))
    slow, slow_by_hand = (
        go.ours.tests(suite, scenarios, 100) for suite in ("ScenarioSuite.Stories", "HandWrittenTests"))
    interleave([ours, by_hand, empty, slow, slow_by_hand], max(3, go.rounds // 2), go.progress)
    waits = slow.median("wall") / slow_by_hand.median("wall")
    note = (
        f"empty cases {empty.median('wall') * 1000:.4g} ms; "
        f"where answers take 0.1 s {waits:.2f} ×")
    what = f"`swift test --skip-build`, debug, {scenarios:,} scenarios"
    return [ratio(f"{what}, against as many cases by hand", 1, ours, [by_hand], "wall", note)]


def many_tests(go):
    many, few = (20_000, 4_000) if go.full else (6_000, 1_200)
    ours, less = go.ours.tests("ScenarioSuite.Stories", many), go.ours.tests("ScenarioSuite.Stories", few)
    interleave([ours, less], max(1, go.rounds // 3), go.progress)
    return [ratio(f"the same, {many:,} against {few:,} scenarios", 5.5, ours, [less], "wall")]


def watch(go):
    go.progress("saving watched stories")
    times = watching.seconds(go.ours.executable, 40 if go.full else 15)
    return [quantity("save to first verdict, `scenarios watch`", 100,
                     [1000 * time for time in times], "ms")]


ROWS = [
    Row("reading", reading),
    Row("running", running),
    Row("processes", processes),
    Row("growing", growing),
    Row("start", start),
    Row("tests", tests, needs_tests=True),
    Row("many-tests", many_tests, needs_tests=True),
    Row("watch", watch),
]
