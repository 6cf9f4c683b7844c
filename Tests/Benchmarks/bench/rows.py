"""What it must show: each row with its limit, and how it is measured."""

import contextlib
import http.server
import os
import re
import statistics
import subprocess
import threading
from dataclasses import dataclass, field
from typing import Callable

from . import peers, watching
from .measure import interleave, weighed
from .places import SWIFT


@dataclass
class Result:
    """A measured row: a value, its spread over the rounds, and what there is to add."""

    what: str
    # Nothing where a row only says what something costs.
    limit: float | None
    value: float
    low: float
    high: float
    unit: str = "×"
    note: str = ""

    @property
    def passes(self):
        return self.limit is None or self.value <= self.limit


@dataclass
class Change:
    """What a run took before and takes now, with the spread of the ratio over the rounds."""

    what: str
    before: float
    after: float
    low: float
    high: float
    unit: str

    @property
    def ratio(self):
        return self.after / self.before


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


def changes(pairs):
    """Compares the subjects of two executables."""
    return [change(before, after, *how) for before, after in pairs
            for how in ([("peak", 1, "MiB")] if after.weighed
                        else [("wall", 1000, "ms"), ("cpu", 1000, "ms")])]


def change(before, after, measure, factor, unit):
    ratios = [getattr(now, measure) / getattr(then, measure)
              for then, now in zip(before.samples, after.samples)]
    what = f"{after.name}, {TIMES[measure]} time" if measure in TIMES else after.name
    return Change(
        what, before.median(measure) * factor, after.median(measure) * factor, min(ratios),
        max(ratios), unit)


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
    few = go.ours.run(4, times=3)
    ours, two = go.ours.run(4_000, quiet=True), go.ours.run(4_000, jobs=2, quiet=True)
    behave = peers.subject("behave", 4_000)
    interleave([few, ours, two, behave, *go.ours.before(ours, two)], go.rounds, go.progress)
    least = few.median("own")
    supervisor = [(sample.own - least) / 3_996 * 1e6 for sample in ours.samples]
    return [
        ratio("4,000 scenarios, whole process, one job, against behave", 0.05, ours, [behave],
              "cpu"),
        ratio("the same with two jobs against one", 0.6, two, [ours], "wall"),
        quantity("the supervisor's processor time per scenario", 10, supervisor, "µs",
                 f"{least * 1000:.1f} ms with four scenarios"),
    ]


def isolating(go):
    ours, isolated = go.ours.run(4_000, jobs=2), go.ours.run_isolated(4_000, jobs=2)
    interleave([ours, isolated], max(1, go.rounds // 3), go.progress)
    return [ratio("4,000 scenarios with `--isolate` against without, two jobs", None, isolated,
                  [ours], "cpu")]


def growing(go):
    many, few = (400_000, 40_000) if go.full else (40_000, 4_000)
    ours, less = go.ours.run(many, quiet=True), go.ours.run(few)
    two = go.ours.run(many, jobs=2, quiet=True)
    # On all cores the next stories are read while others run, which takes more memory.
    memory = weighed(go.ours.run(many, jobs=os.cpu_count()))
    interleave([ours, less, two, memory, *go.ours.before(memory)], max(1, go.rounds // 3),
               go.progress)
    return [
        ratio(f"{many:,} against {few:,} scenarios, time", 10.5, ours, [less], "cpu"),
        ratio(f"{many:,} scenarios with two jobs against one", 0.6, two, [ours], "wall"),
        quantity(f"peak memory at {many:,} scenarios, all passing", 200e6 / 2**20,
                 [sample.peak for sample in memory.samples], "MiB"),
    ]


def hops(go):
    count = 200_000
    queue, actor = (go.ours.limits("hops", kind, count) for kind in ("queue", "actor"))
    interleave([queue, actor], go.rounds, go.progress)
    each = actor.median("cpu") / count * 1e6
    return [ratio("a round trip to a queue, against one to an actor", 2, queue, [actor], "cpu",
                  f"{each:.2f} µs for the actor's")]


def requests(go):
    count = 4_000
    session, transport, outside = (
        go.ours.limits("requests", kind, count) for kind in ("session", "transport", "outside"))
    with answers_at_once() as address:
        loopback = go.ours.limits("requests", "loopback", count, address)
        interleave([session, transport, outside, loopback], go.rounds, go.progress)
    what = "a request of `URLSession` in a scenario"
    each = session.median("cpu") / count * 1e6
    return [
        ratio(f"{what}, against one that a server on this machine answers at once, without a "
              "simulation and without the server's time", 1.2, session, [loopback], "cpu",
              f"{each:.0f} µs each"),
        ratio(f"{what}, against one that a `URLProtocol` answers, which skips Foundation's HTTP",
              None, session, [outside], "cpu"),
        ratio(f"{what}, against one of `FakeTransport`", None, session, [transport], "cpu"),
    ]


@contextlib.contextmanager
def answers_at_once():
    """A server in this process that answers each request; its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self):
            body = b"Some items"
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/items"
    finally:
        server.shutdown()
        server.server_close()


def start(go):
    ours = go.ours.run(4, times=3, quiet=True)
    kept = go.ours.run_with_history(4, times=3, quiet=True)
    # It is built with the benchmarks only.
    idle = [go.ours.idle(times=3)] if go.ours.idle().command[0].exists() else []
    interleave([ours, kept, *idle, *go.ours.before(ours, kept)], max(5, go.rounds), go.progress)
    note = ""
    if idle:
        least = idle[0].median("cpu") * 1000
        note = (f", of which an idle process with the same libraries takes {least:.1f} ms "
                f"({loading()}); ours is {ours.median('cpu') * 1000 - least:.1f} ms")
    what = "`scenarios run` on one story, whole process"
    return [
        quantity(f"{what}{how}", 25, [sample.wall * 1000 for sample in subject.samples], "ms",
                 f"processor time {subject.median('cpu') * 1000:.1f} ms{more}")
        for how, subject, more in [("", kept, ""), (", without history", ours, note)]]


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
    Row("isolating", isolating),
    Row("growing", growing),
    Row("hops", hops),
    Row("requests", requests),
    Row("start", start),
    Row("tests", tests, needs_tests=True),
    Row("many-tests", many_tests, needs_tests=True),
    Row("watch", watch),
]
