"""Sends random messages, made from lsprotocol's model of the protocol, to the language server.

    messages.py COUNT

SCENARIOS is the executable, PACKAGE a folder with stories. Every request has to be answered, and the server has to
live and to explain a step afterwards.
"""

import collections.abc
import enum
import os
import pathlib
import random
import sys
import time
import typing

import attrs
from lsprotocol import converters, types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ScenarioCommandsTests" / "Editors"))
from language_server import Server, stories  # noqa: E402

PACKAGE = pathlib.Path(os.environ["PACKAGE"])
STORIES = stories(PACKAGE)
TEXTS = [path.read_text() for path in STORIES]
CHANCE = random.Random(20261125)
# These end the server, and the last one would start a thousand runs.
WITHOUT = {types.EXIT, types.SHUTDOWN, types.WORKSPACE_EXECUTE_COMMAND}
METHODS = sorted(
    method for method in types.METHOD_TO_TYPES
    if method not in WITHOUT and types.message_direction(method) != "serverToClient")
# Editors of stories send these again and again.
USUAL = [types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE] + [
    f"textDocument/{name}" for name in [
        "completion", "hover", "definition", "references", "formatting", "documentSymbol", "prepareRename",
        "rename", "codeAction", "codeLens"]]


def text():
    whole = CHANCE.choice(TEXTS)
    return CHANCE.choice([
        whole, whole[:CHANCE.randrange(len(whole))], whole[CHANCE.randrange(len(whole)):], "", "\0", "é💡\r\n\t",
        "- {[", "story: S\nmodule: facts\n"])


def plain(depth):
    if depth < 3 and CHANCE.random() < 0.3:
        return CHANCE.choice([[plain(depth + 1)], {"a": plain(depth + 1)}, {}, []])
    return CHANCE.choice([None, True, 0, -1, 1.5, 2**40, "", "a"])


def value(kind, name="", depth=0):
    """Returns a value of a type, as deep as the model has it."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        if type(None) in parts and (depth > 5 or CHANCE.random() < 0.4):
            return None
        return value(CHANCE.choice([each for each in parts if each is not type(None)]), name, depth)
    if origin is typing.Literal:
        return CHANCE.choice(parts)
    if origin in (list, collections.abc.Sequence):
        return [value(parts[0], name, depth + 1) for _ in range(0 if depth > 5 else CHANCE.randrange(3))]
    if origin is tuple:
        return tuple(value(each, name, depth + 1) for each in parts)
    if origin in (dict, collections.abc.Mapping):
        return {value(parts[0], name, depth): value(parts[1], name, depth + 1) for _ in range(CHANCE.randrange(3))}
    if kind is str:
        if "uri" in name:
            return CHANCE.choice(STORIES + [PACKAGE / "Scenarios/new.yaml", pathlib.Path("/etc/passwd")]).as_uri()
        return text() if name in ("text", "new_text") else CHANCE.choice(
            ["", "a", "smoke", "a name", "{string}", "<label>", "\n", "é💡"])
    if kind is int:
        return CHANCE.choice([0, 1, 2, CHANCE.randrange(200), 2**31 - 1])
    if kind is bool:
        return CHANCE.random() < 0.5
    if kind is float:
        return CHANCE.random()
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return CHANCE.choice(list(kind))
    if attrs.has(kind):
        attrs.resolve_types(kind)
        made = {}
        for field in attrs.fields(kind):
            if not field.init:
                continue
            if field.default is not attrs.NOTHING and (depth > 4 or CHANCE.random() < 0.5):
                continue
            made[field.name] = value(field.type, field.name, depth + 1)
        try:
            return kind(**made)
        except (TypeError, ValueError):
            # Some numbers have limits.
            return value(kind, name, depth + 1) if depth < 6 else None
    return plain(depth)


def main(count):
    converter, server, asked = converters.get_converter(), Server(os.environ["SCENARIOS"], PACKAGE), {}
    methods, answers, errors, began = {}, 0, 0, time.monotonic()

    def take(message):
        nonlocal answers, errors
        if message and "method" not in message and asked.pop(message["id"], None):
            answers += 1
            errors += "error" in message

    for number in range(count):
        method = CHANCE.choice(USUAL if CHANCE.random() < 0.5 else METHODS)
        request, _, parameters, _ = types.METHOD_TO_TYPES[method]
        made = None if parameters in (None, type(None)) else value(parameters)
        message = {"method": method, "params": converter.unstructure(made)}
        if "id" in {field.name for field in attrs.fields(request)}:
            message["id"] = f"r{number}"
            asked[message["id"]] = method
        methods[method] = methods.get(method, 0) + 1
        server.send(message)
        # A server that falls behind would fill the pipe.
        while len(asked) > 100 or (message := server.next(0)):
            take(message if len(asked) <= 100 else server.read())
    while asked:
        take(server.read())
    story = next(path for path in STORIES if path.name == "facts.yaml")
    lines = story.read_text().split("\n")
    line = next(number for number, each in enumerate(lines) if "when: the screen appears" in each)
    uri = server.open(story, story.read_text())
    answer = server.request("textDocument/hover", {
        "textDocument": {"uri": uri}, "position": {"line": line, "character": len(lines[line]) - 2}})
    if "the screen appears" not in answer["result"]["contents"]["value"]:
        raise SystemExit(f"the server does not explain a step: {answer}")
    server.end()
    print(f"{count} messages of {len(methods)} methods, {answers} answers of which {errors} are errors, "
          f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
