import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Testing

/// A scenario as a case of a parameterised test.
///
///     @Test(arguments: ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)]))
///     func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
///
/// Its name is `story › scenario › nested`. Its identity is the file's path with these titles, so
/// it stays the same from run to run and when other parts of the file change.
public struct ScenarioCase: Sendable, CustomTestStringConvertible, CustomTestArgumentEncodable {
  enum Kind: Sendable {
    /// A scenario to run, its index among those that were selected with it, and their places.
    ///
    /// It is indirect because Swift Testing copies cases often.
    indirect case scenario(
      PlannedScenario, Int, of: StoryWorkers, chosen: Set<PlannedScenario.Place>)
    /// A file that can't be run.
    case brokenFile(BrokenFile)
    /// A request to the run, which passes.
    case notice(String)
    /// A problem with no location in a story, such as an unknown path or tag.
    case problem(String, severity: Issue.Severity)
  }

  let kind: Kind
  let paths: IssuePaths

  /// The name of the case.
  public var testDescription: String {
    switch kind {
    case .scenario(let scenario, _, _, _): scenario.name
    case .brokenFile(let file): "\(file.path) can be run"
    case .notice(let text): text
    case .problem(_, .error): "There are scenarios to run"
    case .problem: "The selected tags exist"
    }
  }

  /// Encodes the identity of the case.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    switch kind {
    case .scenario(let scenario, _, _, _): try container.encode(scenario.id.description)
    case .brokenFile(let file): try container.encode(file.path)
    case .notice(let text), .problem(let text, _): try container.encode(text)
    }
  }

  /// Runs the scenario and records each failure at its line of the story.
  ///
  /// Call it in a test of Swift Testing and await it: outside of one, failures would be lost, so
  /// the process ends.
  ///
  /// - Parameter sourceLocation: The location of issues that have none in a story.
  /// - Throws: Only an error that ends the case as cancelled: the scenario is skipped, or is
  ///   blocked by a failed one. A test without arguments, which may run other scenarios after this
  ///   one, goes on.
  public func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    precondition(
      Test.current != nil,
      "scenario.run() is only for tests of Swift Testing, written with @Test; XCTest and tasks that"
        + " no test waits for lose the failures of scenarios")
    guard let cancellation = await runOrCancellation(sourceLocation: sourceLocation),
      Test.Case.current?.isParameterized == true
    else { return }
    try Test.cancel(
      "\(cancellation.reason)", sourceLocation: paths.sourceLocation(of: cancellation.location))
  }

  /// Whether `swift test` runs only some tests, so that an enclosing scenario may not run.
  package static let areFiltered = CommandLine.arguments.contains { argument in
    ["--filter", "--skip"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
  }

  /// Returns cases that report the failure of an enclosing scenario that is not among them.
  package static func reportingAlone(_ cases: ArraySlice<ScenarioCase>) -> ArraySlice<ScenarioCase>
  {
    let together = cases.compactMap { scenario in
      if case .scenario(let scenario, _, _, _) = scenario.kind { scenario.place } else { nil }
    }
    return cases.map { scenario in
      guard case .scenario(let planned, let index, let workers, _) = scenario.kind else {
        return scenario
      }
      return ScenarioCase(
        kind: .scenario(planned, index, of: workers, chosen: Set(together)), paths: scenario.paths)
    }[...]
  }

  /// The reason why a case ends as cancelled, and its location in the story.
  struct Cancellation: Sendable, Hashable {
    var reason: String
    var location: Location
  }

  /// Runs the case, records its issues, and returns the cancellation if it ends as cancelled.
  ///
  /// - Parameter collector: The collector of the results; by default that of the process.
  func runOrCancellation(
    sourceLocation: SourceLocation, collector: ResultsCollector? = .shared
  ) async -> Cancellation? {
    switch kind {
    case .scenario(let scenario, let index, let workers, let chosen):
      var result = await workers.result(of: index)
      if workers.allowsUndefined, scenario.isUndefined { result.exemption = .undefinedAllowed }
      collector?.add(result, of: scenario)
      if result.verdict == .failed, Self.keepsAttachments { attach(result) }
      return report(result, of: scenario, chosen: chosen)
    case .brokenFile(let file):
      collector?.add(file)
      for diagnostic in file.diagnostics.lazy.map(\.inLanguageOfStory) {
        let text = ([diagnostic.message] + diagnostic.hints).joined(separator: "\n")
        Issue.record(
          "\(text)", severity: diagnostic.severity == .error ? .error : .warning,
          sourceLocation: diagnostic.location.map(paths.sourceLocation) ?? sourceLocation)
      }
    case .notice: break
    case .problem(let text, let severity):
      Issue.record("\(text)", severity: severity, sourceLocation: sourceLocation)
    }
    return nil
  }

  /// Whether `swift test` was given a folder for attachments, which are lost without one.
  static let keepsAttachments = CommandLine.arguments.contains { $0.contains("attachments-path") }

  /// Attaches files that help to understand a failure.
  ///
  /// These are a page with the values that the app showed after each step, the trace, and the app's
  /// output if there is any.
  private func attach(_ result: ScenarioReport) {
    let name = result.titles.last ?? ""
    Attachment.record(result.trace, named: "\(name).trace.txt")
    if let output = result.output { Attachment.record(output, named: "\(name).output.txt") }
    let run = RunReport(
      began: Date(), seconds: result.seconds,
      origin: RunReport.Origin(command: "swift test", host: ProcessInfo.processInfo.hostName),
      scenarios: [result])
    do { Attachment.record(try HTMLReport(run: run).html, named: "\(name).html") } catch {
      Issue.record("the HTML page of the scenario can't be created: \(error)", severity: .warning)
    }
  }

  private func report(
    _ result: ScenarioReport, of scenario: PlannedScenario, chosen: Set<PlannedScenario.Place>
  ) -> Cancellation? {
    for note in result.notes {
      Issue.record(
        "\(note.location.storyLanguage.text(of: note.text))", severity: .warning,
        sourceLocation: paths.sourceLocation(of: note.location))
    }
    let reason = result.reason ?? ""
    switch result.verdict {
    case .passed: break
    case .failed:
      // Nothing else shows what the app printed.
      record(result.failures, PrintedOutput.sanitizerReport(in: result.output ?? ""))
    case .undefined where result.exemption == .undefinedAllowed,
      .blocked where result.exemption == .undefinedAllowed:
      return Cancellation(
        reason: "undefined: \(result.failures.first?.message ?? "")", location: scenario.location)
    case .undefined: record(result.failures)
    case .skipped: return Cancellation(reason: "skipped: \(reason)", location: scenario.location)
    case .knownIssue: record(result.failures, knownAs: reason)
    case .blocked:
      if let parent = result.blocker, chosen.contains(scenario.place.around(at: parent)) {
        return Cancellation(
          reason: "blocked by \"\(reason)\", which failed", location: scenario.location)
      }
      // The failure must be recorded here, because the scenario that failed was not selected.
      record(
        result.failures,
        knownAs: result.exemption == .knownIssue
          ? result.blocker.flatMap { scenario.knownIssuesAround[$0] }?.reason.string : nil)
    }
    return nil
  }

  private func record(_ failures: [Failure], knownAs issue: String?) {
    guard let issue, let first = failures.first else { return record(failures) }
    let location = paths.sourceLocation(of: first.location)
    withKnownIssue("\(issue)", sourceLocation: location) { record(failures) }
  }

  private func record(_ failures: [Failure], _ report: [String] = []) {
    let text = FailureText()
    for failure in failures.withoutRepeatedValues {
      let lines = [text.message(of: failure)] + report.map { "  \($0)" }
      Issue.record(
        "\(lines.joined(separator: "\n"))",
        sourceLocation: paths.sourceLocation(of: failure.location))
    }
  }
}

extension ScenarioCase {
  /// Creates a case that fails for a reason without a source location in a story.
  package init(problem: String) { self = .failing(problem, IssuePaths(base: "")) }

  static func failing(_ problem: String, _ paths: IssuePaths) -> ScenarioCase {
    ScenarioCase(kind: .problem(problem, severity: .error), paths: paths)
  }
}
