import ScenarioLanguage

extension Rule {
  /// Whether the absence of a key can be why the rule holds; most rules have no such key, and need
  /// no look at every value.
  var mayHoldByAbsence: Bool {
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

/// The keys by whose absence a check holds, in one look at what is shown.
///
/// Most are meant: `message: !absent`. One with a slip in it makes its check hold for ever, so what
/// is near it is kept, too.
struct AbsentKeys {
  /// A key that isn't there, and the one that was probably meant.
  struct Doubt: Hashable {
    var key: String
    var nearest: String
  }

  /// The doubtful keys, by where they stand.
  private(set) var doubts: [SourceRange: Doubt] = [:]

  /// Where the keys stand that are there after all.
  private(set) var present: Set<SourceRange> = []

  /// How many elements of a list are looked at for each that is not to be in it.
  private static let elementLimit = 200

  /// Looks at a value that holds, or that is not as expected where that is what is wanted.
  mutating func look(_ expected: ExpectedValue, _ actual: Value, isTurnedRound: Bool) {
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
