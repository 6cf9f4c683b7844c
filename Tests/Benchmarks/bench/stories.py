"""The facts screen's story as often as it is wanted, for us and for each peer.

It is four scenarios of five to eight steps; the n-th copy has a number in its titles. Everybody
gets the same steps and the same checks, up to 400 scenarios in a file. There are two variants: the
server answers at once, or after the 0.1 s of the article that the facts screen is from.
"""

import shutil
from pathlib import Path

SCENARIOS_IN_FILE = 400
FIXTURE = Path(__file__).parents[3] / "Scenarios/facts/fixtures/info.json"

YAML_HEAD = """\
story: Interesting facts {file}
module: facts
about: |
  As a curious reader I want to load a useful fact, so that I learn something new.
clock: 2021-09-27T12:07:24Z
locale: en_US
time zone: UTC

scenarios:
"""

YAML_COPY = """\
  - scenario: The screen appears {n}
    when: the screen appears
    then:
      - the screen shows: {{ state: initial }}
      - the screen was updated 1 time
      - no requests were sent
      - no error alert was shown

  - scenario: Loading succeeds {n}
    given:
      the server answers GET https://info-example.com/get_info:
        file: fixtures/info.json{delay}
    when:
      - the screen appears
      - the reader taps "Load a useful fact"
    then:
      - eventually:
          the screen shows: {{ state: info, infoText: !contains Quick, timeAgoText: 5 days ago }}
      - the screen showed: [initial, loading, info]
      - the screen was updated 3 times
      - 1 request was sent
      - no error alert was shown

  - scenario: Tapping details opens the details screen {n}
    steps:
      - given:
          the server answers GET https://info-example.com/get_info:
            {{ file: fixtures/info.json{flow_delay} }}
      - when: the screen appears
      - when: the reader taps "Load a useful fact"
      - eventually: {{ the screen shows: {{ state: info }} }}
      - when: the reader taps "Show details"
      - then: the details screen opened for fact 123
      - and: no error alert was shown

  - scenario: Loading fails {n}
    given:
      the server fails GET https://info-example.com/get_info:
        error: not connected to the internet{delay}
    when:
      - the screen appears
      - the reader taps "Load a useful fact"
    then:
      - eventually: {{ the screen shows: {{ state: initial, alert: The fact could not be loaded }} }}
      - an error alert was shown 1 time
      - the screen was updated 3 times
      - 1 request was sent

"""

GHERKIN_HEAD = """\
Feature: Interesting facts {file}
  As a curious reader I want to load a useful fact, so that I learn something new.

"""

GHERKIN_COPY = """\
  Scenario: The screen appears {n}
    When the screen appears
    Then the screen shows state "initial"
    And the screen was updated 1 times
    And 0 requests were sent
    And no error alert was shown

  Scenario: Loading succeeds {n}
    Given the server answers with the file "info.json" after {ms} ms
    When the screen appears
    And the reader taps "Load a useful fact"
    Then the screen shows a fact with "Quick" from "5 days ago"
    And the screen showed "initial, loading, info"
    And the screen was updated 3 times
    And 1 requests were sent
    And no error alert was shown

  Scenario: Tapping details opens the details screen {n}
    Given the server answers with the file "info.json" after {ms} ms
    When the screen appears
    And the reader taps "Load a useful fact"
    Then the screen shows state "info"
    When the reader taps "Show details"
    Then the details screen opened for fact 123
    And no error alert was shown

  Scenario: Loading fails {n}
    Given the server fails with "not connected to the internet" after {ms} ms
    When the screen appears
    And the reader taps "Load a useful fact"
    Then the screen shows the alert "The fact could not be loaded" over state "initial"
    And 1 error alerts were shown
    And the screen was updated 3 times
    And 1 requests were sent

"""

ROBOT_HEAD = """\
*** Settings ***
Library    facts_robot.FactsLibrary

*** Test Cases ***
"""


def yaml_copies(first, last, delay_ms=0):
    delay = f"\n        after: {delay_ms} ms" if delay_ms else ""
    flow_delay = f", after: {delay_ms} ms" if delay_ms else ""
    return "".join(
        YAML_COPY.format(n=n, delay=delay, flow_delay=flow_delay) for n in range(first, last))


def gherkin_copies(first, last, delay_ms=0):
    return "".join(GHERKIN_COPY.format(n=n, ms=delay_ms) for n in range(first, last))


def robot_copies(first, last, delay_ms=0):
    lines = []
    for line in gherkin_copies(first, last, delay_ms).splitlines():
        text = line.strip()
        lines.append(text.removeprefix("Scenario: ") if text.startswith("Scenario: ") else line)
    return "\n".join(lines) + "\n"


FORMATS = {
    "yaml": (YAML_HEAD, yaml_copies, "facts-{file:04}.yaml"),
    "gherkin": (GHERKIN_HEAD, gherkin_copies, "facts_{file:04}.feature"),
    "robot": (ROBOT_HEAD, robot_copies, "facts_{file:04}.robot"),
}


def write(folder, kind, scenarios, delay_ms=0):
    """Writes so many scenarios into a folder, once; returns the folder."""
    folder = Path(folder)
    done = folder / ".complete"
    head, copies, name = FORMATS[kind]
    stamp = repr((scenarios, delay_ms, head, copies(0, 1, delay_ms)))
    if done.exists() and done.read_text() == stamp:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    in_file, total = SCENARIOS_IN_FILE // 4, scenarios // 4
    for file, first in enumerate(range(0, total, in_file), 1):
        text = head.format(file=file) + copies(first + 1, min(first + in_file, total) + 1, delay_ms)
        (folder / name.format(file=file)).write_text(text)
    if kind == "yaml":
        (folder / "fixtures").mkdir()
        shutil.copy(FIXTURE, folder / "fixtures")
    done.write_text(stamp)
    return folder
