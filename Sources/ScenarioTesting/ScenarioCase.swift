import ScenarioReports
import ScenarioRunner
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
    /// A scenario to run, and the identities of all that were chosen with it.
    case scenario(PlannedScenario, chosen: Set<PlannedScenario.ID>)
    /// A file that can't be run.
    case brokenFile(Plan.BrokenFile)
    /// A reason why nothing can be run at all.
    case problem(String)
  }

  let kind: Kind
  let paths: IssuePaths

  /// The name of the case.
  public var testDescription: String {
    switch kind {
    case .scenario(let scenario, _): scenario.name
    case .brokenFile(let file): "\(file.id) can be read"
    case .problem: "There are scenarios to run"
    }
  }

  /// Encodes what identifies the case.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    switch kind {
    case .scenario(let scenario, _): try container.encode(scenario.id.description)
    case .brokenFile(let file): try container.encode(file.id)
    case .problem(let text): try container.encode(text)
    }
  }

  /// Runs the scenario and records what does not hold, each at its line of the story.
  ///
  /// - Throws: Only what ends the case as cancelled: a scenario that is to be skipped, or is
  ///   blocked by a failed one.
  public func run() async throws {
    switch kind {
    case .scenario(let scenario, let chosen):
      try report(await ScenarioCases.runner.run(scenario), chosen: chosen)
    case .brokenFile(let file):
      for mistake in file.mistakes {
        let text = ([mistake.message] + mistake.remedies).joined(separator: "\n")
        Issue.record(
          "\(text)", severity: mistake.severity == .error ? .error : .warning,
          sourceLocation: paths.location(of: mistake.place))
      }
    case .problem(let text):
      Issue.record("\(text)")
    }
  }

  private func report(
    _ result: ScenarioResult, chosen: Set<PlannedScenario.ID>
  ) throws {
    let own = paths.location(of: result.scenario.place)
    for note in result.notes {
      Issue.record(
        "\(note.message)", severity: .warning, sourceLocation: paths.location(of: note.place))
    }
    switch result.verdict {
    case .passed: break
    case .failed: record(result.failures)
    case .skipped(let reason):
      try Test.cancel("skipped: \(reason)", sourceLocation: own)
    case .knownIssue(let issue):
      withKnownIssue("\(issue)", sourceLocation: own) { record(result.failures) }
    case .blocked(let parent):
      // Somebody has to fail. Where the scenario around this one was not chosen, nobody else would.
      guard chosen.contains(where: { $0.isAround(result.scenario.id, titled: parent) }) else {
        return record(result.failures)
      }
      try Test.cancel("blocked by \"\(parent)\", which failed", sourceLocation: own)
    }
  }

  private func record(_ failures: [Failure]) {
    let text = FailureText()
    for failure in failures {
      Issue.record(
        "\(text.message(of: failure))", sourceLocation: paths.location(of: failure.place))
    }
  }
}

extension PlannedScenario.ID {
  /// Whether this is the scenario of a title that another one is nested in.
  fileprivate func isAround(_ other: PlannedScenario.ID, titled title: String) -> Bool {
    path == other.path && titles.last == title && titles.count < other.titles.count
      && other.titles.starts(with: titles)
  }
}
