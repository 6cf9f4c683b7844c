import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning
import Simulation

/// Runs scenarios in the real world, one after another: in real time, against a real HTTP server on
/// this machine.
///
/// Live runs verify the test doubles: a scenario that passes with them must also pass live.
public struct LiveRunner: Sendable {
  /// The port of the server on this machine.
  public let port: UInt16

  private let server: any LiveServer
  private let answers: LiveAnswers
  private let limits: LiveWorld.Limits
  private let keepsShown: Bool
  private let recorder: Recorder?

  /// Whether the server also answers what the app sends with `URLSession` itself.
  ///
  /// All sessions of the process are redirected then, until it ends.
  package var redirectsSessions = false

  /// Starts the server.
  ///
  /// - Throws: The error that kept the server from listening.
  public init(_ server: any LiveServer.Type) async throws {
    try await self.init(server, limits: LiveWorld.Limits())
  }

  /// Starts the server, which sends requests on to a real server.
  ///
  /// - Parameter recorder: Records the requests of one scenario.
  package init(_ server: any LiveServer.Type, recorder: Recorder) async throws {
    try await self.init(server, limits: LiveWorld.Limits(), recorder: recorder)
  }

  /// Starts the server, with limits in real time.
  ///
  /// - Parameters:
  ///   - keepsShown: Whether results include the values that the app showed after each step, which
  ///     takes time. Each step then waits for the values of the simulation, not only each act.
  ///   - recorder: Records the requests of one scenario, which a real server answers.
  init(
    _ server: any LiveServer.Type, limits: LiveWorld.Limits, keepsShown: Bool = false,
    recorder: Recorder? = nil
  ) async throws {
    self.limits = limits
    self.keepsShown = keepsShown
    self.recorder = recorder
    let answers = LiveAnswers()
    self.answers = answers
    self.server = try await server.start { request, body in
      if let recorder { return await recorder.respond(to: request, body) }
      return await answers.respond(to: request, body: body)
    }
    port = self.server.port
  }

  /// Stops the server; call it after the last scenario has run.
  public func stop() async { await server.stop() }

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
  ///     Without it, the run waits for 30 ms.
  package func run(
    _ scenario: PlannedScenario, after simulated: [StepEnd]? = nil
  ) async -> ScenarioReport {
    await run(scenario, after: simulated) { try FileManager.default.removeItem(at: $0) }
  }

  /// Runs one scenario and removes its folder.
  func run(
    _ scenario: PlannedScenario, after simulated: [StepEnd]? = nil,
    removing remove: (URL) throws -> Void
  ) async -> ScenarioReport {
    let shared = Shared(scenario)
    let progress = ScenarioProgress(shared, contents: [.details, .trace])
    guard scenario.skip == nil else { return progress.skipped }
    guard !scenario.isUndefined else { return progress.undefined }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "scenarios-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      progress.fail(
        [Failure("the temporary folder can't be created: \(error)", at: scenario.location)],
        owner: nil)
      return progress.report(storyTime: .zero, trace: Trace())
    }
    let transport = recorder?.transport ?? FakeTransport()
    let surroundings = LiveSurroundings(
      folder: folder, port: port, transport: transport, answers: answers,
      pace: LivePace(
        (simulated ?? []).prefix { $0.outcome != .notRun }
          .map { .init(time: $0.time, receivedCount: $0.progress) }),
      recorder: recorder)
    if redirectsSessions { surroundings.redirectSessions() }
    let (storyTime, trace) = await withCheckedContinuation { continuation in
      // The driver blocks while the app works, so it needs a thread of its own.
      Thread {
        let world = LiveWorld(
          startingAt: scenario.clock ?? Simulation.defaultStart, limits: limits)
        ScenarioRun(
          shared: shared, world: world, progress: progress, doubles: ScenarioDoubles([transport]),
          live: Stage(surroundings: surroundings), eventLimit: .max, keepsShown: keepsShown,
          simulated: simulated
        ).run()
        continuation.resume(returning: (world.elapsed, world.trace))
      }.start()
    }
    do {
      // The app may have removed the folder itself.
      if FileManager.default.fileExists(atPath: folder.path) { try remove(folder) }
    } catch {
      progress.note(
        Note("its folder \(folder.path) can't be removed: \(error)", at: scenario.location))
    }
    return progress.report(storyTime: storyTime, trace: trace)
  }
}

/// The live surroundings of a scenario, as its run sees them.
private final class Stage: LiveStage {
  private let surroundings: LiveSurroundings

  init(surroundings: LiveSurroundings) { self.surroundings = surroundings }

  var recordingWait: Duration? { surroundings.recorder.map { _ in Recorder.longestWait } }

  func isQuiet(since start: ContinuousClock.Instant) -> Bool {
    surroundings.recorder?.isQuiet(since: start) ?? true
  }

  func prepare(_ context: ScenarioContext) { context.set(surroundings) }

  func begin(step: Int) { surroundings.pace.begin(step: step) }

  func end() { surroundings.pace.end() }
}
