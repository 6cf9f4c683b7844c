import ScenarioLanguage

/// The number of scenarios with each verdict.
package struct Summary: Codable, Sendable, Hashable {
  private var numbers: [Verdict: Int] = [:]

  /// The number of broken scenarios.
  package private(set) var broken = 0

  private var flaky = 0

  /// The number of files that can't be run.
  package var brokenFiles = 0

  /// The problems of the whole run, in a few words each.
  package private(set) var problems: [String] = []

  /// The problems, by which they are translated; `nil` in earlier results, and without problems.
  private var messages: [Message]?

  /// The total story time of all scenarios.
  package private(set) var storyTime: Duration = .zero

  /// Creates an empty summary.
  package init() {}

  /// Creates a summary of a run.
  package init(_ run: RunReport) {
    for scenario in run.scenarios { count(scenario) }
    brokenFiles = run.brokenFiles.count
    for problem in run.problems ?? [] { add(problem) }
  }

  /// Adds a problem of the whole run.
  package mutating func add(_ problem: RunReport.Problem) {
    messages = (messages ?? []) + [problem.texts[0]]
    problems.append(problem.message)
  }

  /// Adds a scenario to the counts.
  package mutating func count(_ scenario: ScenarioReport) {
    numbers[scenario.verdict, default: 0] += 1
    storyTime += .nanoseconds(scenario.storyNanoseconds)
    if scenario.isBroken { broken += 1 }
    if scenario.isFlaky { flaky += 1 }
  }

  /// The number of scenarios with a verdict.
  package subscript(verdict: Verdict) -> Int { numbers[verdict, default: 0] }

  /// The number of scenarios.
  package var total: Int { numbers.values.reduce(0, +) }

  /// Whether a scenario has begun, or a failure is the reason why none has.
  package var hasRun: Bool { total > self[.skipped] + self[.blocked] || hasFailures }

  /// Whether a scenario is broken, a file can't be run, or the run as a whole has a problem.
  package var hasFailures: Bool { broken > 0 || brokenFiles > 0 || !problems.isEmpty }

  /// The counts in one line, without those of zero, and the problems of the run:
  /// `14 scenarios: 1 failed, 13 passed`.
  package var counts: String { counts(in: .english) }

  /// Returns the counts and the problems of the run in one line, in a language.
  package func counts(in language: StoryLanguage) -> String {
    let parts = Verdict.allCases.filter { self[$0] > 0 }.map {
      language.text(of: "\(self[$0])" + Message(stringLiteral: " \($0.countedWord)"))
    }
    let scenarios = Message.counted(total, "scenario")
    var counts = [parts.isEmpty ? scenarios : "\(scenarios): \(parts.joined(separator: ", "))"]
    if flaky > 0 { counts.append("\(flaky) flaky") }
    if brokenFiles > 0 { counts.append("\(Message.counted(brokenFiles, "file")) with errors") }
    counts += messages ?? [Message](verbatim: problems)
    return counts.map(language.text).joined(separator: ", ")
  }
}
