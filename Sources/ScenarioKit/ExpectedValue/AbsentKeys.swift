import ScenarioLanguage

extension Rule {
  /// Whether the absence of a key can be why the rule holds; most rules have no such key, and need
  /// no look at every value.
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

/// The keys whose absence makes a check pass, for one value that was shown.
///
/// Most are meant: `message: !absent`. One with a slip in it makes its check hold for ever, so what
/// is near it is kept, too.
package struct AbsentKeys {
  /// A key that isn't there, and the one that was probably meant.
  package struct Doubt: Hashable {
    package var key: String
    package var nearest: String
  }

  /// The doubtful keys, by where they stand.
  package private(set) var doubts: [SourceRange: Doubt] = [:]

  /// Where the keys stand that are there after all.
  package private(set) var present: Set<SourceRange> = []

  /// The most elements of a list that are searched for an element that must not be in it.
  private static let elementLimit = 200

  package init() {}

  /// Collects the keys of a value that matches, or that does not match if `isTurnedRound`.
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
          doubts[entry.range] = Doubt(key: entry.key, nearest: nearest)
        }
      }
    }
  }
}

/// Finds the key that was probably meant by one that isn't there.
enum NearKey {
  /// The nearest of the keys that there are, with one slip or two; `nil` where none is so near.
  ///
  /// Keys that only count otherwise (`line1`, `line2`) are different keys, and no slips.
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
