/// A part of a feature in Gherkin, with the parts in it.
package struct GherkinPart: Sendable {
  /// The kind of a part, by its keyword, in the order of the columns of the file of keywords.
  package enum Kind: Int, CaseIterable, Sendable {
    case given, when, then, and, but, feature, rule, background, scenario, outline, examples

    /// Whether the part is a step.
    package var isStep: Bool { rawValue <= Kind.but.rawValue }
  }

  /// The cells of a row of a table, and the comments above it.
  package typealias Row = (cells: [String], comments: [String])

  package var kind: Kind
  /// The name, or the sentence of a step.
  package var name = ""
  /// The line in its file, from 1.
  package var line = 0
  package var tags: [String] = []
  /// The comments above the part, in its description, and above the doc string of a step.
  package var comments: [String] = []
  package var description: [String] = []
  package var rows: [Row] = []
  /// The doc string of a step: the text between `"""`.
  package var text: String?
  /// The text after the first `"""`, such as `json`.
  package var mediaType = ""
  package var children: [GherkinPart] = []
  /// The code of the language of a feature.
  package var language = ""
  /// The texts that Gherkin ignores at the ends of the lines of a feature; they became comments.
  package var ignored: [String] = []
  /// The comments after the last part of a feature.
  package var ending: [String] = []

  /// Whether a step has a table or a doc string.
  package var hasArgument: Bool { text != nil || !rows.isEmpty }

  /// The sentence of a step; before an argument, without the colon at its end.
  package var sentence: String {
    hasArgument && name.hasSuffix(":") ? String(name.dropLast()) : name
  }

  /// How deep a part is in others.
  private var depth: Int { [.feature: 0, .rule: 1, .background: 2, .scenario: 2][kind] ?? 3 }

  /// Removes the first part and those that belong into it, and returns it with them.
  static func tree(from parts: inout ArraySlice<GherkinPart>) -> GherkinPart? {
    guard var part = parts.popFirst() else { return nil }
    while part.description.last == "" { part.description.removeLast() }
    while let next = parts.first, next.depth > part.depth, let child = tree(from: &parts) {
      part.children.append(child)
    }
    return part
  }
}
