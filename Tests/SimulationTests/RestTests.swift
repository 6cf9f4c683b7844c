import Simulation
import Testing

@Suite("The rest callback of a simulation")
struct RestTests {
  /// Changes the screen twice a second, each time through an intermediate state.
  @MainActor
  private static func start(_ screen: Screen) {
    Task {
      for number in 1...2 {
        try await Task.sleep(for: .milliseconds(500))
        screen.show("flash")
        await Task.yield()
        screen.show("\(number)")
      }
    }
  }

  /// Returns what the screen shows at each rest while `body` drives a simulation.
  private func rests(
    of body: (Simulation, Screen) throws -> Void
  ) throws -> [String] {
    try Simulation.run { simulation in
      let screen = try simulation.perform { Screen() }
      var seen: [String] = []
      simulation.onRest = { [unowned simulation] in
        let shown = try? simulation.perform(within: .zero) { screen.shown.last ?? "nothing" }
        seen.append("\(simulation.elapsed): \(shown ?? "can't be seen")")
      }
      try body(simulation, screen)
      return seen
    }
  }

  @Test func `the rest callback runs after each moment with jobs and at the end`() throws {
    let seen = try rests { simulation, screen in
      try simulation.perform { Self.start(screen) }
      try simulation.advance(by: .milliseconds(1200))
    }
    #expect(
      seen == [
        "0.0 seconds: nothing", "0.0 seconds: nothing", "0.5 seconds: 1", "1.0 seconds: 2",
        "1.2 seconds: 2",
      ])
  }

  @Test func `the rest callback runs while perform waits for work`() throws {
    let seen = try rests { simulation, screen in
      try simulation.perform {
        Self.start(screen)
        try await Task.sleep(for: .milliseconds(700))
        screen.show("done")
      }
    }
    #expect(seen == ["0.0 seconds: nothing", "0.5 seconds: 1", "0.7 seconds: done"])
  }

  @Test func `the rest callback runs even when there are no jobs`() throws {
    let seen = try rests { simulation, _ in try simulation.settle() }
    #expect(seen == ["0.0 seconds: nothing"])
  }

  @Test func `the rest callback does not run for a wait's condition`() throws {
    let seen = try rests { simulation, screen in
      try simulation.perform { Self.start(screen) }
      _ = try simulation.wait(upTo: .milliseconds(800)) {
        try simulation.perform(within: .zero) { false }
      }
    }
    #expect(
      seen == ["0.0 seconds: nothing", "0.0 seconds: nothing", "0.5 seconds: 1", "0.8 seconds: 1"])
  }

  @Test func `the rest callback runs again after a condition that throws`() throws {
    let seen = try rests { simulation, _ in
      #expect(throws: CancellationError.self) {
        try simulation.wait(upTo: .seconds(1)) { throw CancellationError() }
      }
      try simulation.settle()
    }
    #expect(seen == ["0.0 seconds: nothing", "0.0 seconds: nothing"])
  }

  @Test func `the rest callback runs outside story time and can remove itself`() throws {
    try Simulation.run { simulation in
      var calls = 0
      simulation.onRest = { [unowned simulation] in
        calls += 1
        #expect(Simulation.timeOfCaller == nil)
        simulation.onRest = nil
      }
      try simulation.settle()
      try simulation.advance(by: .seconds(1))
      #expect(calls == 1)
    }
  }
}
