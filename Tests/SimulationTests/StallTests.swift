import Simulation
import Testing

@Suite("Stalls")
struct StallTests {
  private func stall(_ work: @escaping @MainActor @Sendable () async throws -> Void) -> Stall? {
    #expect(throws: Stall.self) { try Simulation.perform(work) }
  }

  @Test func `a task that waits forever stalls because no work is pending`() {
    let stall = stall { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    #expect(stall?.reason == .nothingLeft)
    #expect(
      stall?.description
        == "no pending work is left: the app waits for something that never comes")
  }

  @Test func `work that takes too much story time stalls`() {
    let stall = stall { try await Task.sleep(for: .seconds(600)) }
    #expect(stall?.reason == .storyTimeLimit(.seconds(60)))
    #expect(
      stall?.description
        == "it takes more than 1 min of story time; the next event is at +10 min")
  }

  /// A pause of a loop in which almost no story time passes.
  enum Pause: CaseIterable {
    case yield, sleepOfZero, sleepOfOneNanosecond

    @MainActor func take() async throws {
      switch self {
      case .yield: await Task.yield()
      case .sleepOfZero: try await Task.sleep(for: .zero)
      case .sleepOfOneNanosecond: try await Task.sleep(for: .nanoseconds(1))
      }
    }
  }

  @Test(arguments: Pause.allCases)
  func `a loop that pauses for at most a nanosecond stalls`(pause: Pause) {
    let stall = stall { while !Task.isCancelled { try await pause.take() } }
    #expect(stall?.reason == .neverAtRest(jobs: 100_000))
    #expect(
      stall?.description
        == "the app never comes to rest: 100000 jobs ran within 1 ms of story time")
  }

  @Test func `a loop that sleeps for a microsecond stalls`() {
    let stall = stall { while !Task.isCancelled { try await Task.sleep(for: .microseconds(1)) } }
    #expect(stall?.reason == .neverAtRest(jobs: 1_000_000))
    #expect(
      stall?.description == "the app never comes to rest: 1000000 jobs ran within 1 s of story time"
    )
  }

  @Test func `bursts of jobs a millisecond apart do not stall`() throws {
    try Simulation.perform {
      for _ in 0..<3 {
        for _ in 0..<24_000 { await Task.yield() }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  @Test(arguments: Pause.allCases)
  func `a simulated wait stalls beside a loop that never comes to rest`(pause: Pause) {
    let stall = #expect(throws: Stall.self) {
      try Simulation.run { simulation in
        try simulation.perform(within: .zero) {
          Task {
            try await Task.sleep(for: .seconds(1))
            while !Task.isCancelled { try await pause.take() }
          }
        }
        _ = try simulation.wait(upTo: .seconds(60)) {
          try simulation.perform(within: .zero) { false }
        }
      }
    }
    #expect(stall?.reason == .neverAtRest(jobs: 100_000))
  }

  @Test func `a loop that sleeps for a millisecond runs for minutes with a bounded trace`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        Task { while !Task.isCancelled { try await Task.sleep(for: .milliseconds(1)) } }
      }
      try simulation.advance(by: .seconds(300))
      #expect(simulation.elapsed == .seconds(300))
      #expect(simulation.trace.entries.count == Trace.limit)
      #expect(simulation.trace.omittedCount > 800_000)
    }
  }
}
