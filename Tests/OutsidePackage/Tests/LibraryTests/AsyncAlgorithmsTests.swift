import AsyncAlgorithms
import Testing

@Suite("Asynchronous algorithms in story time")
struct AsyncAlgorithmsTests {
  /// The numbers 1, 2 and 3 at 0 s, 0.1 s and 0.2 s, and the end at 5 s.
  private static var numbers: AsyncStream<Int> {
    AsyncStream { continuation in
      Task {
        for number in 1...3 {
          continuation.yield(number)
          try await Task.sleep(for: .milliseconds(100))
        }
        try await Task.sleep(for: .milliseconds(4_700))
        continuation.finish()
      }
    }
  }

  @Test func `debounce waits in story time`() throws {
    let said = try Said.by { say in
      Task {
        for await number in Self.numbers.debounce(for: .seconds(1)) { say("\(number)") }
        say("ended")
      }
    }
    #expect(said == ["1.2 3", "5 ended"])
  }

  @Test func `throttle reads story time`() throws {
    let said = try Said.by { say in
      Task {
        for await number in Self.numbers._throttle(for: .milliseconds(150)) { say("\(number)") }
        say("ended")
      }
    }
    #expect(said == ["0 1", "0.2 3", "5 ended"])
  }

  @Test func `a timer sequence ticks in story time`() throws {
    let said = try Said.by { say in
      Task {
        for await _ in AsyncTimerSequence(interval: .seconds(20), clock: .continuous).prefix(2) {
          say("tick")
        }
      }
    }
    #expect(said == ["20 tick", "40 tick"])
  }

  @Test func `merged sequences and channels keep story time`() throws {
    let said = try Said.by { say in
      let channel = AsyncChannel<Int>()
      Task {
        try await Task.sleep(for: .milliseconds(150))
        await channel.send(9)
        channel.finish()
      }
      Task { for await number in merge(Self.numbers, channel) { say("\(number)") } }
    }
    #expect(said == ["0 1", "0.1 2", "0.15 9", "0.2 3"])
  }
}
