"""How each tool runs so many scenarios, with its quietest reporter."""

import shutil

from . import stories
from .measure import Subject
from .places import BIN, HERE, INFO, WORK

PEERS = ["behave", "cucumber", "robot", "pytest-bdd"]
NAMES = {
    "behave": "behave 1.3.3",
    "cucumber": "Cucumber for Ruby 2.4",
    "robot": "Robot Framework 7.5",
    "pytest-bdd": "pytest-bdd 9.0.1",
}


def available():
    """The peers that this machine has, and those that it lacks."""
    lacking = [] if shutil.which("cucumber") else ["cucumber"]
    return [peer for peer in PEERS if peer not in lacking], lacking


def folder(kind, scenarios, delay_ms):
    return WORK / f"{kind}-{scenarios}-{delay_ms}"


def subject(peer, scenarios, delay_ms=0):
    make = {
        "behave": behave, "cucumber": cucumber, "robot": robot, "pytest-bdd": pytest_bdd,
    }[peer]
    subject = make(scenarios, delay_ms)
    subject.name = f"{peer} {scenarios} {delay_ms}"
    return subject


def put(target, *files):
    target.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, target)


def behave(scenarios, delay_ms):
    features = stories.write(folder("behave", scenarios, delay_ms), "gherkin", scenarios, delay_ms)
    python = HERE / "peers/python"
    put(features / "steps", python / "behave_steps.py", python / "facts.py", INFO)
    return Subject(
        "", [BIN / "behave", "-f", "null", "--no-summary", "--no-capture", "--no-capture-log", "."],
        cwd=features)


def pytest_bdd(scenarios, delay_ms):
    features = stories.write(folder("gherkin", scenarios, delay_ms), "gherkin", scenarios, delay_ms)
    python = HERE / "peers/python"
    put(WORK / "pytest", python / "test_facts.py", python / "facts.py", INFO)
    return Subject(
        "", [BIN / "pytest", "-qq", "--no-header", "--no-summary", "-p", "no:cacheprovider",
             "test_facts.py"],
        cwd=WORK / "pytest", env={"FEATURES": str(features)})


def robot(scenarios, delay_ms):
    suites = stories.write(folder("robot", scenarios, delay_ms), "robot", scenarios, delay_ms)
    python = HERE / "peers/python"
    put(WORK / "robot", python / "facts_robot.py", python / "facts.py", INFO)
    quiet = ["--output", "NONE", "--log", "NONE", "--report", "NONE", "--console", "none"]
    return Subject(
        "", [BIN / "robot", "--pythonpath", WORK / "robot", *quiet, suites], cwd=WORK / "robot")


def cucumber(scenarios, delay_ms):
    features = stories.write(folder("gherkin", scenarios, delay_ms), "gherkin", scenarios, delay_ms)
    put(WORK / "cucumber", HERE / "peers/cucumber/facts.rb", INFO)
    # Of its reporters, the one for JUnit takes the least time.
    return Subject(
        "", ["cucumber", "-r", "facts.rb", "-f", "junit", "-o", "junit", features],
        cwd=WORK / "cucumber")
