"""Opens a page in a headless Chromium and prints what it finds, as one line of JSON for each step.

    browse.py REPORT.html|http://… [STEPS.json [ADDRESS]] [--shots FOLDER]
    browse.py --is-there

A step is {"do": expression of JavaScript}, {"key": "Control+s"}, {"tab": selector to reach with Tab},
{"type": text}, {"click": selector}, {"reload": ""}, {"resize": "390 dark"} or
{"shot": "name.png", "width": 390, "height": 844, "dark": true, "media": "print", "whole": true}. The answer to a step is what its
expression gives; the last line has what went wrong, what was requested meanwhile, and how many seconds
passed from the call of the page until it was drawn and the browser had nothing left to do.

Chromium is spoken to over a pipe, so that there is neither a port nor a driver.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


def executable():
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), "chromium")


class Browser:
    def __init__(self, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        self.number, self.events, self.rest = 0, [], b""

        def wire():
            # The browser reads commands from 3 and answers on 4.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [executable(), "--headless", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", "--no-first-run", "--disable-dev-shm-usage",
             "--disable-background-networking", "--hide-scrollbars",
             # A page that goes through some hundred addresses at once is no attack here.
             "--disable-ipc-flooding-protection",
             f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("Chromium ended")
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait_for_load(0)

    def reload(self):
        before = self.loads()
        self.call("Page.reload")
        self.wait_for_load(before)

    def loads(self):
        return sum(event["method"] == "Page.loadEventFired" for event in self.events)

    def wait_for_load(self, before):
        while self.loads() == before:
            self.receive()

    def value(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def press(self, key):
        *held, key = key.split("+") if len(key) > 1 else [key]
        modifiers = sum({"Alt": 1, "Control": 2, "Shift": 8}[name] for name in held)
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "Space": 32, "ArrowDown": 40, "ArrowUp": 38,
                 "Home": 36, "End": 35, "Backspace": 8, "Delete": 46}
        name = {"Space": " "}.get(key, key)
        text = {"Enter": "\r", "Space": " "}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=name, modifiers=modifiers,
                text="" if "Control" in held else text,
                windowsVirtualKeyCode=codes.get(key, ord(key.upper()[0])))
        self.settle()

    def tab_to(self, selector):
        for _ in range(300):
            self.press("Tab")
            if self.value(f"document.activeElement.matches({json.dumps(selector)})"):
                return
        raise RuntimeError(f"no Tab leads to {selector}")

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.settle()

    def click(self, selector):
        place = self.value(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)
        self.settle()

    def settle(self):
        self.value("new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")

    def resize(self, width=1280, height=900, dark=False, media="screen"):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=1, mobile=width < 600)
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.settle()

    def shoot(self, path, width=1280, whole=False, **view):
        self.resize(width=width, **view)
        picture = self.call("Page.captureScreenshot", captureBeyondViewport=whole, **(
            {"clip": self.clip(width)} if whole else {}))
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def clip(self, width):
        height = self.value("document.documentElement.scrollHeight")
        return {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}

    def problems(self):
        found = []
        for event in self.events:
            details = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                thrown = details["exceptionDetails"]
                found.append(thrown.get("exception", {}).get("description", thrown["text"]))
            elif event["method"] == "Log.entryAdded":
                found.append(details["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(" ".join(str(part.get("value")) for part in details["args"]))
        return found

    def requests(self, page):
        urls = [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if url.split("#")[0] != page.split("#")[0] and not url.startswith("data:")]

    def close(self):
        self.process.kill()
        self.process.wait()


def main(report, steps=None, address="", shots=None):
    page = report if report.startswith("http:") else pathlib.Path(report).resolve().as_uri()
    steps = json.loads(pathlib.Path(steps).read_text()) if steps else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            began = time.monotonic()
            browser.open(f"{page}#{address}" if address else page)
            browser.settle()
            opened = time.monotonic() - began
            for step in steps:
                if "key" in step:
                    browser.press(step["key"])
                if "tab" in step:
                    browser.tab_to(step["tab"])
                if "type" in step:
                    browser.type(step["type"])
                if "reload" in step:
                    browser.reload()
                if "click" in step:
                    browser.click(step["click"])
                if "resize" in step:
                    width, scheme = step["resize"].split()
                    browser.resize(width=int(width), height=844, dark=scheme == "dark")
                if "do" in step:
                    print(json.dumps(browser.value(step["do"])))
                    browser.settle()
                if "shot" in step:
                    how = {key: step[key] for key in step if key not in ("do", "key", "shot")}
                    browser.shoot(pathlib.Path(shots or ".") / step["shot"], **how)
            print(json.dumps({
                "problems": browser.problems(), "requests": browser.requests(page),
                "seconds": round(opened, 3)}))
        finally:
            browser.close()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments == ["--is-there"]:
        sys.exit(0 if shutil.which(executable()) else 1)
    folder = arguments.pop(arguments.index("--shots") + 1) if "--shots" in arguments else None
    main(*[argument for argument in arguments if argument != "--shots"], shots=folder)
