from facts import FactsScreen
from robot.api.deco import keyword, library


@library(scope="TEST")
class FactsLibrary:
    def __init__(self):
        self.screen = FactsScreen()

    @keyword('the server answers with the file "${file}" after ${ms:\\d+} ms')
    def server_answers(self, file, ms):
        self.screen.server.answers(file, int(ms))

    @keyword('the server fails with "not connected to the internet" after ${ms:\\d+} ms')
    def server_fails(self, ms):
        self.screen.server.fails(int(ms))

    @keyword("the screen appears")
    def appears(self):
        self.screen.presenter.start()

    @keyword('the reader taps "${label}"')
    def taps(self, label):
        self.screen.tap(label)

    @keyword('the screen shows state "${state}"')
    def shows_state(self, state):
        assert self.screen.shown[-1][0] == state

    @keyword('the screen shows a fact with "${text}" from "${ago}"')
    def shows_fact(self, text, ago):
        state, shown_text, shown_ago = self.screen.shown[-1]
        assert state == "info" and text in shown_text and shown_ago == ago

    @keyword('the screen shows the alert "${alert}" over state "${state}"')
    def shows_alert(self, alert, state):
        assert self.screen.alerts[-1] == alert and self.screen.shown[-1][0] == state

    @keyword('the screen showed "${states}"')
    def showed(self, states):
        assert [shown[0] for shown in self.screen.shown] == states.split(", ")

    @keyword("the screen was updated ${count:\\d+} times")
    def updated(self, count):
        assert len(self.screen.shown) == int(count)

    @keyword("${count:\\d+} requests were sent")
    def requests(self, count):
        assert len(self.screen.server.requests) == int(count)

    @keyword("no error alert was shown")
    def no_alert(self):
        assert not self.screen.alerts

    @keyword("${count:\\d+} error alerts were shown")
    def alerts(self, count):
        assert len(self.screen.alerts) == int(count)

    @keyword("the details screen opened for fact ${identifier:\\d+}")
    def opened(self, identifier):
        assert self.screen.opened == [int(identifier)]
