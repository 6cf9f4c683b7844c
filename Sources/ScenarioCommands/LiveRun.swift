import Foundation
import ScenarioEngine
import ScenarioHTTP
import ScenarioLanguage
import Synchronization

/// Runs a scenario live and in a simulation, and compares the results.
struct LiveRun<App: ScenariosApp>: Sendable {
  private let server: any LiveServer.Type

  init() throws {
    guard let server = App.liveServer else {
      throw Diagnostic("no live server is configured for this command")
    }
    self.server = server
  }

  /// Throws an error if no chosen scenario can run live.
  func check(_ chosen: [PlannedScenario]) throws {
    guard !chosen.contains(where: { $0.tags.contains(LiveRunner.tag) }) else { return }
    throw Diagnostic("no selected scenario has the tag @\(LiveRunner.tag)")
  }

  /// Runs a scenario live and returns the compared result.
  ///
  /// Call it in a separate process. The main thread runs the main run loop until the scenario has
  /// ended, as the main thread of an app does.
  func result(of scenario: PlannedScenario) -> ScenarioResult {
    let simulated = Runner(keepsShown: true).run(scenario)
    let found = Mutex<Result<ScenarioResult, any Error>?>(nil)
    Task.detached { [server] in
      do {
        let runner = try await LiveRunner(server)
        let result = await runner.run(scenario, after: simulated)
        await runner.stop()
        found.withLock { $0 = .success(result) }
      } catch {
        found.withLock { $0 = .failure(error) }
      }
    }
    while true {
      switch found.withLock({ $0 }) {
      case .success(let live): return LiveComparison(live, with: simulated).result
      case .failure(let error):
        return Runner.result(
          of: scenario, diedIn: nil, with: ("the server can't be started: \(error)", []), at: .zero)
      case nil: _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      }
    }
  }
}
