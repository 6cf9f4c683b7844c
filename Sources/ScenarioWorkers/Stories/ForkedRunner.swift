import ScenarioLanguage
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning

/// A runner that uses forked processes, for commands that need more than a report contains.
package struct ForkedRunner: ScenarioRunner {
  private let process: WorkerProcess

  /// - Parameter process: This process, which has planned the scenarios.
  package init(in process: WorkerProcess) { self.process = process }

  /// Runs a scenario in real time, on the main thread of a process of its own.
  ///
  /// - Parameter body: Runs the scenario; called in that process.
  /// - Throws: `Diagnostic` if the process terminated.
  package func run<Output: Codable>(
    live scenario: PlannedScenario, _ body: @escaping () throws -> Output
  ) throws -> Output {
    let runs = ForkedRuns(in: process, onMainThread: true) { _ in
      var bytes: [UInt8] = []
      try BinaryEncoder().encode(try body(), to: &bytes)
      return ForkedRuns.Report(isFine: true, bytes: bytes)
    }
    switch try runs.alone(0) {
    case .ran(_, let bytes): return try BinaryDecoder().decode(Output.self, from: bytes)
    case .terminated(let termination, _, _, _):
      throw Diagnostic(termination.message, at: scenario.location, hints: termination.details)
    case .lost: throw LostProcess(reason: "it sent no result")
    }
  }

  package func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioReport) -> Void) {
    let runs = ForkedRuns(in: process) { index in
      let report = Runner(contents: .details).run(scenarios[index])
      var bytes: [UInt8] = []
      try BinaryEncoder().encode(report, to: &bytes)
      return ForkedRuns.Report(isFine: report.verdict == .passed, bytes: bytes)
    }
    var waiting = Set(scenarios.indices)
    func report(_ index: Int, _ result: ScenarioReport) {
      if waiting.remove(index) != nil { onResult(index, result) }
    }
    do {
      try runs.run(scenarios.count, isolated: false) { index, end, _ in
        switch end {
        case .ran(_, let bytes):
          report(index, try BinaryDecoder().decode(ScenarioReport.self, from: bytes))
        case .terminated(let termination, let step, let time, _):
          report(
            index,
            Runner.report(
              of: scenarios[index], terminatedIn: step,
              with: (termination.message, termination.details), at: time))
        case .lost: break
        }
      }
    } catch {
      // Nothing can run without processes, so every other scenario is reported as failed.
      for index in waiting.sorted() {
        onResult(
          index,
          Runner.report(of: scenarios[index], terminatedIn: nil, with: ("\(error)", []), at: .zero))
      }
    }
  }
}
