import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioReports
import ScenarioRunning
import Simulation

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
  var limits = LiveWorld.Limits()

  /// Whether results include the values that the app showed after each step, which takes time.
  ///
  /// Each step then waits for the values of the simulation, not only each act.
  var keepsShown = false

  /// The recorder of one scenario's requests, which a real server answers.
  var recorder: Recorder?

  /// Whether the server also answers what the app sends with `URLSession` itself.
  ///
  /// All sessions of the process are redirected then, until it ends.
  var redirectsSessions = false

  /// Starts the server.
  ///
  /// - Throws: The error that kept the server from listening.
  static func start(
    limits: LiveWorld.Limits = .init(), keepsShown: Bool = false, recorder: Recorder? = nil
  ) async throws -> LiveRunner {
    let answers = LiveAnswers()
    let server = try await LoopbackServer.start { request, body in
      if let recorder { return await recorder.respond(to: request, body) }
      return await answers.respond(to: request, body: body)
    }
    return LiveRunner(
      port: server.port, server: server, answers: answers, limits: limits, keepsShown: keepsShown,
      recorder: recorder)
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
  ///     Without it, the run waits for 30 ms.
  ///   - remove: Removes the folder of the scenario.
  func run(
    _ scenario: PlannedScenario, after simulated: [StepEnd]? = nil,
    removing remove: (URL) throws -> Void = { try FileManager.default.removeItem(at: $0) }
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
    let live = LiveScenario(
      folder: folder, port: port, transport: transport, answers: answers,
      pace: LivePace(simulated ?? []), recorder: recorder)
    if redirectsSessions { live.redirectSessions() }
    let (storyTime, trace) = await withCheckedContinuation { continuation in
      // The driver blocks while the app works, so it needs a thread of its own.
      Thread {
        let world = LiveWorld(startingAt: scenario.clock ?? Simulation.defaultStart, limits: limits)
        ScenarioRun(
          shared: shared, world: world, progress: progress, doubles: ScenarioDoubles([transport]),
          live: live, eventLimit: .max, keepsShown: keepsShown, simulated: simulated
        ).run()
        world.noteUnreadClock(of: scenario, in: progress)
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
