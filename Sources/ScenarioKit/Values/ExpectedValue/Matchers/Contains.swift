import ScenarioLanguage

/// `!contains x`: a text that contains `x`, or a list with an element that matches `x`.
struct Contains: BuiltInMatcher {
  static let name = "contains"
  static let example = "Quick"
  static let subjects = "text and lists"
  static let otherNames = ["includes", "include", "has", "containing"]
  private let part: ExpectedValue

  init(_ content: MatcherContent) throws(DataError) {
    let wanted = "a value to search for"
    guard content.node.text?.isEmpty != true else { throw content.error(wanted: wanted) }
    part = try content.expectedValue(wanted)
  }

  var parts: MatcherParts { .anyElement(part) }

  func matches(_ value: Value) -> Bool? {
    switch value {
    case .absent, .bool, .integer, .number, .mapping: return nil
    case .text(let text):
      guard case .scalar(let scalar) = part.rule else { return nil }
      return text.contains(scalar.text)
    case .list(let elements):
      return elements.isEmpty ? false : elements.anyHolds { part.rule.matches($0) }
    }
  }

  func message(on value: Value) -> Message? {
    switch value {
    case .text(let text):
      guard case .scalar(let scalar) = part.rule else { return "text can only contain text" }
      if text.lowercased().contains(scalar.text.lowercased()) {
        return "it is contained, but with different letter case"
      }
      if TextComparison.visible(text).contains(TextComparison.visible(scalar.text)) {
        return "it is contained, but with different white space or invisible characters"
      }
      return nil
    case .list(let elements):
      if case .list(let parts) = part.rule, let first = parts.first?.node.text,
        !elements.contains(where: { if case .list = $0 { true } else { false } })
      {
        return "!contains looks for one element; write a check for each, as in: !contains \(first)"
      }
      return part.nearest(among: elements.prefix(200)).map {
        "[\($0)] is the closest element: \(elements[$0].description.clipped(to: 60))"
      }
    case .absent, .bool, .integer, .number, .mapping: return Self.note(onKindOf: value)
    }
  }

  func messageOnUnjudged(_ value: Value) -> Message? {
    guard case .list(let elements) = value else { return message(on: value) }
    guard let first = elements.first else { return nil }
    guard let kind = part.dataKind(otherThanOf: first) else { return part.noteOnUnjudged(first) }
    return "!contains looks for \(kind), but [0] is \(first.kindInWords)"
  }
}
