"""Runs processes in turn and keeps what each of them took."""

import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass, field, replace

from . import processes


@dataclass
class Sample:
    """One run of a process with all that it starts: seconds, and MiB."""

    wall: float
    cpu: float
    # The processor time of the process alone.
    own: float
    # 0 where memory is not sampled.
    peak: float


@dataclass
class Subject:
    """A process to be measured, by a name that no other has."""

    name: str
    command: list
    cwd: object = None
    env: dict = field(default_factory=dict)
    # Whether it prints what its work took, without its start and end.
    tells: bool = False
    # How often it runs in each round.
    times: int = 1
    # Whether its first run is another than the rest, and is not counted.
    warms: bool = False
    # Whether its real time matters, for which others had better not need the cores.
    quiet: bool = False
    # Whether memory is sampled, which takes time, so its times count for nothing.
    weighed: bool = False
    samples: list = field(default_factory=list)

    def run(self):
        if self.quiet:
            Patience.wait_for_quiet()
        environment = {
            **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", **self.env}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            began = time.monotonic()
            process = subprocess.Popen(
                [str(word) for word in self.command], cwd=self.cwd, env=environment,
                stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            peak = processes.peak_memory(process.pid) if self.weighed else 0.0
            processes.end(process.pid)
            wall = time.monotonic() - began
            own = processes.own_time(process.pid)
            process.returncode, cpu = processes.reap(process.pid)
            out.seek(0), err.seek(0)
            output = out.read()
            if process.returncode != 0:
                text = (output[-2000:] + err.read()[-2000:]).decode(errors="replace")
                raise SystemExit(f"{self.name} failed with {process.returncode}:\n{text}")
        sample = Sample(wall, cpu, own, peak)
        if self.tells:
            told = json.loads(output)
            sample.wall, sample.cpu = told["wall"], told["cpu"]
        if self.warms:
            self.warms = False
            return self.run()
        self.samples.append(sample)

    def median(self, what):
        return statistics.median(getattr(sample, what) for sample in self.samples)


def weighed(subject):
    """The same process in a run of its own, in which memory is sampled."""
    return replace(subject, name=f"{subject.name}, memory", weighed=True, samples=[])


def idle_share(seconds):
    """The idle share of the machine, from 0 to 1."""
    def ticks():
        with open("/proc/stat") as file:
            numbers = [int(word) for word in file.readline().split()[1:]]
        return numbers[3] + numbers[4], sum(numbers)

    idle, total = ticks()
    time.sleep(seconds)
    idle_then, total_then = ticks()
    return (idle_then - idle) / max(1, total_then - total)


class Patience:
    """How long is waited for quiet, all in all: a machine may be busy for ever."""

    left = 120.0

    @classmethod
    def wait_for_quiet(cls):
        began = time.monotonic()
        until = began + min(20, cls.left)
        while time.monotonic() < until and idle_share(0.3) < 0.85:
            pass
        cls.left = max(0, cls.left - (time.monotonic() - began))


def interleave(subjects, rounds, progress):
    """Runs each subject once or more in every round, in an order that changes."""
    processes.adopt_orphans()
    order = random.Random(1)
    for number in range(rounds):
        turn = list(subjects)
        order.shuffle(turn)
        for subject in turn:
            progress(f"round {number + 1} of {rounds}: {subject.name}")
            for _ in range(subject.times):
                subject.run()


