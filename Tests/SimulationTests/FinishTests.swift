import Simulation
import Testing

@Suite("The end of a simulation")
struct FinishTests {
  @Test func `lets what is under way come to its end`() throws {
    try Simulation.run { simulation in
      try simulation.perform("tap") { Task { try await Task.sleep(for: .seconds(30)) } }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .seconds(30))
    }
  }

  @Test func `names the work whose tasks never end, each once`() throws {
    try Simulation.run { simulation in
      try simulation.perform("done") { await Task.yield() }
      try simulation.perform("sleeps too long") {
        Task { try await Task.sleep(for: .seconds(600)) }
        Task { try await Task.sleep(for: .seconds(600)) }
      }
      try simulation.perform("waits for ever") {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
      let unfinished = try simulation.finish()
      #expect(unfinished == ["sleeps too long", "waits for ever"])
      #expect(simulation.elapsed <= .seconds(60))
    }
  }

  @Test func `does not take the timer of a cancelled sleep for work`() throws {
    try Simulation.run { simulation in
      try simulation.perform("race") {
        let sleeper = Task { try? await Task.sleep(for: .seconds(600)) }
        sleeper.cancel()
      }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .zero)
    }
  }

  @Test func `names the work whose detached tasks still sleep`() throws {
    try Simulation.run { simulation in
      try simulation.perform("beats") {
        Task.detached { while !Task.isCancelled { try await Task.sleep(for: .seconds(7)) } }
      }
      try simulation.perform("tap") {
        Task.detached { Task.detached { try await Task.sleep(for: .seconds(180)) } }
      }
      let unfinished = try simulation.finish()
      #expect(unfinished == ["beats", "tap"])
      #expect(simulation.pendingInstants == [.seconds(63), .seconds(180)])
    }
  }

  @Test func `lets a detached task come to its end`() throws {
    try Simulation.run { simulation in
      try simulation.perform("tap") { Task.detached { try await Task.sleep(for: .seconds(30)) } }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .seconds(30))
    }
  }

  @Test func `does not wait for what a cancelled detached task slept for`() throws {
    try Simulation.run { simulation in
      try simulation.perform("race") {
        let sleeper = Task.detached { try? await Task.sleep(for: .seconds(600)) }
        try await Task.sleep(for: .seconds(1))
        sleeper.cancel()
      }
      #expect(simulation.pendingInstants == [])
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .seconds(1))
    }
  }

  @Test func `knows a task that sleeps again after a sleep that was cut short`() throws {
    try Simulation.run { simulation in
      try simulation.perform("tap") {
        Task.detached {
          let sleeper = Task.detached { try? await Task.sleep(for: .seconds(5)) }
          await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: .seconds(20)) }
            group.addTask { try? await Task.sleep(for: .seconds(10)) }
            await group.next()
            group.cancelAll()
          }
          await sleeper.value
          try await Task.sleep(for: .seconds(300))
        }
      }
      try simulation.advance(by: .seconds(30))
      #expect(simulation.pendingInstants == [.seconds(310)])
      let unfinished = try simulation.finish()
      #expect(unfinished == ["tap"])
    }
  }
}
