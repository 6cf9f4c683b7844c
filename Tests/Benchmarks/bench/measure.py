"""Runs processes in turn and keeps what each of them took."""

import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass, field


@dataclass
class Sample:
    """One run of one process: seconds, and MiB."""

    wall: float
    cpu: float
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
    samples: list = field(default_factory=list)

    def run(self):
        environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", **self.env}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            began = time.monotonic()
            process = subprocess.Popen(
                [str(word) for word in self.command], cwd=self.cwd, env=environment,
                stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.monotonic() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            output = out.read()
            if process.returncode != 0:
                text = (output[-2000:] + err.read()[-2000:]).decode(errors="replace")
                raise SystemExit(f"{self.name} failed with {process.returncode}:\n{text}")
        sample = Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
        if self.tells:
            told = json.loads(output)
            sample.wall, sample.cpu = told["wall"], told["cpu"]
        if self.warms:
            self.warms = False
            return self.run()
        self.samples.append(sample)

    def median(self, what):
        return statistics.median(getattr(sample, what) for sample in self.samples)


def interleave(subjects, rounds, progress):
    """Runs each subject once or more in every round, in an order that changes."""
    order = random.Random(1)
    for number in range(rounds):
        turn = list(subjects)
        order.shuffle(turn)
        for subject in turn:
            progress(f"round {number + 1} of {rounds}: {subject.name}")
            for _ in range(subject.times):
                subject.run()


