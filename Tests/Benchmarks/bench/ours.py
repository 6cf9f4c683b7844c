"""How we run so many scenarios, and what we are limited by."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

from . import stories
from .measure import Subject
from .places import HERE, INFO, LIBRARY, ROOT, SWIFT, WORK

LIMITS = LIBRARY / "release/limits"


class Ours:
    def __init__(self, executable=None, before=None):
        self.executable = executable or SWIFT / "release/scenarios"
        self.executable_before = before
        # Subjects of the executable before, each with that of now.
        self.pairs = []

    def before(self, *subjects):
        """The same subjects with the executable before, if there is one."""
        if not self.executable_before:
            return []
        pairs = []
        for subject in subjects:
            # A folder of its own, since it may not read the history of another version.
            root = Path(f"{subject.cwd}-before")
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(subject.cwd / "Scenarios", root / "Scenarios")
            (root / "Package.swift").touch()
            command = [self.executable_before, *subject.command[1:]]
            pairs.append((
                replace(subject, name=f"{subject.name}, before", command=command, cwd=root,
                        samples=[]),
                subject))
        self.pairs += pairs
        return [before for before, _ in pairs]

    def folder(self, scenarios, delay_ms=0):
        """A package's root, with a folder `Scenarios` of so many."""
        root = WORK / f"stories-{scenarios}-{delay_ms}"
        stories.write(root / "Scenarios", "yaml", scenarios, delay_ms)
        (root / "Package.swift").touch()
        return root

    def run(self, scenarios, delay_ms=0, jobs=1, times=1, quiet=False):
        delay = f", {delay_ms} ms" if delay_ms else ""
        return Subject(
            f"scenarios run, {scenarios:,} scenarios, -j {jobs}{delay}",
            [self.executable, "run", "--no-history", "--jobs", jobs],
            cwd=self.folder(scenarios, delay_ms), times=times, quiet=quiet)

    def run_isolated(self, scenarios, jobs):
        """Each scenario in a process of its own."""
        subject = self.run(scenarios, jobs=jobs)
        return replace(
            subject, name=f"{subject.name}, --isolate", command=[*subject.command, "--isolate"])

    def run_with_history(self, scenarios, times=1, quiet=False):
        root = self.folder(scenarios)
        return Subject(
            f"scenarios run, {scenarios:,} scenarios, with history",
            [self.executable, "run"], cwd=root, times=times, quiet=quiet)

    def idle(self, times=1):
        return Subject("idle", [SWIFT / "release/idle"], times=times)

    def reading(self, what, size, *jobs):
        """Reading so many bytes: `stories`, libyaml's `events`, or Yams' `nodes`."""
        texts = self.folder(40_000) / "Scenarios"
        command = [SWIFT / "release/nodes"] if what == "nodes" else [LIMITS, what]
        return Subject(
            f"reading {what} {jobs}",
            [*command, texts, size, *jobs], tells=True)

    def running(self, scenarios):
        return Subject(
            f"running {scenarios}", [LIMITS, "run", "Scenarios"],
            cwd=self.folder(scenarios), tells=True)

    def loop(self, scenarios, delay_ms=0):
        return Subject(
            f"loop {scenarios} {delay_ms}",
            [LIMITS, "loop", INFO, scenarios, delay_ms], tells=True)

    def events_of(self, scenarios):
        """libyaml's share of so many scenarios."""
        texts = self.folder(scenarios) / "Scenarios"
        size = sum(file.stat().st_size for file in texts.glob("*.yaml"))
        return Subject(
            f"events of {scenarios}", [LIMITS, "events", texts, size], tells=True)

    def limits(self, *arguments):
        return Subject(
            " ".join(map(str, arguments)), [LIMITS, *arguments], tells=True)

    def tests(self, suite, scenarios, delay_ms=0):
        """`swift test` of a debug build: `ScenarioSuite.Stories`, `HandWrittenTests` or `EmptyTests`."""
        root = self.folder(scenarios, delay_ms)
        return Subject(
            f"swift test {suite} {scenarios} {delay_ms}",
            ["swift", "test", "--skip-build", "--package-path", HERE, "--scratch-path", SWIFT,
             "--filter", suite, "--quiet"],
            env={"CASES": str(scenarios), "DELAY": str(delay_ms), "INFO": str(INFO),
                 "STORIES": str(root / "Package.swift")},
            # SwiftPM evaluates the manifest anew for each environment.
            warms=True, quiet=True)


def build(tests, progress):
    """Builds what is measured; the tests only where they are wanted."""
    place = ["--package-path", str(HERE), "--scratch-path", str(SWIFT)]
    progress("building (release)")
    subprocess.run(["swift", "build", "-c", "release", *place], check=True, stdout=2)
    # A program of the package itself, as it uses what is not public.
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--scratch-path",
         str(LIBRARY), "--product", "limits"],
        check=True, stdout=2, env={**os.environ, "SCENARIOS_BENCHMARKS": "1"})
    if tests:
        progress("building (debug, with tests)")
        # Code that uses the library's types is not always compiled anew when their layout
        # changes, and then crashes.
        for target in ["ReaderStories", "StoryTests"]:
            shutil.rmtree(SWIFT / f"debug/{target}.build", ignore_errors=True)
        subprocess.run(["swift", "build", "--build-tests", *place], check=True, stdout=2)
