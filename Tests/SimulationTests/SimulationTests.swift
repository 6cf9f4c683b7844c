import Foundation
import Simulation
import Synchronization
import Testing

@Suite("Simulations")
struct SimulationTests {
  /// Drives the whole presenter for 40 s of story time.
  static func play(_ simulation: Simulation) throws -> (shown: [String], trace: Trace) {
    let presenter = try simulation.perform { Presenter(screen: Screen()) }
    try simulation.perform {
      presenter.tapLoad()
      presenter.tapDetached()
      presenter.tapWithTimeout()
      presenter.tapStream()
    }
    try simulation.advance(by: .seconds(40))
    return (try simulation.perform { presenter.screen.shown }, simulation.trace)
  }

  @Test func `a simulation runs ordinary code in its natural order`() throws {
    let (shown, _) = try Simulation.run { try Self.play($0) }
    #expect(
      shown == [
        "loading", "streamed 1", "streamed 2", "stream ended", "detached", "loaded 3",
        "timeout, then cancelled",
      ])
  }

  /// The number of simulations that are currently running.
  private static let running = Atomic<Int>(0)

  @Test func `simulations on several threads run one at a time`() async throws {
    let expected = try Simulation.run { try Self.play($0).trace }
    #expect(expected.entries.count > 30)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await onNewThread {
            for _ in 0..<100 {
              try Simulation.run { simulation in
                #expect(Self.running.add(1, ordering: .relaxed).newValue == 1)
                let trace = try Self.play(simulation).trace
                #expect(trace == expected)
                Self.running.subtract(1, ordering: .relaxed)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `every clock shows story time in a simulation`() throws {
    let start = Date(timeIntervalSince1970: 1_632_744_444)
    try Simulation.run(startingAt: start) { simulation in
      let before = try simulation.perform { (Date(), ContinuousClock.now, SuspendingClock.now) }
      try simulation.advance(by: .milliseconds(1500))
      let after = try simulation.perform { (Date(), ContinuousClock.now, SuspendingClock.now) }
      let dates = [before.0, after.0, simulation.clock.date]
      #expect(dates.map { $0.timeIntervalSince(start) } == [0, 1.5, 1.5])
      let spans = [
        after.1 - before.1, after.2 - before.2, simulation.clock.now.offset, simulation.elapsed,
      ]
      #expect(spans == Array(repeating: .milliseconds(1500), count: 4))
    }
  }

  @Test func `a trace records reads of the system clock`() throws {
    try Simulation.run { simulation in
      _ = try simulation.perform { Date() }
      #expect(simulation.trace.entries.map(\.event).contains(.readCalendarClock(times: 1)))
    }
    try Simulation.run { simulation in
      let clock = simulation.clock
      _ = try simulation.perform {
        try await Task.sleep(for: .seconds(1))
        return clock.date
      }
      #expect(!simulation.trace.description.contains("system clock"))
    }
  }

  @Test func `settling a simulation does not advance story time`() throws {
    try Simulation.run { simulation in
      let screen = try simulation.perform { Screen() }
      try simulation.perform {
        Task {
          screen.show("now")
          try await Task.sleep(for: .nanoseconds(1))
          screen.show("later")
        }
      }
      try simulation.settle()
      #expect(try simulation.perform { screen.shown } == ["now"])
      #expect(simulation.elapsed == .zero)
      try simulation.advance(by: .nanoseconds(1))
      #expect(try simulation.perform { screen.shown } == ["now", "later"])
    }
  }

  @Test func `a sleep on the simulation's own clock advances story time`() throws {
    try Simulation.run { simulation in
      let clock = simulation.clock
      try simulation.perform {
        try await clock.sleep(until: clock.now.advanced(by: .seconds(5)))
      }
      #expect(simulation.elapsed == .seconds(5))
    }
  }

  @Test func `a simulation runs an async closure to its end`() throws {
    let answer = try Simulation.perform {
      try await Task.sleep(for: .seconds(30))
      return 42
    }
    #expect(answer == 42)
  }

  @Test func `a simulation rethrows the errors of its work`() throws {
    #expect(throws: CancellationError.self) {
      try Simulation.perform { throw CancellationError() }
    }
  }

  @Test func `a simulation cannot start inside another simulation`() throws {
    #expect(throws: Simulation.Unavailable.nested) {
      try Simulation.perform { try Simulation.run { _ in } }
    }
    #expect(throws: Simulation.Unavailable.nested) {
      try Simulation.run { _ in try Simulation.run { _ in } }
    }
    #expect(try Simulation.perform { 1 } == 1)
    #expect(
      Simulation.Unavailable.nested.description
        == "a simulation can't be started inside another one")
  }

  @Test func `the driver of a simulation stays in real time`() throws {
    try Simulation.run { simulation in
      try simulation.advance(by: .seconds(5))
      #expect(Date() > Simulation.defaultStart.addingTimeInterval(700_000_000))
    }
  }

  @Test func `code outside a simulation stays in real time`() async throws {
    let before = ContinuousClock.now
    async let real: Void = Task.sleep(for: .milliseconds(1))
    try Simulation.run { try $0.advance(by: .seconds(3600)) }
    try await real
    #expect(ContinuousClock.now - before < .seconds(3600))
    #expect(Date().timeIntervalSince1970 > 1_700_000_000)
    await MainActor.run { MainActor.preconditionIsolated() }
  }
}

@Suite("Waits")
struct WaitTests {
  @Test(
    arguments: [
      // The condition holds at once.
      (true, .zero, nil, .held, .zero),
      // No work is pending.
      (false, .seconds(60), nil, .nothingLeft, .zero),
      // The time limit is reached.
      (false, .seconds(60), .seconds(100), .timeOver, .seconds(60)),
    ] as [(Bool, Duration, Duration?, Simulation.Wait, Duration)])
  func `a simulated wait takes no more time than it needs`(
    holds: Bool, limit: Duration, work: Duration?, end: Simulation.Wait, elapsed: Duration
  ) throws {
    try Simulation.run { simulation in
      if let work { try simulation.perform { Task { try await Task.sleep(for: work) } } }
      let wait = try simulation.wait(upTo: limit) { holds }
      #expect(wait == end)
      #expect(simulation.elapsed == elapsed)
    }
  }

  @Test func `a simulated wait ends at the first moment when its condition holds`() throws {
    try Simulation.run { simulation in
      let screen = try simulation.perform { Screen() }
      try simulation.perform {
        Task {
          for number in 1...5 {
            try await Task.sleep(for: .seconds(1))
            screen.show("\(number)")
          }
        }
      }
      let wait = try simulation.wait(upTo: .seconds(60)) {
        try simulation.perform(within: .zero) { screen.shown.count == 3 }
      }
      #expect(wait == .held)
      #expect(simulation.elapsed == .seconds(3))
    }
  }

  @Test func `a simulated wait ignores states between two jobs of one moment`() throws {
    try Simulation.run { simulation in
      let screen = try simulation.perform { Screen() }
      try simulation.perform {
        Task {
          try await Task.sleep(for: .seconds(1))
          screen.show("flash")
          await Task.yield()
          screen.show("final")
        }
      }
      let wait = try simulation.wait(upTo: .seconds(60)) {
        try simulation.perform(within: .zero) { screen.shown.last == "flash" }
      }
      #expect(wait == .nothingLeft)
    }
  }
}
