import os

import pytest
from facts import FactsScreen
from pytest_bdd import given, parsers, scenarios, then, when

scenarios(os.environ["FEATURES"])


@pytest.fixture
def screen():
    return FactsScreen()


@given(parsers.parse('the server answers with the file "{file}" after {ms:d} ms'))
def server_answers(screen, file, ms):
    screen.server.answers(file, ms)


@given(parsers.parse('the server fails with "not connected to the internet" after {ms:d} ms'))
def server_fails(screen, ms):
    screen.server.fails(ms)


@when("the screen appears")
def appears(screen):
    screen.presenter.start()


@when(parsers.parse('the reader taps "{label}"'))
def taps(screen, label):
    screen.tap(label)


@then(parsers.parse('the screen shows state "{state}"'))
def shows_state(screen, state):
    assert screen.shown[-1][0] == state


@then(parsers.parse('the screen shows a fact with "{text}" from "{ago}"'))
def shows_fact(screen, text, ago):
    state, shown_text, shown_ago = screen.shown[-1]
    assert state == "info" and text in shown_text and shown_ago == ago


@then(parsers.parse('the screen shows the alert "{alert}" over state "{state}"'))
def shows_alert(screen, alert, state):
    assert screen.alerts[-1] == alert and screen.shown[-1][0] == state


@then(parsers.parse('the screen showed "{states}"'))
def showed(screen, states):
    assert [shown[0] for shown in screen.shown] == states.split(", ")


@then(parsers.parse("the screen was updated {count:d} times"))
def updated(screen, count):
    assert len(screen.shown) == count


@then(parsers.parse("{count:d} requests were sent"))
def requests(screen, count):
    assert len(screen.server.requests) == count


@then("no error alert was shown")
def no_alert(screen):
    assert not screen.alerts


@then(parsers.parse("{count:d} error alerts were shown"))
def alerts(screen, count):
    assert len(screen.alerts) == count


@then(parsers.parse("the details screen opened for fact {identifier:d}"))
def opened(screen, identifier):
    assert screen.opened == [identifier]
