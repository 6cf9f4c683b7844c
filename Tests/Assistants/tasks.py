"""Does ten tasks through the tools alone, by fixed rules, and prints what each took.

    tasks.py SCENARIOS PACKAGE

A task says in words what happens and what somebody should see. The rules know no sentence of the app:
- A step is the first sentence that "sentences" finds for its words and that takes data if there are any,
  with the task's values in its blanks.
- What somebody should see is a check that "suggest_checks" lists, has these words, and would not pass
  without the act. If there is none yet, time passes: 1 s, then ten times as much, up to 1,000 s.
- The story is checked and run, and saved if all its scenarios pass.
"""

import asyncio
import re
import subprocess
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SCENARIOS, PACKAGE = sys.argv[1:]


def given(words, *blanks, data=None):
    return "given", words, blanks, data


def when(words, *blanks, data=None):
    return "when", words, blanks, data


def then(words, data):
    return "then", words, (), data


def sees(*words):
    return "sees", words, (), None


FEED = "'<rss version=\"2.0\"><channel><title>Quiet</title><link>http://a.example</link>" \
    "<description>-</description></channel></rss>'"

TASKS = [
    ("The search shows an error when the server answers 500, and a retry works", "search", [
        given("server answers", "GET", "https://search.example.com/articles?q=dune",
              data="[{ status: 500, times: 3 }, { json: [Dune] }]"),
        when("reader searches", data="dune"), sees("failed"),
        when("reader searches", data="dune"), sees("Dune"),
    ]),
    ("Without a connection no fact is loaded, and another try shows it", "facts", [
        given("server answers", "GET", "https://info-example.com/get_info",
              data='[{ fails: not connected to the internet }, { json: { infoText: Owls sleep by day, '
                   'identifier: 7, creationDate: "2000-12-31T12:00:00" } }]'),
        when("screen appears"), when("reader taps", "Load a useful fact"), sees("could not be loaded"),
        when("reader taps", "Close"), when("reader taps", "Load a useful fact"), sees("Owls sleep by day"),
    ]),
    ("A link that is in the list is not added twice", "links", [
        given("no saved links"), when("app starts"),
        when("adds the link", "http://ant.example/rss"), sees("ant.example"),
        when("adds the link", "http://ant.example/rss"), sees("already"),
        then("links are", "[http://ant.example/rss]"),
    ]),
    ("A removed link does not come back", "links", [
        given("no saved links"), when("app starts"), when("adds the link", "http://ant.example/rss"),
        when("removes the link", "http://ant.example/rss"), sees("links are: []"),
        when("ended and starts again"), then("links are", "[]"),
    ]),
    ("A feed without items is empty, and no error", "feeds", [
        given("server answers", "GET", "http://a.example/rss", data=f"{{ text: {FEED} }}"),
        when("opens the feed", "http://a.example/rss"), sees("empty"),
    ]),
    ("A wrong code is refused, and the right one signs in", "sign-in", [
        given("server answers", "POST", "https://accounts.example.com/codes", data="{ status: 200 }"),
        given("server answers", "POST", "https://accounts.example.com/sessions",
              data='[{ when: { json: { code: "1234" } }, status: 200 }, { status: 403 }]'),
        when("types the address", "ann@example.com"), when("asks for a code"),
        when("enters the code", "4321"), sees("not the code"),
        when("enters the code", "1234"), sees("isSignedIn: true"),
    ]),
    ("Comments that never come are an error, and another try shows them", "comments", [
        given("server answers", "GET", "https://comments.example.com/posts/a",
              data="[{ fails: never answers }, { json: [{ author: Ann, text: Well said }] }]"),
        when("opens the comments"), sees("could not be loaded"),
        when("opens the comments"), sees("Well said"),
    ]),
    ("The list of users is loading until it is there", "users", [
        given("server answers", "GET", "https://users.example/users",
              data="{ after: 2 s, json: [{ id: 7, name: Vera, username: vera7 }] }"),
        when("screen appears"), sees("loading: true"), sees("loading: false"), sees("Vera"),
    ]),
    ("A post that could not be sent is not lost", "posts", [
        given("server answers", "POST", "https://graph.example.com/me/feed",
              data='[{ fails: connection lost }, { json: { id: "1" } }]'),
        when("author types", data="Bees"), when("taps send"), sees("could not be sent"),
        when("author answers", "Cancel"), then("sent posts", "[]"),
        when("taps send"), sees("Bees"),
    ]),
    ("Coming back to a screen is not counted, loading it again is", "analytics controller", [
        when("screen loads"), sees("View did load!"),
        when("same screen appears again"), then("counted events", "!count 1"),
        when("screen loads"), sees("View did load!, View did load!"),
    ]),
]


class Author:
    def __init__(self, client, path, title, module):
        self.client, self.path, self.module = client, path, module
        self.calls = self.bytes = 0
        self.lines = [f"story: {title}", f"module: {module}", "scenarios:", f"  - scenario: {title}",
                      "    steps:"]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    async def ask(self, tool, **arguments):
        answer = await self.client.call_tool(tool, arguments)
        self.calls += 1
        self.bytes += len(answer.content[0].text.encode())
        assert not answer.is_error, (tool, arguments, answer.content[0].text)
        return answer.structured_content

    async def add(self, key, words, blanks, data):
        if key == "sees":
            return await self.see(words)
        found = (await self.ask("sentences", search=words, module=self.module))["sentences"]
        sentence = next(
            each["sentence"] for each in found if each["key"].startswith(key) and ("data" in each) == bool(data))
        values = iter(blanks)
        sentence = re.sub(r"…|\[[^\]]+\]", lambda _: next(values), sentence)
        self.lines.append(f"      - {key}: {{ {sentence}: {data} }}" if data else f"      - {key}: {sentence}")

    async def see(self, words):
        for seconds in (0, 1, 10, 100, 1_000):
            if seconds:
                self.lines.append(f"      - when: {seconds} s pass")
            checks = (await self.ask("suggest_checks", path=self.path, text=self.text, scenario="4"))["checks"]
            for check in checks:
                if not check.get("wouldPassWithoutTheAct", True) and all(word in check["check"] for word in words):
                    return self.lines.extend(["      - then:", f"          - {check['check']}"])
            if seconds:
                self.lines.pop()
        raise AssertionError(f"no check has {words} in\n{self.text}\n{checks}")


async def main():
    server = StdioServerParameters(command=SCENARIOS, args=["mcp", "--allow-writes"], cwd=PACKAGE)
    async with Client(stdio_client(server)) as client:
        for number, (title, module, steps) in enumerate(TASKS, 1):
            author = Author(client, f"assistant/{number:02}.yaml", title, module)
            for step in steps:
                await author.add(*step)
            checked = await author.ask("check", path=author.path, text=author.text)
            assert checked["isValid"], (author.text, checked)
            ran = await author.ask("run", path=author.path, text=author.text)
            assert ran["summary"] == "1 scenario: 1 passed", (author.text, ran)
            await author.ask("save", path=author.path, text=author.text)
            print(f"{title}: {author.calls} calls, {author.bytes:,} bytes")
    for command in (["run", "--no-history"], ["strengthen"]):
        ended = subprocess.run(
            [SCENARIOS, *command, "Scenarios/assistant"], cwd=PACKAGE, capture_output=True, text=True)
        print(f"{command[0]}: {ended.stdout.strip().splitlines()[-1]}")
        assert ended.returncode == 0, ended.stdout + ended.stderr


asyncio.run(main())
