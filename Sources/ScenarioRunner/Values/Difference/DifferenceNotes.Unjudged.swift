import ScenarioLanguage

extension DifferenceNotes {
  /// Why a rule can't be turned round for a value: it is for values of another kind.
  static func noteOnUnjudged(_ expected: ExpectedValue, _ actual: Value) -> String? {
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
      guard let element = elements.first else { return nil }
      guard !part.rule.isForKind(of: element) else { return noteOnUnjudged(part, element) }
      return "!contains looks for \(part.node.kindInWords), but [0] is \(element.kindInWords)"
    case (.mapping, _):
      return "!exactly is for mappings, but this is \(actual.kindInWords)"
    case (.unordered, _):
      return "!unordered is for lists, but this is \(actual.kindInWords)"
    default:
      return note(on: expected, actual)
    }
  }
}
