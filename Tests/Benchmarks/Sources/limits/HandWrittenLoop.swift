import FactsByHand
import Foundation
import Measuring
import ReaderApp
import Simulation

/// The four scenarios of the facts screen without stories: the same presenters in the same
/// simulation, with as many checks, each a plain `==`.
struct HandWrittenLoop {
  let body: Data
  let delay: Duration

  func measure(scenarios: Int) throws -> Measured {
    try Measured {
      for _ in 0..<scenarios / 4 {
        try inWorld(answering: nil, appears)
        try inWorld(answering: body, loadingSucceeds)
        try inWorld(answering: body, tappingDetails)
        try inWorld(answering: nil, loadingFails)
      }
      return scenarios / 4 * 4
    }
  }

  /// The world that a scenario drives, and its simulation.
  private struct Stage {
    let simulation: Simulation
    let world: FactsWorld

    func act(_ work: @escaping @MainActor @Sendable (FactsWorld) -> Void) throws {
      try simulation.perform { [world] in work(world) }
    }

    func check(_ holds: @escaping @MainActor @Sendable (FactsWorld) -> Bool) throws {
      let isTrue = try simulation.perform { [world] in holds(world) }
      guard isTrue else { throw Refusal("a check does not hold") }
    }

    func eventually(_ holds: @escaping @MainActor @Sendable (FactsWorld) -> Bool) throws {
      let wait = try simulation.wait(upTo: .seconds(60)) {
        try simulation.perform(within: .zero) { [world] in holds(world) }
      }
      guard wait == .held else { throw Refusal("a check never holds") }
    }
  }

  private func inWorld(answering body: Data?, _ scenario: (Stage) throws -> Void) throws {
    try Simulation.run(startingAt: FixedDate.ofTheStories.now) { simulation in
      let (clock, delay) = (simulation.clock, delay)
      let world = try simulation.perform {
        let world = FactsWorld(now: ClockDate(clock: clock))
        world.server.body = body
        world.server.delay = delay
        return world
      }
      try scenario(Stage(simulation: simulation, world: world))
      let unfinished = try simulation.finish()
      guard unfinished.isEmpty else { throw Refusal("a task never ends") }
    }
  }

  private func appears(_ stage: Stage) throws {
    try stage.act { $0.screen.presenter?.start() }
    try stage.check { $0.screen.shown.last == .initial }
    try stage.check { $0.screen.shown.count == 1 }
    try stage.check { $0.server.requests.isEmpty }
    try stage.check { $0.screen.alerts == 0 }
  }

  private func loadingSucceeds(_ stage: Stage) throws {
    try stage.act { $0.screen.presenter?.start() }
    try stage.act { $0.screen.presenter?.loadTapped() }
    try stage.eventually {
      guard case .info(let text, "5 days ago")? = $0.screen.shown.last else { return false }
      return text.contains("Quick")
    }
    try stage.check { $0.screen.shown.map(\.name) == ["initial", "loading", "info"] }
    try stage.check { $0.screen.shown.count == 3 }
    try stage.check { $0.server.requests.count == 1 }
    try stage.check { $0.screen.alerts == 0 }
  }

  private func tappingDetails(_ stage: Stage) throws {
    try stage.act { $0.screen.presenter?.start() }
    try stage.act { $0.screen.presenter?.loadTapped() }
    try stage.eventually { $0.screen.shown.last?.name == "info" }
    try stage.act { $0.screen.presenter?.detailsTapped() }
    try stage.check { $0.router.opened == [123] }
    try stage.check { $0.screen.alerts == 0 }
  }

  private func loadingFails(_ stage: Stage) throws {
    try stage.act { $0.screen.presenter?.start() }
    try stage.act { $0.screen.presenter?.loadTapped() }
    try stage.eventually { $0.screen.shown.last == .initial && $0.screen.alerts == 1 }
    try stage.check { $0.screen.alerts == 1 }
    try stage.check { $0.screen.shown.count == 3 }
    try stage.check { $0.server.requests.count == 1 }
  }
}

private struct ClockDate: DateProvider {
  let clock: StoryClock

  var now: Date { clock.date }
}

extension FactsViewState {
  /// The state's name in stories.
  fileprivate var name: String {
    switch self {
    case .initial: "initial"
    case .loading: "loading"
    case .info: "info"
    }
  }
}
