import Foundation
import ScenarioEngine
import ScenarioLanguage
import ScenarioReports
import ScenarioResults
import Testing

/// One scenario as a case of a parameterised test.
///
///     @Test(arguments: ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)]))
///     func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
///
/// Its name is `story › scenario › nested`. Its identity is the file's path with these titles, so
/// it stays the same from run to run and when other parts of the file change.
public struct ScenarioCase: Sendable, CustomTestStringConvertible, CustomTestArgumentEncodable {
  enum Kind: Sendable {
    /// A scenario to run, and the identities of all that were chosen with it. Swift Testing copies
    /// cases often, which indirectly costs as good as nothing.
    indirect case scenario(PlannedScenario, of: StoryWorkers, chosen: Set<PlannedScenario.ID>)
    /// A file that can't be run.
    case brokenFile(Plan.BrokenFile)
    /// A reason why nothing can be run at all.
    case problem(String)
  }

  let kind: Kind
  let paths: IssuePaths

  init(kind: Kind, paths: IssuePaths) {
    self.kind = kind
    self.paths = paths
  }

  /// Makes a case that fails, for a reason that is at no line of a story.
  package init(problem: String) {
    self.init(kind: .problem(problem), paths: IssuePaths(base: ""))
  }

  /// The name of the case.
  public var testDescription: String {
    switch kind {
    case .scenario(let scenario, _, _): scenario.name
    case .brokenFile(let file): "\(file.id) can be read"
    case .problem: "There are scenarios to run"
    }
  }

  /// Encodes what identifies the case.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    switch kind {
    case .scenario(let scenario, _, _): try container.encode(scenario.id.description)
    case .brokenFile(let file): try container.encode(file.id)
    case .problem(let text): try container.encode(text)
    }
  }

  /// Runs the scenario and records what does not hold, each at its line of the story.
  ///
  /// - Parameter sourceLocation: Where an issue is recorded that is at no line of a story.
  /// - Throws: Only what ends the case as cancelled: a scenario that is to be skipped, or is
  ///   blocked by a failed one.
  public func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    guard let cancellation = await runOrCancellation(sourceLocation: sourceLocation) else { return }
    try Test.cancel(
      "\(cancellation.reason)", sourceLocation: paths.location(of: cancellation.place))
  }

  /// Why a case is to end as cancelled, and where the story says so.
  struct Cancellation: Sendable, Hashable {
    var reason: String
    var place: Place
  }

  /// Runs the case, records its issues, and returns why it is to end as cancelled, if it is.
  func runOrCancellation(sourceLocation: SourceLocation) async -> Cancellation? {
    switch kind {
    case .scenario(let scenario, let workers, let chosen):
      let result = await workers.result(of: scenario)
      ResultsCollector.shared?.add(result, of: scenario)
      if result.verdict == .failed { attach(result) }
      return report(result, of: scenario, chosen: chosen)
    case .brokenFile(let file):
      ResultsCollector.shared?.add(file)
      for mistake in file.mistakes {
        let text = ([mistake.message] + mistake.remedies).joined(separator: "\n")
        Issue.record(
          "\(text)", severity: mistake.severity == .error ? .error : .warning,
          sourceLocation: mistake.place.map(paths.location) ?? sourceLocation)
      }
    case .problem(let text):
      Issue.record("\(text)", sourceLocation: sourceLocation)
    }
    return nil
  }

  /// Attaches what a person needs to understand a failure: a page with what the app showed after
  /// each step, and the trace.
  private func attach(_ result: ScenarioReport) {
    let name = result.titles.last ?? ""
    Attachment.record(result.trace, named: "\(name).trace.txt")
    if let output = result.output { Attachment.record(output, named: "\(name).output.txt") }
    let run = RunReport(
      began: Date(), seconds: result.seconds,
      origin: RunReport.Origin(command: "swift test", host: ProcessInfo.processInfo.hostName),
      scenarios: [result])
    do {
      Attachment.record(try HTMLReport(run: run).html, named: "\(name).html")
    } catch {
      Issue.record("the page of the scenario can't be made: \(error)", severity: .warning)
    }
  }

  private func report(
    _ result: ScenarioReport, of scenario: PlannedScenario, chosen: Set<PlannedScenario.ID>
  ) -> Cancellation? {
    for note in result.notes {
      Issue.record(
        "\(note.message)", severity: .warning,
        sourceLocation: paths.location(
          path: result.path, line: note.line, column: note.column ?? 1))
    }
    let reason = result.reason ?? ""
    switch result.verdict {
    case .passed: break
    case .failed: record(result.failures)
    case .skipped:
      return Cancellation(reason: "skipped: \(reason)", place: scenario.place)
    case .knownIssue: record(result.failures, knownAs: reason)
    case .blocked:
      let parent = reason
      if chosen.containsScenario(titled: parent, around: scenario.id) {
        return Cancellation(
          reason: "blocked by \"\(parent)\", which failed", place: scenario.place)
      }
      // Somebody has to fail, and the scenario that would was not chosen.
      record(result.failures, knownAs: scenario.knownIssuesAround[parent])
    }
    return nil
  }

  private func record(_ failures: [ScenarioReport.Failure], knownAs issue: String?) {
    guard let issue, let first = failures.first else { return record(failures) }
    withKnownIssue("\(issue)", sourceLocation: location(of: first)) {
      record(failures)
    }
  }

  private func record(_ failures: [ScenarioReport.Failure]) {
    let text = FailureText()
    for failure in failures {
      Issue.record(
        "\(text.message(of: failure))", sourceLocation: location(of: failure))
    }
  }
}

extension ScenarioCase {
  private func location(of failure: ScenarioReport.Failure) -> SourceLocation {
    paths.location(path: failure.path, line: failure.line, column: failure.column)
  }
}

extension Set<PlannedScenario.ID> {
  /// Whether one of these has a title and another scenario nested in it.
  fileprivate func containsScenario(
    titled title: String, around inner: PlannedScenario.ID
  ) -> Bool {
    var around = inner
    while !around.titles.isEmpty {
      around.titles.removeLast()
      if around.titles.last == title, contains(around) { return true }
    }
    return false
  }
}
