import ScenarioKit
import ScenarioReports

/// The checks that use a value to be accepted, and whether they agree on the new value.
///
/// A value in a phrase, in the background or in an outer scenario is used more than once.
struct Uses {
  /// A check's use of a value, with the change that it needs; `nil` if the check holds.
  private struct Use {
    var scenario: String
    var change: ValueUpdate.Change?
  }

  private let targets: Set<FileRange>
  private let paths: Set<String>
  private var uses: [FileRange: [Use]] = [:]
  /// The first scenario that fails before it reaches a value.
  private var unreached: [FileRange: String] = [:]

  init(of targets: Set<FileRange>) { (self.targets, paths) = (targets, Set(targets.map(\.path))) }

  /// Records the checks that a scenario has reached, and those that it has not reached yet.
  ///
  /// A scenario that is broken has to reach all of its checks in the future.
  mutating func add(_ report: ScenarioReport) {
    let path = report.path
    guard paths.contains(path) else { return }
    let changes = Dictionary(
      report.failures.flatMap(\.updates).map { ($0.target.range, $0.change) },
      uniquingKeysWith: { first, _ in first })
    var reached: Set<FileRange> = []
    for step in report.steps where step.outcome != .notRun || report.isBroken {
      for range in step.expectedRanges ?? [] {
        let target = FileRange(path: path, range: range)
        guard targets.contains(target) else { continue }
        if step.outcome == .notRun {
          // A second use in the same scenario can only be reached after the first one is accepted.
          if !reached.contains(target), unreached[target] == nil { unreached[target] = report.name }
          continue
        }
        reached.insert(target)
        let change = step.outcome == .failed ? changes[range] : nil
        if !uses[target, default: []].contains(where: { $0.change == change }) {
          uses[target, default: []].append(Use(scenario: report.name, change: change))
        }
      }
    }
  }

  /// Returns the reason why the uses of a value contradict each other; `nil` if they agree.
  ///
  /// The value that an unreached check needs is unknown.
  func contradiction(at range: FileRange) -> String? {
    guard let uses = uses[range], let first = uses.first else { return nil }
    guard uses.count > 1 else {
      return unreached[range].map { "\"\($0)\" also uses this value, but fails before reaching it" }
    }
    let other = uses[1]
    let scenarios =
      first.scenario == other.scenario
      ? "twice in \"\(first.scenario)\"" : "by \"\(first.scenario)\" and \"\(other.scenario)\""
    return "it is used \(scenarios), with different values"
  }
}
