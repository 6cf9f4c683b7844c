"""Every tool, error and resource through PyPI's client; random messages; a closed pipe.

    protocol.py SCENARIOS PACKAGE
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import threading

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SCENARIOS, PACKAGE = sys.argv[1:]
FACTS = "facts/facts.yaml"


async def talk(mode):
    """Stories are found, read, checked, run and explored for checks."""
    sizes = []
    server = stdio_client(StdioServerParameters(command=SCENARIOS, args=["mcp"], cwd=PACKAGE))
    async with Client(server, mode=mode) as client:

        async def call(tool, fails=False, **arguments):
            answer = await client.call_tool(tool, arguments)
            assert bool(answer.is_error) == fails, (tool, arguments, answer)
            sizes.append(len(answer.content[0].text.encode()))
            return answer.structured_content

        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"stories", "story", "sentences", "check", "run", "suggest_checks"}, tools
        listed = await call("stories")
        # The protocol of old clients has the same tools below.
        for story in listed["stories"][:None if mode == "auto" else 2]:
            path = story["path"]
            for tool in ("story", "check", "run"):
                await call(tool, path=path)
            found = (await call("stories", search=story["story"]))["stories"]
            for scenario in found[0]["scenarios"][:3]:
                line = str(scenario["line"])
                if (await call("run", path=path, scenario=line))["summary"].endswith("passed"):
                    await call("suggest_checks", path=path, scenario=line)
        for module in listed["modules"]:
            await call("sentences", module=module)
            await call("sentences", module=module, search="shows")

        await call("save", fails=True, path="facts/new.yaml", text="a")
        await call("run", fails=True, path="../x.yaml")
        await call("run", fails=True, path=FACTS, scenario="none")
        await call("check", fails=True)
        await call("story", fails=True, path="none.yaml")

        assert len((await client.list_resources()).resources) == 2
        for name in ("sentences", "language-reference"):
            assert len((await client.read_resource(f"scenarios://{name}")).contents[0].text) > 10_000
        try:
            await client.read_resource("scenarios://none")
            raise AssertionError("a resource that does not exist was read")
        except Exception as error:
            assert "no resource" in str(error), error

        running = asyncio.create_task(client.call_tool("run", {"path": FACTS}))
        await asyncio.sleep(0.01)
        running.cancel()
        try:
            await running
        except asyncio.CancelledError:
            pass
        await call("check", path=FACTS)
    print(f"{mode}: {len(sizes)} answers, median {statistics.median(sizes):,.0f} bytes, largest {max(sizes):,}")
    assert max(sizes) <= 8_192, max(sizes)


def started():
    return subprocess.Popen(
        [SCENARIOS, "mcp"], cwd=PACKAGE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def random_messages(count=2_000):
    """Bytes of good messages are changed, added and left out."""
    generator = random.Random(4)
    good = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()
        for number, (method, params) in enumerate([
            ("ping", {}), ("tools/list", {}), ("initialize", {"protocolVersion": "x"}),
            ("tools/call", {"name": "stories", "arguments": {"search": "a"}}),
            ("tools/call", {"name": "check", "arguments": {"path": FACTS, "text": "story: a"}}),
            ("resources/list", {}),
            ("notifications/cancelled", {"requestId": 1}),
        ])
    ]
    added = [b'"', b"{", b"[", b"\\", b"null", b"1e999", b"\xff", b"\x00", b"[[[[[[[["]
    server, answers = started(), []
    reader = threading.Thread(target=lambda: answers.extend(server.stdout))
    reader.start()
    for _ in range(count):
        message = bytearray(generator.choice(good))
        for _ in range(generator.choice([0, 1, 1, 2, 5])):
            place, kind = generator.randrange(len(message) + 1), generator.random()
            if kind < 0.4 and place < len(message):
                message[place] = generator.randrange(256)
            elif kind < 0.7:
                message[place:place] = generator.choice(added)
            else:
                del message[place:place + generator.randrange(1, 20)]
        server.stdin.write(bytes(message).replace(b"\n", b" ") + b"\n")
    server.stdin.write(b'{"jsonrpc":"2.0","id":"last","method":"ping"}\n')
    server.stdin.close()
    reader.join()
    assert server.wait() == 0, server.returncode
    last = [json.loads(answer) for answer in answers][-1]
    assert any(json.loads(answer).get("id") == "last" for answer in answers), last
    print(f"{count:,} random messages: {len(answers):,} answers, each JSON; the last one is answered; exit 0")


def closed_pipe():
    server = started()
    server.stdout.close()
    try:
        for number in range(50):
            server.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"tools/list"}\n' % number)
        server.stdin.close()
    except BrokenPipeError:
        pass
    assert server.wait(60) == 0, server.returncode
    print("a closed pipe: exit 0")


for mode in ("auto", "legacy"):
    asyncio.run(talk(mode))
random_messages()
closed_pipe()
