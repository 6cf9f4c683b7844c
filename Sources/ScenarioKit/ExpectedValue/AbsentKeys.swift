import ScenarioLanguage

extension Rule {
  /// Whether the rule may hold because a key is absent.
  ///
  /// Most rules have no such key, so their values need not be searched.
  package var mayHoldByAbsence: Bool {
    switch self {
    case .mapping(let entries, _):
      entries.contains { $0.value.matches(.absent) || $0.value.rule.mayHoldByAbsence }
    case .list(let parts), .oneOf(let parts), .unordered(let parts):
      parts.contains { $0.rule.mayHoldByAbsence }
    case .contains(let part): part.rule.mayHoldByAbsence
    case .not: true
    case .any, .absent, .scalar, .pattern, .count, .about, .beyond: false
    }
  }
}

/// A collection of the keys whose absence makes a check pass, for one observed value.
///
/// Most of them are intended: `message: !absent`. A misspelled key makes its check pass forever, so
/// such a key is recorded together with the nearest existing one.
package struct AbsentKeys {
  /// An absent key and the key that was probably intended.
  package struct SuspectedTypo: Hashable {
    package var key: String
    package var nearest: String
  }

  /// The suspected typos, by the source range of the key.
  package private(set) var typos: [SourceRange: SuspectedTypo] = [:]

  /// The source ranges of the keys that are present in a value.
  package private(set) var present: Set<SourceRange> = []

  /// The maximum number of list elements that are searched for an element that must not be in the
  /// list.
  private static let elementLimit = 200

  package init() {}

  /// Collects the keys of a value that matches, or that does not match if `isTurnedRound` is
  /// `true`.
  package mutating func look(_ expected: ExpectedValue, _ actual: Value, isTurnedRound: Bool) {
    switch (expected.rule, actual) {
    case (.mapping(let entries, _), .mapping(let pairs)):
      look(entries, pairs, isTurnedRound: isTurnedRound)
    case (.list(let elements), .list(let values)):
      for (element, value) in zip(elements, values) {
        look(element, value, isTurnedRound: isTurnedRound)
      }
    case (.not(let other), _):
      look(other, actual, isTurnedRound: true)
    case (.oneOf(let alternatives), _):
      for alternative in alternatives where isTurnedRound || alternative.matches(actual) {
        look(alternative, actual, isTurnedRound: isTurnedRound)
      }
    case (.contains(let part), .list(let elements)):
      for element in elements.prefix(Self.elementLimit)
      where isTurnedRound || part.matches(element) {
        look(part, element, isTurnedRound: isTurnedRound)
      }
    case (.unordered(let elements), .list(let values)):
      let pairing = UnorderedPairing(elements, values)
      for (element, partner) in zip(elements, pairing.partners) {
        if let partner { look(element, values[partner], isTurnedRound: isTurnedRound) }
      }
    default: break
    }
  }

  private mutating func look(
    _ entries: [Rule.Entry], _ pairs: [Value.Pair], isTurnedRound: Bool
  ) {
    let values = MappingIndex(pairs)
    for entry in entries {
      if let value = values[entry.key] {
        present.insert(entry.range)
        look(entry.value, value, isTurnedRound: isTurnedRound)
      } else if isTurnedRound || entry.value.matches(.absent) {
        let others = pairs.lazy.map(\.key).filter { other in
          !entries.contains { $0.key == other }
        }
        if let nearest = NearKey.find(entry.key, among: others) {
          typos[entry.range] = SuspectedTypo(key: entry.key, nearest: nearest)
        }
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
      let slips = min(2, min(typed.count, meant.count) / 3)
      guard let distance = NearestText.distance(from: typed, to: meant, atMost: slips),
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
