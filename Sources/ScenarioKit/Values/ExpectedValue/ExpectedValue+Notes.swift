import ScenarioLanguage

extension ExpectedValue {
  /// Returns the note on a value that isn't as expected; `nil` if the two explain themselves.
  func note(on actual: Value) -> String? {
    switch rule {
    case .absent: node.tag == nil ? Self.noteOnEmpty(actual) : nil
    case .scalar(let scalar): scalar.note(on: actual, in: node)
    case .list, .mapping: actual.note(wanted: node.kindInWords)
    case .matcher(let matcher): matcher.note(on: actual)
    }
  }

  /// The note on an absent value.
  var noteOnAbsence: String? {
    guard case .matcher(let matcher) = rule, matcher.matches(.absent) == false else { return nil }
    return matcher.note(on: .absent)
  }

  /// Returns the reason why neither the expectation nor its negation applies to a value of this
  /// kind.
  func noteOnUnjudged(_ actual: Value) -> String? {
    switch (rule, actual) {
    case (.matcher(let matcher), _): return matcher.noteOnUnjudged(actual)
    case (.mapping(let entries, _), .mapping(let pairs)):
      let values = MappingIndex(pairs)
      for entry in entries {
        let value = values[entry.key] ?? .absent
        if entry.value.rule.matches(value) == nil { return entry.value.noteOnUnjudged(value) }
      }
      return nil
    case (.list(let elements), .list(let values)):
      let unjudged = zip(elements, values).first { $0.rule.matches($1) == nil }
      return unjudged.flatMap { $0.noteOnUnjudged($1) }
    case (.mapping(_, isExact: true), _):
      return "!exactly applies only to mappings, but this is \(actual.kindInWords)"
    case (.absent, _), (.scalar, _), (.list, _), (.mapping, _): return note(on: actual)
    }
  }

  /// Returns the kind of data without a tag, in words, for a value of another kind; `nil` if a tag
  /// decides, or if the kind is the same.
  func dataKind(otherThanOf value: Value) -> String? {
    switch (rule, value) {
    case (.scalar(let scalar), _): scalar.kindInWords
    case (.list, .list), (.mapping, .mapping), (.mapping(_, isExact: true), _): nil
    case (.list, _), (.mapping, _): node.kindInWords
    case (.absent, _), (.matcher, _): nil
    }
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
}
