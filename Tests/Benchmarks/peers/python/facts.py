"""The facts screen in Python, as small as the one in Swift: what the Python peers test."""

import json
import time
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).parent
NOW = datetime(2021, 9, 27, 12, 7, 24)


class NotConnected(Exception):
    pass


class FakeServer:
    def __init__(self):
        self.requests = []
        self.answer = None

    def answers(self, file, after):
        body = (HERE / file).read_text(encoding="utf-8")
        self.answer = (after / 1000, body)

    def fails(self, after):
        self.answer = (after / 1000, None)

    def send(self, request):
        self.requests.append(request)
        delay, body = self.answer
        if delay:
            time.sleep(delay)
        if body is None:
            raise NotConnected
        return body


class FactsService:
    def __init__(self, server):
        self.server = server

    def load(self):
        fact = json.loads(self.server.send("GET https://info-example.com/get_info"))
        fact["creationDate"] = datetime.fromisoformat(fact["creationDate"])
        return fact


def time_ago(date, now):
    seconds = (now - date).total_seconds()
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= length or unit == "second":
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'} ago"


class FactsPresenter:
    def __init__(self, view, router, service):
        self.view, self.router, self.service = view, router, service
        self.fact = None

    def start(self):
        self.view.show("initial")

    def load_tapped(self):
        self.view.show("loading")
        try:
            self.fact = self.service.load()
        except NotConnected:
            self.view.show("initial")
            self.view.show_alert("The fact could not be loaded")
            return
        self.view.show("info", self.fact["infoText"], time_ago(self.fact["creationDate"], NOW))

    def details_tapped(self):
        if self.fact is not None:
            self.router.append(self.fact["identifier"])


class FactsScreen:
    """The screen, its double and the server's: what each scenario gets anew."""

    def __init__(self):
        self.shown, self.alerts, self.opened = [], [], []
        self.server = FakeServer()
        self.presenter = FactsPresenter(self, self.opened, FactsService(self.server))

    def show(self, state, text=None, ago=None):
        self.shown.append((state, text, ago))

    def show_alert(self, text):
        self.alerts.append(text)

    def tap(self, label):
        if label == "Load a useful fact":
            self.presenter.load_tapped()
        elif label == "Show details":
            self.presenter.details_tapped()
        else:
            raise AssertionError(f"no button {label}")
