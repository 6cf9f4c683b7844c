/// A screen of ordinary app code, which does not depend on simulations.
@MainActor
final class Screen {
  private(set) var shown: [String] = []

  func show(_ state: String) {
    MainActor.preconditionIsolated()
    shown.append(state)
  }
}

actor Cache {
  private var count = 0

  func next() async throws -> Int {
    try await Task.sleep(for: .milliseconds(1))
    count += 1
    return count
  }
}

struct Service: Sendable {
  let cache = Cache()

  func load() async throws -> Int {
    try await Task.sleep(nanoseconds: 100_000_000)
    async let first = cache.next()
    async let second = cache.next()
    return try await first + second
  }
}

@MainActor
final class Presenter {
  let screen: Screen
  private let service = Service()

  init(screen: Screen) { self.screen = screen }

  func tapLoad() {
    screen.show("loading")
    Task { screen.show("loaded \(try await service.load())") }
  }

  func tapDetached() {
    Task.detached {
      try await Task.sleep(for: .milliseconds(50))
      await self.screen.show("detached")
    }
  }

  func tapWithTimeout() {
    Task {
      let outcome = await withTaskGroup(of: String.self) { group in
        group.addTask {
          do {
            try await Task.sleep(for: .seconds(30))
            return "answer"
          } catch {
            return "cancelled"
          }
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(1))
          return "timeout"
        }
        var outcomes: [String] = []
        for await outcome in group {
          outcomes.append(outcome)
          group.cancelAll()
        }
        return outcomes.joined(separator: ", then ")
      }
      screen.show(outcome)
    }
  }

  func tapStream() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task {
      for await number in stream { screen.show("streamed \(number)") }
      screen.show("stream ended")
    }
    Task {
      for number in 1...2 {
        await Task.yield()
        continuation.yield(number)
        try await Task.sleep(for: .milliseconds(10))
      }
      continuation.finish()
    }
  }
}
