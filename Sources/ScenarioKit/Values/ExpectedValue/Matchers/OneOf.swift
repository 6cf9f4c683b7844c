import ScenarioLanguage

/// `!one-of [a, b]`: any of these values.
struct OneOf: BuiltInMatcher {
  static let name = "one-of"
  static let example = "[a, b]"
  static let otherNames = ["in", "oneof", "anyof", "either", "enum"]
  private let alternatives: [ExpectedValue]

  init(_ content: MatcherContent) throws(DataError) {
    guard let elements = content.node.items else {
      throw content.error(wanted: "a list of allowed values")
    }
    alternatives = try content.alternatives(elements)
  }

  /// Reads the list of `!one of [a, b]`, for which YAML reads a tag `!one` and a text.
  fileprivate init(afterOf content: MatcherContent) throws(DataError) {
    let list = try content.read("\"of\" and a list") { text in
      text.wholeMatch(of: /of\s*(?<list>\S.*)/.dotMatchesNewlines()).map { String($0.list) }
    }
    guard let elements = Self.elements(of: list, at: content.node.range) else {
      throw DataError(
        "invalid list after \"!one of\"", at: content.node.range,
        hints: [
          "Example: !one of [a, b]",
          "Write !one-of for lists that contain anything other than texts and numbers.",
        ])
    }
    alternatives = try content.alternatives(elements)
  }

  /// Returns the elements of a list that YAML treats as a text; `nil` if it is no list of scalars
  /// and lists.
  static func elements(of list: String, at range: SourceRange) -> Node.Items? {
    guard let documents = SourceFile(path: "", text: list).documents, documents.count == 1 else {
      return nil
    }
    return documents[0].scalarOrList(at: range)?.items
  }

  var parts: MatcherParts { .ofValue(alternatives, isNegated: false) }

  func matches(_ value: Value) -> Bool? { alternatives.anyHolds { $0.rule.matches(value) } }

  func message(on value: Value) -> Message? { nil }

  func messageOnUnjudged(_ value: Value) -> Message? {
    alternatives.first.flatMap { $0.noteOnUnjudged(value) }
  }
}

extension MatcherTag {
  /// `!one of [a, b]`: any of these texts and numbers, outside of `[…]` and `{…}`.
  static let oneOf = MatcherTag("one of", example: OneOf.example) { content throws(DataError) in
    .matcher(try OneOf(afterOf: content))
  }
}

extension Node {
  /// Returns the node with all its parts at one range, as parts of a text have none of their own;
  /// `nil` if it contains a mapping.
  fileprivate func scalarOrList(at range: SourceRange) -> Node? {
    guard case .sequence(let elements) = content else {
      return entries == nil ? Node(content, tag: tag, range: range) : nil
    }
    let located = elements.compactMap { $0.scalarOrList(at: range) }
    return located.count == elements.count ? Node(.sequence(located), tag: tag, range: range) : nil
  }
}
