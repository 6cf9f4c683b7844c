import ScenarioReports
import ScenarioRunning

/// The outcome of a scenario in another process.
package enum ScenarioOutcome {
  /// It ran, and the process sent a message about it.
  case ran(isFine: Bool, bytes: ArraySlice<UInt8>)
  case terminated(TerminatedScenario)
  /// It ran, but its process terminated before it sent the message.
  case lost

  var isFine: Bool { if case .ran(true, _) = self { true } else { false } }

  /// Returns the report in the message, or the one of the termination.
  package func report(
    of scenario: PlannedScenario, contents: ScenarioReport.Contents = []
  ) throws -> ScenarioReport {
    switch self {
    case .ran(_, let bytes):
      if case .ended(_, let report) = try BinaryDecoder.decode(RunEvent.self, from: bytes) {
        return report
      }
    case .terminated(let terminated): return terminated.report(of: scenario, contents: contents)
    case .lost: break
    }
    throw LostProcess(reason: "it sent no result")
  }
}

/// The error for a process that sent no result, although it ran no app code when it ended.
struct LostProcess: Error, CustomStringConvertible {
  let reason: String

  var description: String { "a worker process ended without a result: \(reason)" }
}
