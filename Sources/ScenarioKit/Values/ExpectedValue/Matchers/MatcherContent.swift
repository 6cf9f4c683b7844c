import ScenarioLanguage

/// The data after a tag, from which a matcher is created.
public struct MatcherContent: Sendable {
  /// The data, without the tag; its source range includes the tag.
  package let node: Node

  let tag: MatcherTag
  private let matchers: Matchers

  init(_ node: Node, of tag: MatcherTag, _ matchers: Matchers) {
    self.node = node.untagged
    (self.tag, self.matchers) = (tag, matchers)
  }

  /// The other tags that are one word.
  var otherTags: [MatcherTag] {
    matchers.tags.filter { $0.name != tag.name && !$0.name.contains(" ") }
  }

  private var isMissing: Bool { node.text == "" && node.style == .plain }

  private var hint: Message { "Example: \(tag.example)" }

  /// Returns an error in the form "!count needs a whole number, but this is a list".
  ///
  /// - Parameter wanted: The data that the tag needs, such as "a whole number".
  public func error(wanted: String) -> DataError {
    DataError(
      "\(tag.word) needs \(wanted), but \(node.foundInWords)", at: node.range, hints: [hint])
  }

  /// Throws an error if there is data after the tag.
  public func refuseData() throws(DataError) {
    guard !isMissing else { return }
    throw DataError(
      "\(tag.word) takes no value, but \(node.foundInWords)", at: node.range, hints: [hint])
  }

  /// Reads a scalar, and throws an error if it is none or if the result is `nil`.
  ///
  /// - Parameter wanted: The data that the tag needs, such as "a whole number".
  public func read<Result>(
    _ wanted: String, _ reading: (String) -> Result?
  ) throws(DataError) -> Result {
    guard let text = node.scalar?.text, let result = reading(text) else {
      throw error(wanted: wanted)
    }
    return result
  }

  /// Returns a text, and throws an error if it is empty, a list or a mapping.
  public func text(_ wanted: String = "a text") throws(DataError) -> String {
    try read(wanted) { $0.isEmpty ? nil : $0 }
  }

  /// Returns the data as an expected value, and throws an error if there is none.
  public func expectedValue(_ wanted: String) throws(DataError) -> ExpectedValue {
    guard !isMissing else { throw error(wanted: wanted) }
    return try ExpectedValue(node, matchers)
  }

  /// Returns the elements of a list, or the rows of a table, as expected values.
  public func elements(_ wanted: String = "a list") throws(DataError) -> [ExpectedValue] {
    if let rows = try node.tableRows() { return try Rule.expectations(rows, matchers) }
    guard let elements = node.items else { throw error(wanted: wanted) }
    return try Rule.expectations(elements, matchers)
  }

  /// Returns the elements of a list of which one must match.
  func alternatives(_ elements: Node.Items) throws(DataError) -> [ExpectedValue] {
    guard elements.isEmpty else { return try Rule.expectations(elements, matchers) }
    throw DataError(
      "!\(tag.name) needs at least one value, but its list is empty", at: node.range, hints: [hint])
  }

  func entries() throws(DataError) -> [Rule.Entry] {
    guard let entries = node.entries else { throw error(wanted: "a mapping") }
    return try Rule.entries(entries, matchers)
  }
}
