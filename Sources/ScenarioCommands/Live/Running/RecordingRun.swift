import Foundation
import ScenarioReports
import ScenarioRunning

/// A scenario that ran against a real server, and what was recorded.
package struct RecordingRun: Codable, Sendable {
  /// The result of the scenario, with its secrets masked.
  package var report: ScenarioReport

  /// The recording as JSON: HTTP types leave out fields, for which the encoding of messages between
  /// processes has no sign.
  private let json: Data

  /// The requests and answers.
  package var recording: Recording {
    get throws { try JSONDecoder().decode(Recording.self, from: json) }
  }

  /// Runs a scenario against real servers.
  ///
  /// Call it on the main thread of a separate process; see ``MainRunLoop``.
  package init(_ scenario: PlannedScenario, to servers: [RealServer]) throws {
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
