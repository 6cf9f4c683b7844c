import ScenarioKit

extension Value {
  /// The value without what differs by nature: texts and numbers are their kind, but truth values
  /// and the words of enumerations, such as `loading`, are themselves.
  ///
  /// No word has the shape of a kind, which is in angle brackets.
  var shape: String {
    switch self {
    case .absent: "<null>"
    case .bool(let bool): "\(bool)"
    case .integer, .number: "<number>"
    case .text(let text): text.isEmpty ? "\"\"" : isWord ? text : "<text>"
    case .list(let elements): elements.isEmpty ? "[]" : "[…]"
    case .mapping(let pairs):
      "{" + pairs.map { "\($0.key): \($0.value.shape)" }.joined(separator: ", ") + "}"
    }
  }

  /// Whether the value is like a case of an enumeration: one short word in lower case.
  private var isWord: Bool {
    guard case .text(let text) = self else { return false }
    let letters = text.utf8
    return (2...15).contains(letters.count) && letters.first.map { (97...122).contains($0) } == true
      && letters.allSatisfy { (97...122).contains($0) || (65...90).contains($0) }
  }

  /// Whether the value is a truth value or a word of an enumeration.
  var isState: Bool { if case .bool = self { true } else { isWord } }

  /// The parts that are truth values or words of enumerations.
  var stateParts: [[String]: Value] { parts.filter(\.value.isState) }

  /// The parts of a mapping and of the mappings in it, by their paths; a value that is no mapping is
  /// its only part.
  var parts: [[String]: Value] {
    guard case .mapping(let pairs) = self else { return [[]: self] }
    return pairs.reduce(into: [:]) { parts, pair in
      for (path, part) in pair.value.parts { parts[[pair.key] + path] = part }
    }
  }

  /// The texts in the value, without their numbers, and the states in its lists, whose shapes have
  /// none.
  var prose: Set<String> {
    switch self {
    case .text(let text): [text.withoutNumbers(and: ".,:")]
    case .list(let elements):
      Set(elements.flatMap { $0.prose.union($0.stateParts.map { "\($0)" }) })
    case .mapping(let pairs): Set(pairs.flatMap(\.value.prose))
    default: []
    }
  }

  /// The value with the same text in place of each text that is no word of an enumeration.
  var withoutProse: Value {
    changingTexts { $0.isEmpty || Value.text($0).isWord ? $0 : "text" }
  }

  /// Returns the value with other texts.
  func changingTexts(_ change: (String) -> String) -> Value {
    switch self {
    case .text(let text): .text(change(text))
    case .list(let elements): .list(elements.map { $0.changingTexts(change) })
    case .mapping(let pairs): .mapping(pairs.map { Pair($0.key, $0.value.changingTexts(change)) })
    default: self
    }
  }

  /// Returns the keys and values of a mapping that differ from those of another one; the value
  /// itself if one of both is no mapping, or if nothing is left.
  func without(_ other: Value?) -> Value { without([other]) }

  /// Returns the keys and values of a mapping that differ from those of one of others.
  func without(_ others: [Value?]) -> Value {
    guard case .mapping(let pairs) = self else { return self }
    let rest = pairs.filter { pair in others.contains { $0?[pair.key] != pair.value } }
    return rest.isEmpty ? self : .mapping(rest)
  }
}
