from behave import given, then, when
from facts import FactsScreen


def screen(context):
    if "facts" not in context:
        context.facts = FactsScreen()
    return context.facts


@given('the server answers with the file "{file}" after {ms:d} ms')
def server_answers(context, file, ms):
    screen(context).server.answers(file, ms)


@given('the server fails with "not connected to the internet" after {ms:d} ms')
def server_fails(context, ms):
    screen(context).server.fails(ms)


@when("the screen appears")
def appears(context):
    screen(context).presenter.start()


@when('the reader taps "{label}"')
def taps(context, label):
    screen(context).tap(label)


@then('the screen shows state "{state}"')
def shows_state(context, state):
    assert screen(context).shown[-1][0] == state


@then('the screen shows a fact with "{text}" from "{ago}"')
def shows_fact(context, text, ago):
    state, shown_text, shown_ago = screen(context).shown[-1]
    assert state == "info" and text in shown_text and shown_ago == ago


@then('the screen shows the alert "{alert}" over state "{state}"')
def shows_alert(context, alert, state):
    assert screen(context).alerts[-1] == alert and screen(context).shown[-1][0] == state


@then('the screen showed "{states}"')
def showed(context, states):
    assert [shown[0] for shown in screen(context).shown] == states.split(", ")


@then("the screen was updated {count:d} times")
def updated(context, count):
    assert len(screen(context).shown) == count


@then("{count:d} requests were sent")
def requests(context, count):
    assert len(screen(context).server.requests) == count


@then("no error alert was shown")
def no_alert(context):
    assert not screen(context).alerts


@then("{count:d} error alerts were shown")
def alerts(context, count):
    assert len(screen(context).alerts) == count


@then("the details screen opened for fact {identifier:d}")
def opened(context, identifier):
    assert screen(context).opened == [identifier]
