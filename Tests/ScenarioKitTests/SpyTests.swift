import ScenarioKit
import Simulation
import Synchronization
import Testing

@Suite("Spies")
struct SpyTests {
  private struct Shown: Encodable, Sendable {
    var state: String
    var count: Int?
  }

  private struct Wordless: Sendable {}

  private func failure<T>(of spy: Spy<T>, count: Int) -> CheckFailure? {
    #expect(throws: CheckFailure.self) { try spy.expect(count: count) }
  }

  @Test func `a spy counts and records calls`() throws {
    let spy = Spy<Int>("the screen was updated")
    try spy.expect(count: 0)
    spy.record(1)
    spy.record(2)
    try spy.expect(count: 2)
    #expect(spy.calls == [1, 2])
  }

  @Test func `a wrong call count is reported with the actual count`() {
    let spy = Spy<Void>("an error alert was shown")
    #expect(failure(of: spy, count: 1) == CheckFailure("an error alert was shown 0 times, not 1"))
    spy.record(())
    #expect(
      failure(of: spy, count: 0)
        == CheckFailure("an error alert was shown 1 time, not 0", details: ["1."]))
  }

  @Test func `a wrong call count lists calls with times and values`() throws {
    let spy = Spy<Shown>("the screen was updated")
    try Simulation.perform {
      spy.record(Shown(state: "loading"))
      try await Task.sleep(for: .milliseconds(100))
      spy.record(Shown(state: "a: b", count: 2))
    }
    let failure = failure(of: spy, count: 3)
    #expect(
      failure?.description == """
        the screen was updated 2 times, not 3
        1. at +0 s  { state: loading }
        2. at +100 ms  { state: "a: b", count: 2 }
        """)
  }

  @Test func `a recorded value that is not encodable appears as Swift prints it`() {
    let spy = Spy<Wordless>("it was called")
    spy.record(Wordless())
    #expect(failure(of: spy, count: 0)?.details == ["1. Wordless()"])
  }

  private final class Basket: Encodable, Sendable {
    let items = Mutex(["bread"])

    func encode(to encoder: any Encoder) throws {
      try items.withLock { $0 }.encode(to: encoder)
    }
  }

  private struct Order: Encodable, Sendable {
    var basket: Basket
  }

  @Test func `a spy records the state of an object at the call`() throws {
    let trace = try Simulation.run { simulation in
      try simulation.perform {
        let basket = Basket()
        Spy<Basket>("it was bought").record(basket)
        Spy<[Order]>("they were ordered").record([Order(basket: basket)])
        basket.items.withLock { $0 = [] }
      }
      return simulation.trace
    }
    #expect(
      trace.description == """
        +0 s  task 1 ran on the main actor
        +0 s  it was bought: [bread]
        +0 s  they were ordered: [{ basket: [bread] }]
        """)
  }

  @Test func `a spy notes its calls in the trace`() throws {
    let trace = try Simulation.run { simulation in
      try simulation.perform {
        Spy<Void>("an alert was shown").record(())
        Spy<String>("a link was opened").record("https://a.example")
        Spy<(Int, Int)>("it moved").record((1, 2))
      }
      return simulation.trace
    }
    let notes = trace.entries.compactMap { entry in
      if case .note(let note) = entry.event { note.description } else { nil }
    }
    #expect(
      notes == ["an alert was shown", "a link was opened: https://a.example", "it moved: (1, 2)"])
  }
}
