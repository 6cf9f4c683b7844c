import Dispatch
import Synchronization
import Testing

@testable import Simulation

@Suite("Simulations that take turns on a thread", .timeLimit(.minutes(1)))
struct ShiftTests {
  /// Hands out turns that give their number, up to one that there are.
  private final class Numbers: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int
    private let gate: DispatchSemaphore?
    private let blocking: Int?

    /// - Parameter blocking: Which of them blocks its thread.
    init(_ count: Int, blocking: Int? = nil, by gate: DispatchSemaphore? = nil) {
      self.count = count
      self.blocking = blocking
      self.gate = gate
    }

    func turn() -> Turn<String>? {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard number < count else { return nil }
      return Turn { [blocking, gate] simulation in
        try simulation.perform { if number == blocking { gate?.wait() } }
        return "\(number)"
      } failed: { error in
        "\(number): \((error as? Stall)?.reason == .threadBlocked(.milliseconds(250)))"
      }
    }
  }

  @Test func `give what they have all at once, in their order`() async {
    let (threads, numbers) = (SimulationThreads(count: 1), Numbers(5))
    let results = await threads.run(for: .seconds(600)) { numbers.turn() }
    #expect(results == ["0", "1", "2", "3", "4"])
    #expect(await threads.run(for: .seconds(600)) { numbers.turn() } == [])
  }

  @Test func `end their shift when its time is over`() async {
    let (threads, numbers) = (SimulationThreads(count: 1), Numbers(2))
    #expect(await threads.run(for: .zero) { numbers.turn() } == ["0"])
    #expect(await threads.run(for: .zero) { numbers.turn() } == ["1"])
  }

  @Test func `end their shift when there are too many results to hold`() async {
    let (threads, numbers) = (SimulationThreads(count: 1), Numbers(100))
    #expect(await threads.run(for: .seconds(600)) { numbers.turn() }.count == 64)
    #expect(await threads.run(for: .seconds(600)) { numbers.turn() }.count == 36)
  }

  @Test func `share their work with those of another thread`() async {
    let (threads, numbers) = (SimulationThreads(count: 2), Numbers(60))
    async let some = threads.run(for: .seconds(600)) { numbers.turn() }
    async let others = threads.run(for: .seconds(600)) { numbers.turn() }
    #expect(await Set(some + others) == Set((0..<60).map { "\($0)" }))
  }

  @Test func `fail alone where one blocks the thread, and leave the rest to others`() async {
    let threads = SimulationThreads(count: 1, realTimeLimit: .milliseconds(250))
    let gate = DispatchSemaphore(value: 0)
    let numbers = Numbers(4, blocking: 1, by: gate)
    #expect(await threads.run(for: .seconds(600)) { numbers.turn() } == ["0", "1: true"])
    // The thread that was given up goes on and finds that nobody listens.
    gate.signal()
    #expect(await threads.run(for: .seconds(600)) { numbers.turn() } == ["2", "3"])
  }
}
