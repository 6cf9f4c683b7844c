import ScenarioLanguage

extension ExpectedValue {
  /// Creates an expected value that only this value matches, with the same keys and kinds.
  ///
  /// - Parameter range: The range in the story that the value comes from.
  package init(exactly value: Value, at range: SourceRange) {
    func plain(_ text: String) -> Node { Node(.scalar(text, .plain), range: range) }
    func text(_ text: String) -> Node {
      let isPlain = Notation.isPlain(text, in: .flow)
      return Node(.scalar(text, isPlain ? .plain : .doubleQuoted), range: range)
    }
    switch value {
    case .absent: (node, rule) = (plain("null"), .absent)
    case .bool, .integer, .number:
      node = plain(value.description)
      // A plain number would also match the same digits as text.
      rule =
        NumberText.decimal(value.description).map { .matcher(About(exactly: $0)) }
        ?? .scalar(ScalarRule(Node.Scalar(text: value.description, isPlain: true)))
    case .text(let string):
      node = text(string)
      rule = .scalar(ScalarRule(Node.Scalar(text: string, isPlain: false)))
    case .list(let values):
      let elements = values.map { ExpectedValue(exactly: $0, at: range) }
      node = Node(.sequence(elements.map(\.node)), range: range)
      rule = .list(elements)
    case .mapping(let pairs):
      let entries = pairs.map {
        Rule.Entry(key: $0.key, value: ExpectedValue(exactly: $0.value, at: range), range: range)
      }
      node = Node(
        .mapping(entries.map { Node.Entry(key: text($0.key), value: $0.value.node) }), range: range)
      rule = .mapping(entries, isExact: true)
    }
  }
}
