import ScenarioLanguage

extension Rule {
  /// Whether the rule may hold because a key is absent.
  ///
  /// Most rules have no such key, so their values need not be searched.
  package var mayHoldByAbsence: Bool {
    switch self {
    case .mapping(let entries, _):
      entries.contains { $0.value.matches(.absent) || $0.value.rule.mayHoldByAbsence }
    case .list(let parts): parts.contains { $0.rule.mayHoldByAbsence }
    case .matcher(let matcher):
      switch matcher.parts {
      case .ofValue(_, isNegated: true): true
      case let parts: parts.all.contains { $0.rule.mayHoldByAbsence }
      }
    case .absent, .scalar: false
    }
  }
}

/// A collection of the keys and texts that make a check pass because no value of the observed type
/// can have them.
///
/// A misspelled key that must be absent makes its check pass forever.
package struct AbsentKeys {
  /// The keys, and for each the one that was probably intended, by their source ranges.
  package private(set) var keys: [SourceRange: (key: String, nearest: String?)] = [:]

  /// The texts that are no raw value of the enumeration they are compared with, and the raw values,
  /// by their source ranges.
  package private(set) var unknownWords: [SourceRange: (word: String, known: [String])] = [:]

  /// The source ranges of keys that the type of the value may or may not have.
  package private(set) var undetermined: Set<SourceRange> = []

  package init() {}

  /// Collects the keys of a value that matches, or that does not match if `isNegated` is `true`.
  ///
  /// - Parameter known: The keys that the type of the value can have.
  package mutating func collect(_ expected: ExpectedValue, _ known: KnownKeys, isNegated: Bool) {
    switch expected.rule {
    case .mapping(let entries, _):
      for entry in entries {
        let canHave = known.canHave(entry.key)
        let holdsByAbsence = isNegated || entry.value.matches(.absent)
        if canHave == nil, holdsByAbsence { undetermined.insert(entry.range) }
        if canHave != false {
          collect(entry.value, known.field(entry.key), isNegated: isNegated)
        } else if holdsByAbsence {
          let others = known.names.filter { name in !entries.contains { $0.key == name } }
          keys[entry.range] = (entry.key, NearKey.find(entry.key, among: others))
        }
      }
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, known.element(index), isNegated: isNegated)
      }
    case .matcher(let matcher) where isNegated && Self.neverHolds(matcher, for: known.words):
      unknownWords[expected.node.range] = (expected.node.untagged.notation, known.words)
    case .matcher(let matcher):
      if case .ofValue(let parts, let negates) = matcher.parts {
        for part in parts { collect(part, known, isNegated: isNegated || negates) }
      } else {
        for part in matcher.parts.all { collect(part, known.element(0), isNegated: isNegated) }
      }
    case .scalar(let scalar):
      guard isNegated, !known.words.isEmpty, !known.words.contains(scalar.text) else { return }
      unknownWords[expected.node.range] = (scalar.text, known.words)
    case .absent: break
    }
  }

  /// Returns whether a matcher of texts, such as `!contains`, holds for no value of an enumeration.
  private static func neverHolds(_ matcher: any Matcher, for words: [String]) -> Bool {
    if case .ofValue = matcher.parts { return false }
    return !words.isEmpty && !words.contains { matcher.matches(.text($0)) == true }
  }
}
