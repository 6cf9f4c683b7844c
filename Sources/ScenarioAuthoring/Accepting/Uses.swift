import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

/// Who else says a value that is to be accepted, and whether they want it to be the same.
///
/// What stands in a phrase, in the background or in a scenario that others continue is said more
/// than once.
struct Uses {
  /// What one check would have a place become; `nil` where it holds as it is.
  private struct Use {
    var scenario: String
    var change: Amendment.Change?
  }

  private let spots: Set<Spot>
  private let paths: Set<String>
  private var uses: [Spot: [Use]] = [:]
  /// Which scenario fails before it comes to a place; the first of several.
  private var unreached: [Spot: String] = [:]

  init(of spots: Set<Spot>) {
    self.spots = spots
    paths = Set(spots.map(\.path))
  }

  /// Takes the checks into account that a scenario came to, and those that it has still to come to.
  ///
  /// - Parameter isToPass: Whether the scenario fails and should not, and so is to come to all of
  ///   its checks yet.
  mutating func add(_ result: ScenarioResult, isToPass: Bool) {
    let path = result.scenario.id.path
    guard paths.contains(path) else { return }
    let changes = Dictionary(
      result.failures.flatMap(\.amendments).map { ($0.target.range, $0.change) },
      uniquingKeysWith: { first, _ in first })
    var reached: Set<Spot> = []
    for (step, outcome) in zip(result.scenario.steps, result.steps.map(\.outcome))
    where step.purpose == .check && (outcome != .notRun || isToPass) {
      for range in step.expectedRanges {
        let spot = Spot(path: path, range: range)
        guard spots.contains(spot) else { continue }
        if outcome == .notRun {
          // One that says it again behind a failure of its own can't come to it in any other way.
          if !reached.contains(spot), unreached[spot] == nil {
            unreached[spot] = result.scenario.name
          }
          continue
        }
        reached.insert(spot)
        let change = outcome == .failed ? changes[range] : nil
        let known = uses[spot, default: []].contains { $0.change == change }
        if !known {
          uses[spot, default: []].append(Use(scenario: result.scenario.name, change: change))
        }
      }
    }
  }

  /// Why a place can't become what one of its uses wants; `nil` where all want the same.
  ///
  /// What a scenario that has not come to it yet would want can't be told.
  func contradiction(at spot: Spot) -> String? {
    guard let uses = uses[spot], let first = uses.first else { return nil }
    guard uses.count > 1 else {
      return unreached[spot].map { "\"\($0)\" says it, too, and fails before it comes to it" }
    }
    let other = uses[1]
    let scenarios =
      first.scenario == other.scenario
      ? "twice in \"\(first.scenario)\"" : "by \"\(first.scenario)\" and \"\(other.scenario)\""
    return "it is said \(scenarios), and is not the same there"
  }
}

extension PlannedStep {
  /// Where everything stands that the step expects.
  fileprivate var expectedRanges: [SourceRange] {
    var ranges = (timeline?.observed ?? []).map(\.row.marbles.range)
    for sentence in sentences { sentence.expectation?.node.addRanges(to: &ranges) }
    return ranges
  }
}

extension Node {
  fileprivate func addRanges(to ranges: inout [SourceRange]) {
    ranges.append(range)
    switch content {
    case .scalar: break
    case .sequence(let items): for item in items { item.addRanges(to: &ranges) }
    case .mapping(let entries): for entry in entries { entry.value.addRanges(to: &ranges) }
    }
  }
}
