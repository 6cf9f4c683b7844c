"""Talks to `scenarios language-server`, as an editor does.

    language_server.py EXECUTABLE FOLDER check          compares the diagnostics with those of `check`
    language_server.py EXECUTABLE FOLDER prefixes STEP  sends every request about prefixes of all stories
    language_server.py EXECUTABLE FOLDER noise COUNT    sends damaged messages
    language_server.py EXECUTABLE FOLDER texts FILE     prints the texts of answers about a story
    language_server.py EXECUTABLE FOLDER times FILE     prints how long diagnostics take
"""

import json
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import time

REQUESTS = [
    "completion", "hover", "definition", "references", "formatting", "documentSymbol",
    "prepareRename", "rename", "codeAction", "codeLens",
]


class Server:
    def __init__(self, executable, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [executable, "language-server", "--stdio"], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.count, self.published, self.pending = 0, {}, b""
        self.request("initialize", {"rootUri": folder.as_uri(), "capabilities": {}})
        self.notify("initialized", {})

    def write(self, content):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def next(self, seconds):
        """Returns the next message, or nothing if none comes in time."""
        output, deadline = self.process.stdout.fileno(), time.monotonic() + seconds
        while True:
            header, separator, rest = self.pending.partition(b"\r\n\r\n")
            length = int(header.split(b":")[1]) if separator else 0
            if separator and len(rest) >= length:
                self.pending = rest[length:]
                message = json.loads(rest[:length])
                if message.get("method") == "textDocument/publishDiagnostics":
                    self.published[message["params"]["uri"]] = message["params"]
                return message
            if not select.select([output], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            chunk = os.read(output, 1 << 16)
            if not chunk:
                raise SystemExit(f"the server ended: {self.process.wait()} {self.process.stderr.read()}")
            self.pending += chunk

    def read(self):
        # A server that hangs fails the test.
        message = self.next(60)
        if message is None:
            raise SystemExit("no answer in 60 s")
        return message

    def request(self, method, parameters):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": parameters})
        while (message := self.read()).get("id") != self.count or "method" in message:
            pass
        return message

    def open(self, path, text, version=1):
        uri = path.as_uri()
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "yaml", "version": version, "text": text}})
        return uri

    def change(self, uri, text, version):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

    def diagnostics(self, uri, version):
        while self.published.get(uri, {}).get("version") != version:
            self.read()
        return self.published[uri]["diagnostics"]

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        if status := self.process.wait():
            raise SystemExit(f"the server ended with {status}")


def stories(folder):
    return sorted(
        path for path in (folder / "Scenarios").rglob("*.yaml") if "fixtures" not in path.parts)


def shown(diagnostic):
    start = diagnostic["range"]["start"]
    return (start["line"] + 1, start["character"] + 1, diagnostic["severity"], diagnostic["code"],
            diagnostic["message"])


def settled(server, uri, is_wanted):
    """Waits for diagnostics, which come again when the app's steps are known."""
    deadline = time.monotonic() + 30
    while not is_wanted(server.published.get(uri, {}).get("diagnostics")):
        if time.monotonic() > deadline:
            return False
        server.next(0.1)
    return True


OTHER_LANGUAGE = re.compile("^(# )?(language|история|geschichte|historia|histoire)\\b", re.M | re.I)


def check(executable, folder):
    call = subprocess.run(
        [executable, "check", "--format", "json"], cwd=folder, capture_output=True)
    expected, severities = {}, {"error": 1, "warning": 2, "note": 3}
    for each in json.loads(call.stdout)["diagnostics"]:
        line = each["line"]
        text = (folder / each["file"]).read_text(errors="replace").splitlines() if each["file"] else []
        before = text[line - 1][:each["column"] - 1] if line <= len(text) else ""
        expected.setdefault(each["file"], []).append((
            line, len(before.encode("utf-16-le")) // 2 + 1, severities[each["severity"]],
            each["rule"], "\n".join([each["message"]] + each["hints"])))
    server, different = Server(executable, folder), 0
    for path in stories(folder):
        try:
            uri = server.open(path, path.read_bytes().decode())
        except UnicodeDecodeError:
            continue
        # The output of `check` for tools is in English, and an editor shows the story's language.
        is_english = not OTHER_LANGUAGE.search(path.read_text(errors="replace"))
        wanted = sorted(each if is_english else each[:4]
                        for each in expected.get(str(path.relative_to(folder)), []))
        broken = any(each[3] == "yaml-syntax" for each in wanted)

        def equal(found):
            found = sorted(shown(each)[:None if is_english else 4] for each in found or [])
            # Where YAML ends for `check`, there may be more to say.
            return set(wanted) <= set(found) if broken else found == wanted

        if not settled(server, uri, equal):
            different += 1
            print(f"{path}:\n  {wanted}\n  {sorted(map(shown, server.published[uri]['diagnostics']))}")
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    server.end()
    print(f"{different} different")


def prefixes(executable, folder, step):
    server, count = Server(executable, folder), 0
    for path in stories(folder):
        text = path.read_text()
        uri = server.open(path, text)
        for version, length in enumerate(range(1, len(text), int(step)), 2):
            prefix = text[:length]
            server.change(uri, prefix, version)
            lines = prefix.split("\n")
            place = {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}
            for name in REQUESTS:
                server.request(f"textDocument/{name}", {
                    "textDocument": {"uri": uri}, "position": place, "newName": "a name",
                    "range": {"start": {"line": 0, "character": 0}, "end": place},
                    "context": {"includeDeclaration": True, "diagnostics": []}})
            count += 1
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    server.end()
    print(f"{count} prefixes")


def noise(executable, folder, count):
    chance = random.Random(7)
    server = Server(executable, folder)
    path = stories(folder)[0]
    text = path.read_text()
    uri = server.open(path, text)
    odd = [None, True, -1, 10**30, 1.5, "", "\0", [], {}, [[]], uri, "file:///etc/passwd", {"line": -1}]

    def value(depth=0):
        if depth < 3 and chance.random() < 0.4:
            keys = ["textDocument", "position", "range", "uri", "line", "character", "text", "version",
                    "contentChanges", "newName", "context", "arguments", "command"]
            return {chance.choice(keys): value(depth + 1) for _ in range(chance.randrange(4))}
        return chance.choice(odd)

    for number in range(int(count)):
        kind = chance.randrange(5)
        method = chance.choice(
            ["textDocument/" + chance.choice(REQUESTS + ["didOpen", "didChange", "didClose"]),
             "initialize", "initialized", "workspace/executeCommand", "$/cancelRequest", "nothing"])
        message = {"jsonrpc": "2.0", "method": method, "params": value()}
        if kind == 0:
            message["params"] = {
                "textDocument": {"uri": uri, "version": number},
                "position": {"line": chance.randrange(-2, 400), "character": chance.randrange(-2, 200)},
                "contentChanges": [{"text": text[chance.randrange(len(text)):][:chance.randrange(2000)]}],
                "newName": chance.choice(["", "a", "<a>", "{", "{string}", "\n"])}
        if kind != 4:
            message["id"] = chance.choice([number, str(number), None])
        content = json.dumps(message).encode()
        if kind == 3:
            content = bytearray(content)
            for _ in range(chance.randrange(1, 4)):
                content[chance.randrange(len(content))] = chance.randrange(256)
        server.write(bytes(content))
        while server.next(0):
            pass
    answer = server.request("textDocument/hover", {
        "textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}})
    if "error" in answer:
        raise SystemExit(str(answer))

    def wait(text):
        message = server.next(60)
        while message and text not in json.dumps(message):
            message = server.next(60)
        if not message:
            raise SystemExit(f"no message with {text}")

    # Another header that ends like that of the length.
    content = json.dumps({"jsonrpc": "2.0", "id": "of X", "method": "nothing", "params": {}}).encode()
    header = b"X-Content-Length: 3\r\ncontent-length: %d\r\n\r\n" % len(content)
    server.process.stdin.write(header + content)
    server.process.stdin.flush()
    wait('"id": "of X"')
    server.request(
        "workspace/executeCommand", {"command": "scenarios.run", "arguments": ["--help"]})
    wait('no file or folder \\"--help')
    server.end()
    print(f"{count} messages")


def texts(executable, folder, file):
    server, path, found = Server(executable, folder), folder / file, set()
    text = path.read_text()
    uri = server.open(path, text)

    def ask(name, **parameters):
        answer = server.request(f"textDocument/{name}", {"textDocument": {"uri": uri}, **parameters})
        if "error" in answer:
            found.add((name, answer["error"]["message"]))
        return answer.get("result") or []

    def hover(place):
        return (ask("hover", position=place) or {}).get("contents", {}).get("value", "")

    lines = text.split("\n")
    places = [
        {"line": number, "character": match.start() + 1}
        for number, line in enumerate(lines) for match in re.finditer(r"\w+|$", line)]
    # Until the app's steps are known and the text has run, there is less to say.
    deadline = time.monotonic() + 60
    while not any("```" in hover(place) for place in places):
        if time.monotonic() > deadline:
            raise SystemExit("no state after a step in 60 s")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    settled(server, uri, lambda known: any("unknown" in each["code"] for each in known or []))
    for action in ask("codeAction", range=whole, context={"diagnostics": []}):
        found.add(("codeAction", action["title"].split(":")[0]))
    for place in places:
        found.add(("hover", hover(place)))
        for item in (ask("completion", position=place) or {}).get("items", []):
            found |= {("completion", item.get(key, "")) for key in ["detail", "documentation"]}
        for name in ["", "a, b", "{odd}", "x", "(a", "y {string}"]:
            ask("rename", position=place, newName=name)
    for lens in ask("codeLens"):
        found.add(("codeLens", lens["command"]["title"]))
    server.end()
    print(json.dumps(sorted(each for each in found if each[1])))


def times(executable, folder, file):
    began = time.monotonic()
    server = Server(executable, folder)
    path = folder / file
    text = path.read_text()
    uri = server.open(path, text)
    server.diagnostics(uri, 1)
    first = time.monotonic() - began
    settled(server, uri, lambda _: time.monotonic() - began > 3)
    spans = []
    for version in range(2, 52):
        # A letter is typed in the middle of the text.
        middle = text.index("\n", len(text) // 2)
        start = time.monotonic()
        server.change(uri, text[:middle] + "x" * version + text[middle:], version)
        server.diagnostics(uri, version)
        spans.append(time.monotonic() - start)
    spans.sort()
    memory = {}
    for name in ["VmRSS", "VmHWM"]:
        for line in open(f"/proc/{server.process.pid}/status"):
            if line.startswith(name):
                memory[name] = int(line.split()[1]) // 1024
    server.end()
    print(f"first {first * 1000:.0f} ms, median {spans[25] * 1000:.0f} ms, "
          f"95 % {spans[47] * 1000:.0f} ms, {memory} MiB, {len(text)} bytes")


if __name__ == "__main__":
    executable, folder, name = sys.argv[1:4]
    globals()[name](executable, pathlib.Path(folder).resolve(), *sys.argv[4:])
