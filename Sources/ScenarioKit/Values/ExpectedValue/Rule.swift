import ScenarioLanguage

/// The condition for a value that one node of expected data defines.
package indirect enum Rule: Sendable {
  case absent
  case scalar(ScalarRule)
  case list([ExpectedValue])
  case mapping([Entry], isExact: Bool)
  case matcher(any Matcher)

  /// A key and its expected value.
  package struct Entry: Sendable {
    package var key: String
    package var value: ExpectedValue
    /// The source range of the key.
    package var range: SourceRange
  }

  /// Creates the rule of a node, with its tag if it has one.
  init(_ node: Node, _ matchers: Matchers) throws(DataError) {
    try matchers.refuseSpaceInTag(of: node)
    if let tag = node.ownTag {
      self = try matchers.rule(of: node, tagged: tag)
    } else if let elements = node.items {
      self = .list(try Rule.expectations(elements, matchers))
    } else if let rows = try node.tableRows() {
      self = .list(try Rule.expectations(rows, matchers))
    } else if let entries = node.entries {
      self = .mapping(try Rule.entries(entries, matchers), isExact: false)
    } else {
      let scalar = node.scalar ?? Node.Scalar(text: "", isPlain: true)
      self = scalar.isNull ? .absent : .scalar(ScalarRule(scalar))
    }
  }

  static func expectations(
    _ nodes: some Collection<Node>, _ matchers: Matchers
  ) throws(DataError) -> [ExpectedValue] {
    try nodes.map { node throws(DataError) in try ExpectedValue(node, matchers) }
  }

  static func entries(_ entries: Node.Entries, _ matchers: Matchers) throws(DataError) -> [Entry] {
    try entries.map { entry throws(DataError) in
      if let tag = entry.key.ownTag {
        throw DataError("a key can't have a tag, but this key has \(tag)", at: entry.key.tagRange)
      }
      guard let key = entry.key.text else {
        throw DataError(
          "expected \("text as the key"), but \(entry.key.foundInWords)", at: entry.key.range)
      }
      return Entry(
        key: key, value: try ExpectedValue(entry.value, matchers), range: entry.key.range)
    }
  }
}

extension Rule {
  /// Returns whether a value satisfies the rule; `nil` if the rule doesn't apply to values of this
  /// kind.
  ///
  /// For such values neither the rule nor its negation holds: a text is neither above 3 nor not
  /// above 3, and the number 3 neither is nor isn't `"3"`. An absent value never counts as a value
  /// of another kind.
  func matches(_ actual: Value) -> Bool? {
    matchesContent(actual) ?? (actual == .absent ? false : nil)
  }

  private func matchesContent(_ actual: Value) -> Bool? {
    switch self {
    case .absent: return actual == .absent
    case .scalar(let scalar): return scalar.matches(actual)
    case .list(let expected):
      guard case .list(let actual) = actual else { return nil }
      guard expected.count == actual.count else { return false }
      return zip(expected, actual).allHold { $0.rule.matches($1) }
    case .mapping(let entries, let isExact):
      guard case .mapping(let pairs) = actual else { return nil }
      return Rule.matches(entries, pairs, isExact: isExact)
    case .matcher(let matcher): return matcher.matches(actual)
    }
  }

  private static func matches(_ entries: [Entry], _ pairs: [Value.Pair], isExact: Bool) -> Bool? {
    let values = MappingIndex(pairs)
    let result = entries.allHold { $0.value.rule.matches(values[$0.key] ?? .absent) }
    guard isExact, result != false else { return result }
    let expected = Set(entries.map(\.key))
    return pairs.contains { $0.value != .absent && !expected.contains($0.key) } ? false : result
  }
}

extension Sequence {
  /// Returns `false` if any verdict is `false`; otherwise `nil` if any is `nil`; otherwise `true`.
  func allHold(_ verdict: (Element) -> Bool?) -> Bool? {
    var result: Bool? = true
    for part in self {
      switch verdict(part) {
      case true: continue
      case false: return false
      case nil: result = nil
      }
    }
    return result
  }

  /// Returns `true` if any verdict is `true`; otherwise `false` if any is `false`; otherwise `nil`.
  func anyHolds(_ verdict: (Element) -> Bool?) -> Bool? {
    var result: Bool?
    for part in self {
      guard let holds = verdict(part) else { continue }
      if holds { return true }
      result = false
    }
    return result
  }
}
