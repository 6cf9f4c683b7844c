import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// Runs scenarios in the real world, one after another: in real time, against a real HTTP server on
/// this machine.
///
/// Live runs verify the test doubles: a scenario that passes with them must also pass live.
struct LiveRunner: Sendable {
  /// The port of the server on this machine.
  let port: UInt16

  /// The server on this machine; `nil` if the app calls the answers without a network.
  var server: LoopbackServer?
  var answers = LiveAnswers()
  var limits = RealWorld.Limits.ofConnections

  /// The optional contents of results.
  ///
  /// With the values that the app showed after each step, each step waits for those of the
  /// simulation, not only each act.
  var contents: ScenarioReport.Contents = [.details, .trace]

  /// The recorder of one scenario's requests, which a real server answers.
  var recorder: Recorder?

  /// Whether the server also answers what the app sends with `URLSession` itself.
  ///
  /// All sessions of the process are redirected then, until it ends.
  var redirectsSessions = false

  /// Starts the server.
  ///
  /// - Throws: The error that kept the server from listening.
  static func start(recorder: Recorder? = nil) async throws -> LiveRunner {
    let answers = LiveAnswers()
    let server = try await LoopbackServer.start { request, body in
      if let recorder { return await recorder.respond(to: request, body) }
      return await answers.respond(to: request, body: body)
    }
    return LiveRunner(port: server.port, server: server, answers: answers, recorder: recorder)
  }

  /// Stops the server; call it after the last scenario has run.
  func stop() async { await server?.stop() }

  /// Runs one scenario.
  ///
  /// All failures are in the result; nothing is thrown.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - simulated: The ends of its steps in the simulation, with what the app showed. After each
  ///     action, the live run waits until the app shows the same, or what it showed after the
  ///     checks that follow, and the server has received as much: for 5 s, or longer while threads
  ///     are busy. The server sends nothing before the step in which it arrived in the simulation.
  ///   - remove: Removes the folder of the scenario.
  func run(
    _ scenario: PlannedScenario, after simulated: [StepEnd] = [],
    removing remove: (URL) throws -> Void = { try FileManager.default.removeItem(at: $0) }
  ) async -> ScenarioReport {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "scenarios-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return Runner.report(of: scenario, terminatedIn: nil, at: .zero) {
        Failure("the temporary folder can't be created: \(error)", at: $0)
      }
    }
    let source = LiveScenario(
      folder: folder, port: port, transport: recorder?.transport ?? FakeTransport(),
      answers: answers, pace: LivePace(simulated), recorder: recorder)
    if redirectsSessions { source.redirectSessions() }
    let world = RealWorld(
      startingAt: scenario.clock, ScenarioDoubles([source.transport]), limits: limits,
      source: source)
    let runner = Runner(contents: contents)
    var report = await MainRunLoop.onThread { runner.runWithEnds(scenario, in: world).report }
    do {
      // The app may have removed the folder itself.
      if FileManager.default.fileExists(atPath: folder.path) { try remove(folder) }
    } catch {
      report.notes.append(
        Note("its folder \(folder.path) can't be removed: \(error)", at: scenario.location))
    }
    return report
  }

  // MARK: - Comparison

  /// Runs a scenario live and returns the compared report.
  ///
  /// Call it on the main thread of a separate process; see ``MainRunLoop``.
  static func report(of scenario: PlannedScenario) -> ScenarioReport {
    let simulated = Runner(contents: .details).run(scenario)
    // The live run waits until the app shows the same values. Taking them must not change a result.
    let ends = Runner(contents: [.details, .shownValues]).runWithEnds(scenario).ends
    do {
      let live = try MainRunLoop.run {
        var runner = try await LiveRunner.start()
        runner.redirectsSessions = true
        let result = await runner.run(scenario, after: ends)
        await runner.stop()
        return result
      }
      return live.compared(with: simulated, hasKnownIssue: scenario.knownIssue != nil)
    } catch {
      return Runner.report(of: scenario, terminatedIn: nil, at: .zero) {
        Failure("the server can't be started: \(error)", at: $0)
      }
    }
  }
}

/// A scenario that ran against a real server, and what was recorded.
struct RecordingRun: Codable, Sendable {
  /// The result of the scenario, with its secrets masked.
  var report: ScenarioReport

  /// The recording as JSON: HTTP types leave out fields, for which the encoding of messages between
  /// processes has no sign.
  private let json: Data

  /// The requests and answers.
  var recording: Recording {
    get throws { try JSONDecoder().decode(Recording.self, from: json) }
  }

  /// Runs a scenario against real servers.
  ///
  /// Call it on the main thread of a separate process; see ``MainRunLoop``.
  init(_ scenario: PlannedScenario, to servers: [RealServer]) throws {
    (report, json) = try MainRunLoop.run {
      let recorder = Recorder(servers: servers)
      let runner = try await LiveRunner.start(recorder: recorder)
      var report = await runner.run(scenario)
      let recording = recorder.recording
      await runner.stop()
      report.maskSecrets()
      return (report, try JSONEncoder().encode(recording))
    }
  }
}

extension ScenarioReport {
  /// Returns this result of a live run, turned into a failure with an explanation if the simulated
  /// run ended differently in any way.
  ///
  /// - Parameter hasKnownIssue: Whether the scenario is expected to fail.
  func compared(with simulated: ScenarioReport, hasKnownIssue: Bool) -> ScenarioReport {
    let simulated = hasKnownIssue ? simulated.withoutSolvedIssue : simulated
    var report = hasKnownIssue ? withoutSolvedIssue : self
    guard let disagreement = report.disagreement(with: simulated) else { return self }
    let missing = simulated.failures.filter { failure in
      !report.failures.contains {
        ($0.location, $0.message, $0.differences)
          == (failure.location, failure.message, failure.differences)
      }
    }
    (report.verdict, report.failures) = (.failed, report.failures + [disagreement])
    report.failures += missing.changed { failure in
      failure.messages[0] = "in the simulation: \(failure.messages[0])"
    }
    return report
  }

  /// The result without the failure that the known issue no longer occurs.
  private var withoutSolvedIssue: ScenarioReport {
    var report = self
    if verdict == .failed { (report.verdict, report.failures) = (.passed, []) }
    return report
  }

  /// Returns the way in which two runs ended differently; `nil` if they did not.
  private func disagreement(with simulated: ScenarioReport) -> Failure? {
    if ending != simulated.ending {
      return Failure(
        "live it \(ending), but in the simulation it \(simulated.ending)", at: location)
    }
    if steps.map(\.outcome) != simulated.steps.map(\.outcome) {
      return Failure(
        "live it fails at a different step than in the simulation", at: location,
        details: ["Live: \(failedStep)", "In the simulation: \(simulated.failedStep)"])
    }
    // The messages depend on how time passed.
    let isSame = failures.elementsEqual(simulated.failures) {
      $0.location == $1.location && $0.differences == $1.differences
    }
    return isSame
      ? nil : Failure("live it fails in a different way than in the simulation", at: location)
  }

  /// The ending, worded to follow "it".
  private var ending: Message {
    switch verdict {
    case .passed: "passes"
    case .failed: "fails"
    case .undefined: "is undefined"
    case .blocked: "is blocked by \"\(reason ?? "")\""
    case .skipped: "is skipped"
    case .knownIssue: "fails with the known issue \"\(reason ?? "")\""
    }
  }

  private var failedStep: Message {
    steps.first { $0.outcome == .failed }.map { "\($0.text)" } ?? "after its last step"
  }
}
