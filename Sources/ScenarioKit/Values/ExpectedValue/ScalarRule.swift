import ScenarioLanguage

/// An expected scalar, compared by the kind of the actual value.
package struct ScalarRule: Sendable {
  var text: String
  var isPlain: Bool
  /// The number that the text denotes.
  private(set) var number: Double?
  private var integer: Int64?

  init(_ scalar: Node.Scalar) {
    (text, isPlain) = (scalar.text, scalar.isPlain)
    guard isPlain else { return }
    number = NumberText.number(text)
    integer = NumberText.isInteger(text) ? Int64(text) : nil
  }

  /// Whether the text denotes `true` or `false`.
  var isBool: Bool { isPlain && (text == "true" || text == "false") }

  /// Returns whether a value equals the scalar; `nil` if no value of this kind can.
  func matches(_ actual: Value) -> Bool? {
    switch actual {
    case .text(let actual): text == actual
    case .bool(let actual): isBool ? text == (actual ? "true" : "false") : nil
    case .integer(let actual):
      // A whole number beyond Int64 is never equal, although its Double might be.
      if let integer { integer == actual } else { number.map { Int64(exactly: $0) == actual } }
    case .number(let actual): number.map { $0 == actual || ($0.isNaN && actual.isNaN) }
    case .absent, .list, .mapping: nil
    }
  }
}

extension ScalarRule {
  /// Returns the note on a value that doesn't equal the scalar; `nil` if the two explain
  /// themselves.
  func note(on actual: Value, in node: Node) -> Message? {
    switch actual {
    case .absent: return nil
    case .text(let actual):
      return noteOnAlternatives(actual) ?? noteOnNegation
        ?? TextComparison(expected: text, actual: actual).note(for: node)
    case .list, .mapping: return note(onKindOf: actual)
    case .bool, .integer, .number:
      guard matches(actual) != nil else {
        let note = note(onKindOf: actual)
        guard isPlain, let meant = meant(for: actual) else { return note }
        return "\(note); write \(meant)"
      }
      guard case .number(let actual) = actual, let number, actual.isFinite,
        abs(actual - number) <= abs(actual) * 1e-9
      else { return nil }
      return "the values are almost equal; use !about \(text) ± 0.001 to allow this difference"
    }
  }

  /// Returns the note on a value of another kind.
  func note(onKindOf actual: Value) -> Message {
    if !isPlain, withoutQuotes.matches(actual) != nil {
      return "the quotes require text, but this is \(actual.kindInWords)"
    }
    return actual.note(wanted: kindInWords)
  }

  var kindInWords: String { isBool ? "true or false" : number == nil ? "a text" : "a number" }

  private var withoutQuotes: ScalarRule { ScalarRule(Node.Scalar(text: text, isPlain: true)) }

  /// Returns the note on a text without quotes that lists alternatives, such as
  /// `initial or loading`.
  private func noteOnAlternatives(_ actual: String) -> Message? {
    guard isPlain else { return nil }
    for separator in [" or ", " oder ", " ou ", " o ", " или ", " | ", "|", " / "] {
      let parts = text.split(separator: separator).map(String.init)
      guard parts.count > 1, parts.contains(actual) || parts.allSatisfy({ !$0.contains(" ") })
      else { continue }
      let list = parts.map { Notation.text($0, in: .flow) }.joined(separator: ", ")
      return "to allow several values, write !one-of [\(list)]"
    }
    return nil
  }

  /// The note on a text without quotes that begins with a negation, such as `not loading`.
  private var noteOnNegation: Message? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard isPlain, words.count == 2, !words[1].contains(" "),
      ["not", "no", "nicht", "pas", "не"].contains(words[0].lowercased())
    else { return nil }
    return "to allow any other value, write !not \(words[1])"
  }

  /// Returns what was probably meant for a value of another kind: `true` for `True` or `yes`, and a
  /// number for the same in quotes; `nil` if the scalar is something else.
  func meant(for actual: Value) -> String? {
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

extension Value {
  /// Returns the note on a value of another kind than the expected one, such as "a list".
  func note(wanted: String) -> Message {
    switch self {
    case .absent: "\(wanted) was expected, but this is nothing"
    case .list: "\(wanted) was expected, but this is a list; write a list as [a, b]"
    case .mapping(let pairs) where !pairs.isEmpty:
      "\(wanted) was expected, but this is a mapping; write a mapping as { \(pairs[0].key): … }"
    default: "\(wanted) was expected, but this is \(kindInWords)"
    }
  }
}
