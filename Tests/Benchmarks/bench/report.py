"""Results as tables of Markdown, as a plot, and as JSON."""

import json
import os
import platform
from dataclasses import asdict

from .comparison import LOOP


def number(value):
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def rows_table(results):
    lines = ["| what | at most | measured | spread | | |", "| --- | --- | --- | --- | --- | --- |"]
    for result in results:
        limit, mark = "", ""
        if result.limit is not None:
            limit = f"{number(result.limit)} {result.unit}"
            mark = "✔" if result.passes else "✘"
        lines.append(
            f"| {result.what} | {limit} "
            f"| {number(result.value)} {result.unit} "
            f"| {number(result.low)} to {number(result.high)} "
            f"| {mark} | {result.note} |")
    return "\n".join(lines)


def changes_table(changes):
    lines = [
        "| what | before | after | after / before | spread |", "| --- | --- | --- | --- | --- |"]
    for change in changes:
        lines.append(
            f"| {change.what} | {number(change.before)} {change.unit} "
            f"| {number(change.after)} {change.unit} | {change.ratio:.3f} "
            f"| {change.low:.3f} to {change.high:.3f} |")
    return "\n".join(lines)


def peers_table(lines):
    text = [
        "| tool | an answer at once, per scenario | of a processor's time "
        "| an answer after 0.1 s, per scenario | whole process, 4 scenarios "
        "| peak memory, 4,000 scenarios |",
        "| --- | --- | --- | --- | --- | --- |"]
    for line in lines:
        delayed = "" if line.delayed is None else f"{number(line.delayed * 1000)} ms"
        text.append(
            f"| {line.name} | {number(line.at_once * 1000)} ms "
            f"| {number(line.at_once_processor * 1000)} ms | {delayed} "
            f"| {line.start:.3f} s | {line.peak:.0f} MiB |")
    return "\n".join(text)


def machine():
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, load "
        + " ".join(f"{load:.1f}" for load in os.getloadavg()))


def plot(curves, path):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5))
    for name, points in curves.items():
        ours = name.startswith("scenarios")
        style = "--" if name == LOOP else "-"
        axes.plot(*zip(*points), style, marker="o", linewidth=2.5 if ours else 1.2, label=name)
    axes.set(xscale="log", yscale="log", xlabel="scenarios", ylabel="seconds",
             title="The facts screen's stories, an answer at once")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.savefig(path, bbox_inches="tight")


def write(folder, results, changes, lines, curves, kind):
    folder.mkdir(parents=True, exist_ok=True)
    parts = [f"Measured on {machine()}; {kind}. Ratios of medians; the spread is that of rounds."]
    if results:
        parts.append(rows_table(results))
    if changes:
        parts.append(changes_table(changes))
    if lines:
        parts += [peers_table(lines), "![time over scenarios](time.svg)"]
        plot(curves, folder / "time.svg")
    text = "\n\n".join(parts) + "\n"
    (folder / "results.md").write_text(text)
    (folder / "results.json").write_text(json.dumps(
        {"rows": [asdict(r) | {"passes": r.passes} for r in results],
         "changes": [asdict(change) | {"ratio": change.ratio} for change in changes],
         "tools": [asdict(line) for line in lines], "curves": curves}, indent=1))
    return text
