import ScenarioKit

/// What an editor announces that it can do.
struct EditorCapabilities {
  /// Whether it fills in blanks of completions.
  let hasSnippets: Bool

  /// Whether it shows Markdown beside completions.
  let hasMarkdownInCompletions: Bool

  /// Whether it shows Markdown in hovers.
  let hasMarkdownInHovers: Bool

  /// Whether it changes documents of a version, besides files.
  let hasDocumentChanges: Bool

  /// Whether it renames files.
  let renamesFiles: Bool

  /// Whether it supports requests to refresh inlay hints.
  let refreshesHints: Bool

  /// - Parameter value: The capabilities in the protocol.
  init(_ value: Value?) {
    let (document, workspace) = (value?["textDocument"], value?["workspace"])
    let item = document?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"] == .bool(true)
    hasMarkdownInCompletions = item?["documentationFormat"]?.elements.contains("markdown") == true
    // Editors that announce no format show Markdown, at worst as plain text.
    hasMarkdownInHovers =
      document?["hover"]?["contentFormat"]?.elements.contains("markdown") ?? true
    let operations = workspace?["workspaceEdit"]?["resourceOperations"]?.elements ?? []
    renamesFiles = operations.contains("rename")
    // Neovim announces operations alone.
    hasDocumentChanges =
      renamesFiles || workspace?["workspaceEdit"]?["documentChanges"] == .bool(true)
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"] == .bool(true)
  }
}
