"""Us and the peers at growing numbers of scenarios: a table, and curves for the plot."""

from dataclasses import dataclass
from functools import partial

from . import peers
from .measure import interleave, weighed

US = "scenarios run, one job"
US_ON_ALL = "scenarios run, two jobs"
LOOP = "loop by hand, without its process"


@dataclass
class Line:
    """A tool's line of the table: seconds for a scenario, and what a process costs."""

    name: str
    at_once: float
    at_once_processor: float
    # Nothing where that is not measured.
    delayed: float | None
    start: float
    peak: float


def sizes(go):
    """How many scenarios each is run with; large numbers only where they are wanted."""
    largest = {"us": 400_000, "peers": 40_000} if go.full else {"us": 40_000, "peers": 4_000}
    steps = [4, 400, 4_000, 40_000, 400_000]
    return ([size for size in steps if size <= largest["us"]],
            [size for size in steps if size <= largest["peers"]])


def measure(go):
    """Runs everybody in turn; returns the table's lines and the curves by name."""
    ours, theirs = sizes(go)
    subjects = {}
    for size in ours:
        subjects[US, size, 0] = go.ours.run(size)
        subjects[US_ON_ALL, size, 0] = go.ours.run(size, jobs=2)
        subjects[LOOP, size, 0] = go.ours.loop(size)
    available, lacking = peers.available()
    if lacking:
        go.progress(f"not installed, so left out: {', '.join(lacking)}")
    for peer in available:
        for size in theirs:
            subjects[peers.NAMES[peer], size, 0] = peers.subject(peer, size)
    # A peer sleeps for three of four scenarios, so few have to do.
    slow = 400 if go.full else 100
    waiting = [(US, 4_000, go.ours.run), (LOOP, 4_000, go.ours.loop)]
    waiting += [(peers.NAMES[peer], slow, partial(peers.subject, peer)) for peer in available]
    for name, many, make in waiting:
        for size in (4, many):
            subjects[name, size, 100] = make(size, 100)
    few = [s for (_, size, delay), s in subjects.items() if size <= 4_000 and not delay]
    rest = [s for s in subjects.values() if s not in few]
    interleave(few, go.rounds, go.progress)
    interleave(rest, 2 if go.full else 1, go.progress)
    memory = {name: weighed(s) for (name, size, delay), s in subjects.items()
              if size == 4_000 and not delay}
    interleave(memory.values(), 3 if go.full else 1, go.progress)
    names = dict.fromkeys(name for name, _, _ in subjects)
    lines = [line(name, subjects, memory[name]) for name in names]
    curves = {
        name: [(size, s.median("wall")) for (n, size, delay), s in subjects.items()
               if n == name and not delay]
        for name in names}
    return lines, curves


def line(name, subjects, memory):
    def marginal(delay, measure):
        of = {size: s for (n, size, d), s in subjects.items() if n == name and d == delay}
        if not of:
            return None
        many = 4_000 if delay == 0 else max(of)
        return (of[many].median(measure) - of[4].median(measure)) / (many - 4)

    return Line(
        name, marginal(0, "wall"), marginal(0, "cpu"), marginal(100, "wall"),
        subjects[name, 4, 0].median("wall"), memory.median("peak"))
