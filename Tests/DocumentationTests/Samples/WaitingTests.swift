import Foundation
import Simulation
import Testing

/// The samples of the article on testing without waiting.
@Suite("Testing without waiting")
struct WaitingTests {
  @Test func `waits for the answer`() throws {
    let answer = try Simulation.perform {
      try await Task.sleep(for: .seconds(30))  // takes no time
      return 42
    }
    #expect(answer == 42)
  }

  @MainActor
  final class Download {
    private(set) var progress = 0

    func start() {
      Task {
        while progress < 100 {
          try await Task.sleep(for: .seconds(1))
          progress += 10
        }
      }
    }
  }

  @Test func `the download is done after ten seconds`() throws {
    try Simulation.run { simulation in
      let download = try simulation.perform {
        let download = Download()
        download.start()
        return download
      }
      try simulation.advance(by: .seconds(5))
      #expect(try simulation.perform { download.progress } == 50)

      let wait = try simulation.wait(upTo: .seconds(60)) {
        try simulation.perform { download.progress } == 100
      }
      #expect(wait == .held)
      #expect(simulation.elapsed == .seconds(10))
      #expect(try simulation.finish().isEmpty)  // nothing is left under way
    }
  }

  @Test func `the calendar is the simulation's`() throws {
    let newYear = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
    let date = try Simulation.perform(startingAt: newYear) {
      try await Task.sleep(for: .seconds(30))
      return Date()
    }
    #expect(date == newYear.addingTimeInterval(30))
  }

  @Test func `two runs leave one trace`() throws {
    func trace() throws -> Trace {
      try Simulation.run { simulation in
        try simulation.perform {
          let download = Download()
          download.start()
        }
        try simulation.settle()
        _ = try simulation.finish()
        return simulation.trace
      }
    }
    let (first, second) = (try trace(), try trace())
    #expect(first.firstDifference(from: second) == nil)
  }

  @Test func `waiting for ever is an error that says so`() throws {
    let stall = #expect(throws: Stall.self) {
      try Simulation.perform {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    #expect(
      stall?.description
        == "no pending work is left: the app waits for something that never comes")
  }
}
