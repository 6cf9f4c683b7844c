import Simulation
import Testing

@Suite("A simulation that has come to rest")
struct RestTests {
  /// A screen that changes twice a second, each time by way of a state that nobody can see.
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

  /// What is seen at each rest while `body` drives a simulation.
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

  @Test func `tells of every moment at which something happened, and of the end`() throws {
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

  @Test func `tells while work is waited for`() throws {
    let seen = try rests { simulation, screen in
      try simulation.perform {
        Self.start(screen)
        try await Task.sleep(for: .milliseconds(700))
        screen.show("done")
      }
    }
    #expect(seen == ["0.0 seconds: nothing", "0.5 seconds: 1", "0.7 seconds: done"])
  }

  @Test func `tells when nothing had to be done, too`() throws {
    let seen = try rests { simulation, _ in try simulation.settle() }
    #expect(seen == ["0.0 seconds: nothing"])
  }

  @Test func `does not tell of what a condition does to look`() throws {
    let seen = try rests { simulation, screen in
      try simulation.perform { Self.start(screen) }
      _ = try simulation.wait(upTo: .milliseconds(800)) {
        try simulation.perform(within: .zero) { false }
      }
    }
    #expect(
      seen == [
        "0.0 seconds: nothing", "0.0 seconds: nothing", "0.5 seconds: 1", "0.8 seconds: 1",
      ])
  }

  @Test func `tells again after a condition that throws`() throws {
    let seen = try rests { simulation, _ in
      #expect(throws: CancellationError.self) {
        try simulation.wait(upTo: .seconds(1)) { throw CancellationError() }
      }
      try simulation.settle()
    }
    #expect(seen == ["0.0 seconds: nothing", "0.0 seconds: nothing"])
  }

  @Test func `is looked at from outside, and may stop being looked at`() throws {
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
