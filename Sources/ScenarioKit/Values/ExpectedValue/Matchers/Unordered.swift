import ScenarioLanguage

/// `!unordered […]`: a list with these elements in any order.
struct Unordered: BuiltInMatcher {
  static let name = "unordered"
  static let example = "[a, b]"
  static let subjects = "lists"
  static let otherNames = ["anyorder", "set"]
  private let elements: [ExpectedValue]

  init(_ content: MatcherContent) throws(DataError) { elements = try content.elements() }

  var parts: MatcherParts { .elementsInAnyOrder(elements) }

  func matches(_ value: Value) -> Bool? {
    guard case .list(let values) = value else { return nil }
    guard elements.count == values.count else { return false }
    let pairing = UnorderedPairing(elements, values, endsAtGap: true)
    guard let gap = pairing.partners.firstIndex(of: nil) else { return true }
    return values.anyHolds { elements[gap].rule.matches($0) } == nil ? nil : false
  }

  func message(on value: Value) -> Message? { value.note(wanted: "a list") }

  func messageOnUnjudged(_ value: Value) -> Message? {
    guard case .list(let values) = value else { return Self.note(onKindOf: value) }
    let unjudged = elements.first { element in
      values.allSatisfy { element.rule.matches($0) == nil }
    }
    return unjudged.flatMap { element in values.first.flatMap { element.noteOnUnjudged($0) } }
  }
}
