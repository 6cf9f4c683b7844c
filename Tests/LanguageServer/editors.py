"""Talks to the language server as each editor whose capabilities pytest-lsp has.

SCENARIOS is the executable, PACKAGE a folder with stories. No answer may need what the editor lacks.
"""

import asyncio
import os
import pathlib
import warnings

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, LspSpecificationWarning, client_capabilities
from pygls.capabilities import get_capability

EDITORS = sorted(path.stem for path in pathlib.Path(pytest_lsp.__file__).parent.glob("clients/*.json"))
PACKAGE = pathlib.Path(os.environ["PACKAGE"])
STORY = PACKAGE / "Scenarios/facts/facts.yaml"
# A check in it fails.
TEXT = STORY.read_text().replace("timeAgoText: 5 days ago", "timeAgoText: 6 days ago", 1)

warnings.simplefilter("error", LspSpecificationWarning)


def capabilities_of(editor):
    name, _, version = editor.rpartition("_v")
    return client_capabilities(f"{name}@{version}")


@pytest_lsp.fixture(
    params=EDITORS,
    config=ClientServerConfig(server_command=[os.environ["SCENARIOS"], "language-server", "--stdio"]))
async def client(request, lsp_client: LanguageClient):
    await lsp_client.initialize_session(types.InitializeParams(
        capabilities=capabilities_of(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=PACKAGE.as_uri(), name="stories")]))
    yield
    await lsp_client.shutdown_session()


def place_of(words):
    before = TEXT[:TEXT.index(words) + 2]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


async def hover(client, uri, words, expected):
    """Returns what a hover shows as soon as it has a text: the app starts, and runs take their time."""
    for _ in range(600):
        answer = await client.text_document_hover_async(types.HoverParams(
            types.TextDocumentIdentifier(uri), place_of(words)))
        if answer and expected in answer.contents.value:
            return answer
        await asyncio.sleep(0.1)
    raise AssertionError(f"no \"{expected}\" in 60 s")


@pytest.mark.asyncio
async def test_answers_need_nothing_that_the_editor_lacks(client: LanguageClient):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        await ask_everything(client)
    assert [str(each.message) for each in caught
            if issubclass(each.category, LspSpecificationWarning)] == []


async def ask_everything(client):
    uri, has = STORY.as_uri(), lambda *path: get_capability(client.capabilities, *path)
    document = types.TextDocumentIdentifier(uri)
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri, "yaml", 1, TEXT)))
    state = await hover(client, uri, "the screen appears\n", "After this step")
    assert state.contents.kind in has("text_document.hover.content_format")
    assert "state: initial" in state.contents.value

    await hover(client, uri, "Loading succeeds", "✘ failed")

    place = place_of("the screen appears\n")
    completions = await client.text_document_completion_async(types.CompletionParams(document, place))
    assert completions.items
    await client.text_document_definition_async(types.DefinitionParams(document, place))
    await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, place))
    await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(2, True)))
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert symbols and has("text_document.document_symbol.hierarchical_document_symbol_support")
    await client.text_document_code_lens_async(types.CodeLensParams(document))
    await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, place))
    whole = types.Range(types.Position(0, 0), types.Position(10_000, 0))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, whole, types.CodeActionContext([])))
    assert not actions or has("text_document.code_action.code_action_literal_support")

    tag = await client.text_document_rename_async(
        types.RenameParams(document, place_of("smoke"), "quick"))
    assert tag.changes and not tag.document_changes
