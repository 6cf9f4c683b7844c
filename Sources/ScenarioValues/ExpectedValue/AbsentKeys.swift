import DisplayText
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

/// A collection of the keys whose absence makes a check pass, for one observed value.
///
/// Most of them are intended: `message: !absent`. A misspelled key makes its check pass forever, so
/// a key is suspected unless the value's type can have it.
package struct AbsentKeys {
  /// A key that is absent and may be misspelled.
  package struct Suspect: Hashable {
    package var key: String

    /// The keys from the observed value to the mapping without this key.
    package var path: [String]

    /// The key that was probably intended; `nil` if none is similar.
    package var nearest: String?

    /// Whether the type of the value can't have the key.
    package var isImpossible: Bool
  }

  /// The suspected keys, by their source ranges.
  package private(set) var suspects: [SourceRange: Suspect] = [:]

  /// The texts that are no raw value of the enumeration they are compared with, and the raw values,
  /// by their source ranges.
  package private(set) var unknownWords: [SourceRange: (word: String, known: [String])] = [:]

  /// The source ranges of the keys that are present in a value.
  package private(set) var present: Set<SourceRange> = []

  /// The maximum number of list elements that are compared with an element that must be absent.
  private static let elementLimit = 200

  private var path: [String] = []

  package init() {}

  /// Collects the keys of a value that matches, or that does not match if `isNegated` is `true`.
  ///
  /// - Parameters:
  ///   - actual: The value; `nil` if there is none yet. Then the keys and words are collected that
  ///     no value of the type can have.
  ///   - keys: The keys that the type of the value can have.
  package mutating func collect(
    _ expected: ExpectedValue, _ actual: Value?, _ keys: KnownKeys, isNegated: Bool
  ) {
    switch (expected.rule, actual) {
    case (.mapping(let entries, _), nil):
      collect(entries, nil, keys, isNegated: isNegated)
    case (.mapping(let entries, _), .mapping(let pairs)?):
      collect(entries, pairs, keys, isNegated: isNegated)
    case (.mapping(let entries, _), .some(let actual)):
      if isNegated, actual != .absent { collect(entries, [], keys, isNegated: true) }
    case (.list(let elements), nil):
      for element in elements { collect(element, nil, keys.element(0), isNegated: isNegated) }
    case (.list(let elements), .list(let values)?):
      for (index, (element, value)) in zip(elements, values).enumerated() {
        collect(element, value, keys.element(index), isNegated: isNegated)
      }
    case (.matcher(let matcher), nil) where isNegated && Self.neverHolds(matcher, for: keys.words):
      unknownWords[expected.node.range] = (expected.node.untagged.notation, keys.words)
    case (.matcher(let matcher), _):
      collect(matcher.parts, actual, keys, isNegated: isNegated)
    case (.scalar(let scalar), nil):
      guard isNegated, !keys.words.isEmpty, !keys.words.contains(scalar.text) else { return }
      unknownWords[expected.node.range] = (scalar.text, keys.words)
    case (.absent, _), (.scalar, _), (.list, _): break
    }
  }

  /// Returns whether a matcher of texts, such as `!contains`, holds for no value of an enumeration.
  private static func neverHolds(_ matcher: any Matcher, for words: [String]) -> Bool {
    if case .ofValue = matcher.parts { return false }
    return !words.isEmpty && !words.contains { matcher.verdict(on: .text($0)) == true }
  }

  private mutating func collect(
    _ parts: MatcherParts, _ actual: Value?, _ keys: KnownKeys, isNegated: Bool
  ) {
    switch (parts, actual) {
    case (.ofValue(let parts, let negates), _):
      let isNegated = isNegated || negates
      for part in parts where isNegated || actual.map(part.matches) ?? true {
        collect(part, actual, keys, isNegated: isNegated)
      }
    case (_, nil):
      for part in parts.all { collect(part, nil, keys.element(0), isNegated: isNegated) }
    case (.anyElement(let part), .list(let values)?):
      collectFromAll(values, part, keys, isNegated: isNegated)
    case (.elementsInAnyOrder(let elements), .list(let values)?):
      let pairing = UnorderedPairing(elements, values)
      for (element, partner) in zip(elements, pairing.partners) {
        if let partner {
          collect(element, values[partner], keys.element(partner), isNegated: isNegated)
        } else if isNegated {
          collectFromAll(values, element, keys, isNegated: true)
        }
      }
    case (.none, _), (.anyElement, _), (.elementsInAnyOrder, _): break
    }
  }

  /// Collects the keys of the elements of a list that may be the expected one.
  private mutating func collectFromAll(
    _ elements: [Value], _ expected: ExpectedValue, _ keys: KnownKeys, isNegated: Bool
  ) {
    for (index, element) in elements.prefix(Self.elementLimit).enumerated()
    where isNegated || expected.matches(element) {
      collect(expected, element, keys.element(index), isNegated: isNegated)
    }
  }

  private mutating func collect(
    _ entries: [Rule.Entry], _ pairs: [Value.Pair]?, _ keys: KnownKeys, isNegated: Bool
  ) {
    let values = MappingIndex(pairs ?? [])
    for entry in entries {
      let value = values[entry.key]
      if value != nil { present.insert(entry.range) }
      if value != nil || pairs == nil && keys.canHave(entry.key) != false {
        path.append(entry.key)
        collect(entry.value, value, keys.field(entry.key), isNegated: isNegated)
        path.removeLast()
      } else if isNegated || entry.value.matches(.absent), keys.canHave(entry.key) != true {
        let others = (pairs?.map(\.key) ?? keys.names).lazy.filter { other in
          !entries.contains { $0.key == other }
        }
        suspects[entry.range] = Suspect(
          key: entry.key, path: path, nearest: NearKey.find(entry.key, among: others),
          isImpossible: keys.canHave(entry.key) == false)
      }
    }
  }
}

/// A search for the key that was probably intended instead of an absent one.
enum NearKey {
  /// Returns the nearest existing key, at most two edits away; `nil` if there is none.
  ///
  /// Keys that differ only in digits (`line1`, `line2`) are different keys, not typos.
  static func find(_ key: String, among others: some Sequence<String>) -> String? {
    let typed = key.lowercased()
    var nearest: (distance: Int, key: String)?
    for other in others where other != key {
      let meant = other.lowercased()
      let edits = min(2, min(typed.count, meant.count) / 3)
      guard let distance = NearestText.distance(from: typed, to: meant, atMost: edits),
        !differsInDigitsOnly(typed, meant)
      else { continue }
      if nearest.map({ (distance, other) < $0 }) ?? true { nearest = (distance, other) }
    }
    return nearest?.key
  }

  private static func differsInDigitsOnly(_ left: String, _ right: String) -> Bool {
    left != right && left.filter { !$0.isNumber } == right.filter { !$0.isNumber }
  }
}
