import ScenarioKit

/// The capabilities that an editor announces.
struct EditorCapabilities {
  /// Whether it fills in blanks of completions.
  let hasSnippets: Bool

  /// Whether it shows Markdown beside completions.
  let hasMarkdownInCompletions: Bool

  /// Whether it shows Markdown in hovers.
  let hasMarkdownInHovers: Bool

  /// - Parameter value: The capabilities in the protocol.
  init(_ value: Value?) {
    let document = value?["textDocument"]
    let item = document?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"] == .bool(true)
    hasMarkdownInCompletions = item?["documentationFormat"]?.elements.contains("markdown") == true
    // Editors that announce no format show Markdown, at worst as plain text.
    hasMarkdownInHovers =
      document?["hover"]?["contentFormat"]?.elements.contains("markdown") ?? true
  }
}
