import DisplayText

/// The number of scenarios with each verdict.
public struct Summary: Codable, Sendable, Hashable {
  private var numbers: [Verdict: Int] = [:]

  /// The number of broken scenarios.
  public private(set) var broken = 0

  private var flaky = 0

  /// The number of files that can't be run.
  public var brokenFiles = 0

  /// The problems of the whole run, in a few words each.
  public var problems: [String] = []

  /// The total story time of all scenarios.
  public private(set) var storyTime: Duration = .zero

  /// Creates an empty summary.
  public init() {}

  /// Creates a summary of a run.
  public init(_ run: RunReport) {
    for scenario in run.scenarios { count(scenario) }
    brokenFiles = run.brokenFiles.count
    problems = run.problems?.map(\.message) ?? []
  }

  /// Adds a scenario to the counts.
  public mutating func count(_ scenario: ScenarioReport) {
    numbers[scenario.verdict, default: 0] += 1
    storyTime += .nanoseconds(scenario.storyNanoseconds)
    if scenario.isBroken { broken += 1 }
    if scenario.isFlaky { flaky += 1 }
  }

  /// The number of scenarios with a verdict.
  public subscript(verdict: Verdict) -> Int { numbers[verdict, default: 0] }

  /// The number of scenarios.
  public var total: Int { numbers.values.reduce(0, +) }

  /// Whether a scenario has begun, or a failure is the reason why none has.
  package var hasRun: Bool { total > self[.skipped] + self[.blocked] || hasFailures }

  /// Whether a scenario is broken, a file can't be run, or the run as a whole has a problem.
  public var hasFailures: Bool { broken > 0 || brokenFiles > 0 || !problems.isEmpty }

  /// The counts in one line, without those of zero, and the problems of the run:
  /// `14 scenarios: 1 failed, 13 passed`.
  public var counts: String { counts { $0 } }

  /// Returns the counts in one line, whose parts and whole a function translates.
  package func counts(translated: (String) -> String) -> String {
    let parts = Verdict.inOrderOfUrgency.filter { self[$0] > 0 }
      .map { translated("\(self[$0]) \($0.countedWord)") }
    let scenarios = counted(total, "scenario")
    let whole = translated(
      parts.isEmpty ? scenarios : "\(scenarios): \(parts.joined(separator: ", "))")
    let others =
      (flaky > 0 ? ["\(flaky) flaky"] : [])
      + (brokenFiles > 0 ? ["\(counted(brokenFiles, "file")) with errors"] : []) + problems
    return ([whole] + others.map(translated)).joined(separator: ", ")
  }
}
