/// Pairs scenarios that are similar without being equal.
///
/// Two scenarios are similar if they share at least half of their lines and title words.
struct ScenarioLikeness {
  typealias Candidate = (index: Int, scenario: ScenarioReport, content: String)

  /// The largest number of earlier scenarios that may share a feature for it to count.
  ///
  /// More common features do not distinguish scenarios.
  private static let commonest = 24

  /// The limit on the work, in comparisons; scenarios beyond it stay unmatched.
  ///
  /// A better match is not worth a delay that a user would notice.
  private static let limit = 3_000_000

  private static let least = 0.5

  /// The index in the run and the index in the earlier run, for each pair.
  private(set) var pairs: [(Int, Int)] = []

  init(now: [Candidate], earlier: [Candidate]) {
    let features = now.map { Self.features(of: $0) }
    let earlierFeatures = earlier.map { Self.features(of: $0) }
    var holders: [Feature: [Int]] = [:]
    for (index, features) in earlierFeatures.enumerated() {
      for feature in features { holders[feature, default: []].append(index) }
    }
    var work = 0
    var found: [(score: Double, now: Int, earlier: Int)] = []
    for (index, mine) in features.enumerated() where work < Self.limit {
      var sharing: Set<Int> = []
      for feature in mine {
        guard let others = holders[feature], others.count <= Self.commonest else { continue }
        work += others.count
        sharing.formUnion(others)
      }
      for other in sharing {
        let others = earlierFeatures[other]
        // Features that many scenarios share say nothing about similarity.
        let common = mine.intersection(others)
          .count { holders[$0, default: []].count <= Self.commonest }
        let score = Double(2 * common) / Double(mine.count + others.count)
        work += mine.count
        if score >= Self.least { found.append((score, index, other)) }
      }
    }
    found.sort { ($1.score, $0.now, $0.earlier) < ($0.score, $1.now, $1.earlier) }
    var isTaken = (now: Set<Int>(), earlier: Set<Int>())
    for pair in found where !isTaken.now.contains(pair.now) {
      guard isTaken.earlier.insert(pair.earlier).inserted else { continue }
      isTaken.now.insert(pair.now)
      pairs.append((now[pair.now].index, earlier[pair.earlier].index))
    }
  }

  private enum Feature: Hashable {
    case line(Substring)
    case word(Substring)
  }

  private static func features(of candidate: Candidate) -> Set<Feature> {
    let lines = candidate.content.split(separator: "\n").map { Feature.line($0) }
    let words = (candidate.scenario.titles.last ?? "").split(separator: " ")
      .map { Feature.word($0) }
    return Set(lines + words)
  }
}
