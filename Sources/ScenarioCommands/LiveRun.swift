import Foundation
import ScenarioEngine
import ScenarioHTTP
import ScenarioLanguage
import Synchronization

/// Runs a scenario for real and with the doubles, and compares.
struct LiveRun<App: ScenariosApp>: Sendable {
  private let server: any LiveServer.Type

  init() throws {
    guard let server = App.liveServer else {
      throw Diagnostic("this command has no server to run scenarios live")
    }
    self.server = server
  }

  /// Refuses a choice without a scenario that can run live.
  func check(_ chosen: [PlannedScenario]) throws {
    guard !chosen.contains(where: { $0.tags.contains(LiveRunner.tag) }) else { return }
    throw Diagnostic("no chosen scenario has the tag @\(LiveRunner.tag)")
  }

  /// The result of a scenario, in a process of its own whose main thread runs the main run loop
  /// until it has ended, as that of an app does.
  func result(of scenario: PlannedScenario) -> ScenarioResult {
    let found = Mutex<Result<ScenarioResult, any Error>?>(nil)
    Task.detached { [server] in
      do {
        let runner = try await LiveRunner(server)
        let result = await runner.run(scenario)
        await runner.stop()
        found.withLock { $0 = .success(result) }
      } catch {
        found.withLock { $0 = .failure(error) }
      }
    }
    while true {
      switch found.withLock({ $0 }) {
      case .success(let live): return LiveComparison(live, with: Runner().run(scenario)).result
      case .failure(let error):
        return Runner.result(
          of: scenario, diedIn: nil, with: ("the server can't be started: \(error)", []), at: .zero)
      case nil: _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      }
    }
  }
}
