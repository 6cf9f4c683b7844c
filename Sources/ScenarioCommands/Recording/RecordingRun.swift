import ScenarioHTTP
import ScenarioPlanning
import ScenarioRealTime
import ScenarioResults
import ScenarioRunning

/// A scenario that ran against a real server, and what was recorded.
struct RecordingRun: Codable, Sendable {
  /// The result of the scenario, with its secrets masked.
  var report: ScenarioReport

  var recording: Recording

  /// Runs a scenario against real servers.
  ///
  /// Call it on the main thread of a separate process; see ``MainRunLoop``.
  ///
  /// - Parameters:
  ///   - local: The server on this machine that sends the app's requests on.
  ///   - servers: The real servers.
  init(
    _ scenario: PlannedScenario, through local: any LiveServer.Type, to servers: [RealServer]
  ) throws {
    self = try MainRunLoop.run {
      let recorder = Recorder(servers: servers)
      let runner = try await LiveRunner(local, recorder: recorder)
      var report = await runner.run(scenario)
      let recording = recorder.recording
      await runner.stop()
      report.maskSecrets()
      return RecordingRun(report: report, recording: recording)
    }
  }

  private init(report: ScenarioReport, recording: Recording) {
    self.report = report
    self.recording = recording
  }
}
