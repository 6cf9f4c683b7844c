import Foundation
import ScenarioLanguage
import StepExpressions

extension Rule {
  /// Creates the rule of a node, including its tag if it has one.
  init(_ node: Node) throws(DataError) {
    guard let name = node.ownTag else {
      try self.init(untagged: node)
      return
    }
    if let tag = ExpectationTag(rawValue: name) {
      try self.init(tag, node)
    } else if let tag = ExpectationTag(
      rawValue: name.replacing("!not-", with: "!", maxReplacements: 1)),
      name.hasPrefix("!not-")
    {
      var inner = node
      inner.tag = tag.rawValue
      self = .not(try ExpectedValue(inner))
    } else {
      throw DataError(
        "unknown tag \(name)", at: node.tagRange, hints: ExpectationTag.hints(for: name))
    }
  }

  private init(_ tag: ExpectationTag, _ node: Node) throws(DataError) {
    let use = TagUse(tag: tag, node: node)
    switch tag {
    case .any:
      try use.refuseContent()
      self = .any
    case .absent:
      try use.refuseContent()
      self = .absent
    case .contains: self = .contains(try ExpectedValue(use.content("a value to search for")))
    case .matches: self = .pattern(try use.pattern())
    case .count: self = .count(try use.count())
    case .about: self = .about(try use.tolerance())
    case .above, .below: self = .beyond(try use.bound(), isAbove: tag == .above)
    case .one: self = .oneOf(try Rule.expectations(use.alternativesAfterOf()))
    case .oneOf: self = .oneOf(try Rule.expectations(use.alternatives()))
    case .not:
      try use.refuseTagName()
      self = .not(try ExpectedValue(use.content("a value to exclude")))
    case .exactly: self = .mapping(try Rule.entries(use.entries()), isExact: true)
    case .unordered: self = .unordered(try Rule.expectations(use.elements()))
    }
  }
}

/// A tag and the content after it.
private struct TagUse {
  let tag: ExpectationTag
  let node: Node

  private var scalar: Node.Scalar? { node.untagged.scalar }

  private var isBare: Bool {
    node.text == "" && node.style == .plain
  }

  private func wrong(_ wanted: String) -> DataError {
    DataError(
      "\(tag.rawValue) needs \(wanted), but \(node.untagged.foundInWords)", at: node.range,
      hints: ["Example: \(tag.example)"])
  }

  func refuseContent() throws(DataError) {
    guard !isBare else { return }
    throw DataError(
      "\(tag.rawValue) takes no value, but \(node.untagged.foundInWords)", at: node.range,
      hints: ["Example: \(tag.example)"])
  }

  func content(_ wanted: String) throws(DataError) -> Node {
    guard !isBare else { throw wrong(wanted) }
    guard tag != .contains || scalar.map({ !$0.text.isEmpty }) ?? true else { throw wrong(wanted) }
    return node.untagged
  }

  /// Throws an error if the content of `!not` begins with the name of a tag.
  ///
  /// `!not contains x` would otherwise hold for each value except the text "contains x".
  func refuseTagName() throws(DataError) {
    guard node.style == .plain, let text = scalar?.text else { return }
    let words = text.split(separator: " ").map { $0.lowercased() }
    let names = [words.prefix(1).joined(), words.prefix(2).joined(separator: "-")]
    guard
      let tag = ExpectationTag.allCases.last(where: { tag in
        tag != .one && tag != .not && names.contains { "!\($0)" == tag.rawValue }
      })
    else { return }
    let name = tag.rawValue.replacing("!", with: "!not-", maxReplacements: 1)
    throw DataError(
      "\"\(text)\" after !not is a text, but begins like the tag \(tag.rawValue)",
      at: node.range, hints: ["Write \(name), or put the text in quotes."])
  }

  func elements() throws(DataError) -> [Node] {
    if let rows = try node.untagged.tableRows() { return rows }
    guard let elements = node.items else { throw wrong("a list") }
    return Array(elements)
  }

  func entries() throws(DataError) -> Node.Entries {
    guard let entries = node.entries else { throw wrong("a mapping") }
    return entries
  }

  func alternatives() throws(DataError) -> [Node] {
    guard let elements = node.items else { throw wrong("a list of allowed values") }
    return try notEmpty(Array(elements))
  }

  /// Returns the list of `!one of [a, b]`, which YAML reads as a tag `!one` and a text.
  func alternativesAfterOf() throws(DataError) -> [Node] {
    guard let text = scalar?.text,
      let of = text.wholeMatch(of: /of\s*(?<list>\S.*)/.dotMatchesNewlines())
    else { throw wrong("\"of\" and a list") }
    guard let elements = FlowListReader.read(String(of.list), range: node.range) else {
      throw DataError(
        "invalid list after \"!one of\"", at: node.range,
        hints: [
          "Example: !one of [a, b]",
          "Write !one-of for lists that contain anything other than texts and numbers.",
        ])
    }
    return try notEmpty(elements)
  }

  private func notEmpty(_ elements: [Node]) throws(DataError) -> [Node] {
    guard elements.isEmpty else { return elements }
    throw DataError(
      "\(tag == .one ? "!one of" : tag.rawValue) needs at least one value, but its list is empty",
      at: node.range, hints: ["Example: \(tag.example)"])
  }

  func count() throws(DataError) -> Int {
    guard let text = scalar?.text, NumberText.isInteger(text), let count = Int(text), count >= 0
    else { throw wrong("a whole number from 0") }
    return count
  }

  func bound() throws(DataError) -> Rule.Bound {
    guard let text = scalar?.text else { throw wrong("a number or a date") }
    if let number = NumberText.number(text), !number.isNaN { return .number(number) }
    if let date = ISO8601.date(text, zone: .gmt) { return .date(date) }
    throw wrong("a number or a date")
  }

  func tolerance() throws(DataError) -> Tolerance {
    let parts = scalar?.text.split(
      separator: /\s*(?:±|\+\/-|\+-)\s*/, omittingEmptySubsequences: false)
    guard let parts, parts.count == 2, let target = NumberText.decimal(String(parts[0])),
      let margin = NumberText.decimal(String(parts[1])), margin >= 0
    else { throw wrong("a number and a tolerance") }
    return Tolerance(target: target, margin: margin)
  }

  func pattern() throws(DataError) -> SafeRegex {
    guard let text = scalar?.text, !text.isEmpty else { throw wrong("a regular expression") }
    if let pattern = SafeRegex(text) { return pattern }
    // Foundation doesn't report why a pattern is invalid; the standard library does.
    var reason = ""
    do { _ = try Regex(text) } catch { reason = ": \(error)" }
    throw DataError(
      "invalid regular expression after !matches\(reason)", at: node.range,
      hints: ["Write \\ before ( ) [ ] { } . * + ? | ^ $ to match them literally."])
  }
}
