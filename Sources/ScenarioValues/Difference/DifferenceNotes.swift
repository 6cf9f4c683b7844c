import DisplayText
import Foundation
import ScenarioLanguage

/// The notes that explain a difference in plain words.
enum DifferenceNotes {
  /// Returns the note on a value that isn't as expected; `nil` if the values explain themselves.
  static func note(on expected: ExpectedValue, _ actual: Value) -> String? {
    switch expected.rule {
    case .any, .oneOf:
      return nil
    case .not(let other):
      return other.rule.verdict(on: actual) == nil ? note(onNegationOf: other, actual) : nil
    case .absent:
      return expected.node.tag == nil ? noteOnEmpty(actual) : nil
    case .scalar(let scalar):
      return note(on: scalar, in: expected.node, actual)
    case .list, .mapping, .unordered:
      return note(onKind: expected.node.kindInWords, actual)
    case .contains(let part):
      return note(onMissing: part, in: actual)
    case .pattern(let pattern):
      if case .text(let text) = actual {
        guard (try? pattern.matches(in: text, limit: 1)) == nil else { return nil }
        return "the pattern takes too long to compare with this text; write a simpler one, without "
          + "repetitions inside of repetitions"
      }
      return "!matches applies only to text, but this is \(actual.kindInWords)"
    case .count:
      switch actual {
      case .text(let text): return "it has \(counted(text.count, "character"))"
      case .list(let elements): return "it has \(counted(elements.count, "element"))"
      default: return "!count applies only to lists and text, but this is \(actual.kindInWords)"
      }
    case .about(let tolerance):
      if let distance = tolerance.distance(to: actual) { return "it is off by \(distance)" }
      return "!about applies only to numbers, but this is \(actual.kindInWords)"
    case .beyond(let bound, let isAbove):
      guard bound.isBeyond(actual, above: isAbove) == nil else { return nil }
      let tag = isAbove ? "!above" : "!below"
      switch bound {
      case .number: return "\(tag) needs a number here, but this is \(actual.kindInWords)"
      case .date:
        let found = if case .text = actual { "another text" } else { actual.kindInWords }
        return "\(tag) needs a date here, but this is \(found)"
      }
    }
  }

  /// Returns the note on a missing key: the nearest key, or else all other keys.
  static func note(onMissingKey key: String, among others: [String]) -> String? {
    if let nearest = NearestText.suggestions(for: key, among: others, limit: 1).first {
      return "there is \(Notation.quoted(nearest))"
    }
    guard !others.isEmpty else { return nil }
    let names = others.prefix(8).map { Notation.text($0, in: .flow) }.joined(separator: ", ")
    return
      "there \(others.count == 1 ? "is" : "are") also: \(names)\(others.count > 8 ? ", …" : "")"
  }

  /// Returns the note on lists of different lengths.
  static func note(onCount expected: Int, but actual: Int) -> String? {
    guard expected != actual else { return nil }
    let verb = expected == 1 ? "was" : "were"
    return
      "\(counted(expected, "element")) \(verb) expected, but there \(actual == 1 ? "is" : "are") \(actual)"
  }

  private static func note(
    on scalar: ScalarRule, in node: Node, _ actual: Value
  ) -> String? {
    switch actual {
    case .absent:
      return nil
    case .text(let text):
      return note(onAlternativesIn: scalar, actual: text)
        ?? TextComparison(expected: scalar.text, actual: text).note(for: node)
    case .list, .mapping:
      return noteOnKind(of: scalar, actual)
    case .bool, .integer, .number:
      guard scalar.verdict(on: actual) != nil else {
        let note = noteOnKind(of: scalar, actual)
        guard scalar.isPlain, let meant = scalar.meant(for: actual) else { return note }
        return "\(note); write \(meant)"
      }
      guard case .number(let number) = actual, let expected = scalar.number, number.isFinite,
        abs(number - expected) <= abs(number) * 1e-9
      else { return nil }
      return
        "the values are almost equal; use !about \(scalar.text) ± 0.001 to allow this difference"
    }
  }

  /// Returns the note on a value of another kind than the expected scalar.
  private static func noteOnKind(of scalar: ScalarRule, _ actual: Value) -> String {
    if !scalar.isPlain, scalar.withoutQuotes.verdict(on: actual) != nil {
      return "the quotes require text, but this is \(actual.kindInWords)"
    }
    return note(onKind: scalar.kindInWords, actual)
  }

  private static func note(onKind expected: String, _ actual: Value) -> String {
    let hint = if case .list = actual { "; write a list as [a, b]" } else { "" }
    return "\(expected) was expected, but this is \(actual.kindInWords)\(hint)"
  }

  /// Returns the note on a text without quotes that lists alternatives, such as
  /// `initial or loading`.
  private static func note(onAlternativesIn scalar: ScalarRule, actual: String) -> String? {
    guard scalar.isPlain else { return nil }
    for separator in [" or ", " oder ", " ou ", " o ", " или ", " | ", "|", " / "] {
      let parts = scalar.text.split(separator: separator).map(String.init)
      guard parts.count > 1, parts.contains(actual) || parts.allSatisfy({ !$0.contains(" ") })
      else { continue }
      let list = parts.map { Notation.text($0, in: .flow) }.joined(separator: ", ")
      return "to allow several values, write !one-of [\(list)]"
    }
    return nil
  }

  /// Returns the note on an empty value where the story has no value, which may mean an empty one.
  private static func noteOnEmpty(_ actual: Value) -> String? {
    switch actual {
    case "": "write \"\" for an empty text"
    case []: "write [] for an empty list"
    case .mapping(let pairs) where pairs.isEmpty: "write !exactly {} for an empty mapping"
    default: nil
    }
  }

  private static func note(onMissing part: ExpectedValue, in actual: Value) -> String? {
    switch actual {
    case .text(let text):
      guard case .scalar(let scalar) = part.rule else {
        return "text can only contain text"
      }
      if text.lowercased().contains(scalar.text.lowercased()) {
        return "it is contained, but with different letter case"
      }
      if TextComparison.visible(text).contains(TextComparison.visible(scalar.text)) {
        return "it is contained, but with different white space or invisible characters"
      }
      return nil
    case .list(let elements):
      return part.nearest(among: elements.prefix(200)).map {
        "[\($0)] is the closest element: \(elements[$0].description.clipped(to: 60))"
      }
    case .absent, .bool, .integer, .number, .mapping:
      return "!contains applies only to text and lists, but this is \(actual.kindInWords)"
    }
  }

  /// Returns the reason why the negation of a rule doesn't apply to a value of this kind, and what
  /// to write instead.
  private static func note(onNegationOf expected: ExpectedValue, _ actual: Value) -> String? {
    let anyValue = "to allow any value, write !any"
    switch (expected.rule, actual) {
    case (.scalar(let scalar), _):
      let remedy = scalar.meant(for: actual).map { "write !not \($0)" } ?? anyValue
      return "\(noteOnKind(of: scalar, actual)); \(remedy)"
    case (.list, .list), (.mapping, .mapping):
      return noteOnUnjudged(expected, actual)
    case (.list, _), (.mapping(_, isExact: false), _):
      return noteOnUnjudged(expected, actual).map { "\($0); \(anyValue)" }
    default:
      return noteOnUnjudged(expected, actual)
    }
  }

  /// Returns the reason why the negation of a rule doesn't apply to a value of this kind.
  private static func noteOnUnjudged(_ expected: ExpectedValue, _ actual: Value) -> String? {
    switch (expected.rule, actual) {
    case (.not(let other), _):
      return noteOnUnjudged(other, actual)
    case (.oneOf(let alternatives), _):
      return alternatives.first.flatMap { noteOnUnjudged($0, actual) }
    case (.mapping(let entries, _), .mapping(let pairs)):
      let values = MappingIndex(pairs)
      for entry in entries {
        let value = values[entry.key] ?? .absent
        if entry.value.rule.verdict(on: value) == nil { return noteOnUnjudged(entry.value, value) }
      }
      return nil
    case (.list(let elements), .list(let values)):
      let unjudged = zip(elements, values).first { $0.rule.verdict(on: $1) == nil }
      return unjudged.flatMap { noteOnUnjudged($0, $1) }
    case (.contains(let part), .list(let elements)):
      return elements.first.flatMap { noteOnUnfound(part, $0) }
    case (.unordered(let elements), .list(let values)):
      let unjudged = elements.first { element in
        values.allSatisfy { element.rule.verdict(on: $0) == nil }
      }
      return unjudged.flatMap { element in values.first.flatMap { noteOnUnjudged(element, $0) } }
    case (.mapping(_, isExact: true), _):
      return "!exactly applies only to mappings, but this is \(actual.kindInWords)"
    case (.unordered, _):
      return "!unordered applies only to lists, but this is \(actual.kindInWords)"
    default:
      return note(on: expected, actual)
    }
  }

  /// Returns the reason why `!not-contains` doesn't apply to the first element of a list.
  private static func noteOnUnfound(_ part: ExpectedValue, _ element: Value) -> String? {
    let kind: String
    switch (part.rule, element) {
    case (.list, .list), (.mapping, .mapping): return noteOnUnjudged(part, element)
    case (.scalar(let scalar), _): kind = scalar.kindInWords
    case (.list, _), (.mapping(_, isExact: false), _): kind = part.node.kindInWords
    default: return noteOnUnjudged(part, element)
    }
    return "!contains looks for \(kind), but [0] is \(element.kindInWords)"
  }
}

extension ScalarRule {
  fileprivate var kindInWords: String {
    if isBool { return "true or false" }
    return number == nil ? "a text" : "a number"
  }

  fileprivate var withoutQuotes: ScalarRule {
    ScalarRule(Node.Scalar(text: text, isPlain: true))
  }

  /// Returns what was probably meant for a value of another kind: `true` for `True` or `yes`, and a
  /// number for the same in quotes; `nil` if the scalar is something else.
  fileprivate func meant(for actual: Value) -> String? {
    switch actual {
    case .bool:
      switch text.lowercased() {
      case "true", "yes", "on": "true"
      case "false", "no", "off": "false"
      default: nil
      }
    case .integer, .number: withoutQuotes.number.map { _ in text }
    case .absent, .text, .list, .mapping: nil
    }
  }
}
