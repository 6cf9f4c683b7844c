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
    let text = value?["textDocument"]
    let item = text?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"] == .bool(true)
    hasMarkdownInCompletions = item?["documentationFormat"]?.elements.contains("markdown") == true
    // Editors that announce no format show Markdown, at worst as plain text.
    hasMarkdownInHovers = text?["hover"]?["contentFormat"]?.elements.contains("markdown") ?? true
  }
}
