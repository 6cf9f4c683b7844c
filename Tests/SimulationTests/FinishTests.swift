import Simulation
import Testing

@Suite("The end of a simulation")
struct FinishTests {
  @Test(arguments: [false, true])
  func `finishing a simulation runs pending tasks to their end`(isDetached: Bool) throws {
    try Simulation.run { simulation in
      try simulation.perform("tap") {
        if isDetached {
          Task.detached { try await Task.sleep(for: .seconds(30)) }
        } else {
          Task { try await Task.sleep(for: .seconds(30)) }
        }
      }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .seconds(30))
    }
  }

  @Test func `finishing a simulation names each work item with endless tasks once`() throws {
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

  @Test func `finishing a simulation ignores the timer of a cancelled sleep`() throws {
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

  @Test func `finishing a simulation names work whose detached tasks still sleep`() throws {
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

  @Test func `finishing a simulation does not wait for a cancelled detached sleep`() throws {
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

  @Test func `a simulation tracks a task that sleeps again after a cancelled sleep`() throws {
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
