import ScenarioEngine
import ScenarioResults

/// A runner that uses forked processes, for commands that need more than a report contains.
package struct ForkedRunner: ScenarioRunning {
  private let process: WorkerProcess

  /// - Parameter process: This process, which has planned the scenarios.
  package init(in process: WorkerProcess) { self.process = process }

  package func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void) {
    let runs = ForkedRuns(in: process) { index in
      let result = Runner().run(scenarios[index])
      var bytes: [UInt8] = []
      try BinaryEncoder().encode(ScenarioOutcome(result), to: &bytes)
      return ForkedRuns.Report(isFine: result.verdict == .passed, bytes: bytes)
    }
    var waiting = Set(scenarios.indices)
    func report(_ index: Int, _ result: ScenarioResult) {
      if waiting.remove(index) != nil { onResult(index, result) }
    }
    do {
      try runs.run(scenarios.count, isolated: false) { index, end, _ in
        switch end {
        case .ran(_, let bytes):
          let outcome = try BinaryDecoder().decode(ScenarioOutcome.self, from: bytes)
          report(index, outcome.result(of: scenarios[index]))
        case .died(let death, let step, let time, _):
          report(
            index,
            Runner.result(
              of: scenarios[index], diedIn: step, with: (death.message, death.details), at: time))
        case .lost: break
        }
      }
    } catch {
      // Nothing can run without processes, so every other scenario is reported as failed.
      for index in waiting.sorted() {
        onResult(
          index,
          Runner.result(of: scenarios[index], diedIn: nil, with: ("\(error)", []), at: .zero))
      }
    }
  }
}
