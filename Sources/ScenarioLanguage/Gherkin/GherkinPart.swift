/// A part of a feature in Gherkin, with the parts in it.
package struct GherkinPart: Sendable {
  /// What a part is.
  package enum Kind: Sendable { case feature, rule, background, scenario, examples }

  /// The cells of a row of a table, and the comments above it.
  package typealias Row = (cells: [String], comments: [String])

  /// A step with its argument.
  package struct Step: Sendable {
    /// The keyword in English: `given`, `when`, `then`, `and` or `but`.
    package var keyword: String
    package var text: String
    /// The comments above the step.
    package var comments: [String]
    /// The comments between the step and its argument.
    package var inner: [String] = []
    package var rows: [Row] = []
    /// The text between `"""`; `nil` if there is none.
    package var docString: String?
    /// What follows the first `"""`, such as `json`.
    package var mediaType = ""
  }

  package var kind: Kind
  package var name: String
  package var tags: [String]
  /// The comments above the part.
  package var comments: [String]
  /// The code of the language in Gherkin.
  package var language: String
  package var description: [String] = []
  package var steps: [Step] = []
  package var rows: [Row] = []
  package var children: [GherkinPart] = []
  /// The comments after the last part of a feature.
  package var ending: [String] = []

  private var depth: Int {
    switch kind {
    case .feature: 0
    case .rule: 1
    case .background, .scenario: 2
    case .examples: 3
    }
  }

  /// Removes the first part and those that belong into it, and returns it with them.
  static func tree(from parts: inout ArraySlice<GherkinPart>) -> GherkinPart? {
    guard var part = parts.popFirst() else { return nil }
    while let next = parts.first, next.depth > part.depth, let child = tree(from: &parts) {
      part.children.append(child)
    }
    return part
  }
}
