@preconcurrency import Dispatch
import Foundation
import Simulation
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Code that polls")
struct PollingTests {
  @Test(arguments: clocks)
  func `a loop that reads a clock until a moment ends at that moment`(clock: PolledClock) throws {
    try Simulation.run { simulation in
      let log = Log()
      try simulation.perform {
        for milliseconds in [20, 60] {
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            log("timer")
          }
        }
        let start = clock.read()
        while clock.read() - start < 0.05 {}
      }
      // Each further read costs a thousandth of the wait at most.
      #expect(simulation.elapsed >= .milliseconds(50) && simulation.elapsed < .microseconds(50_100))
      #expect(log.lines == ["0.02 timer"])
      #expect(simulation.violations == [])
    }
  }

  static let clocks: [PolledClock] = [
    PolledClock(name: "Date()") { Date().timeIntervalSince1970 },
    PolledClock(name: "DispatchTime") { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
    PolledClock(name: "systemUptime") { ProcessInfo.processInfo.systemUptime },
    PolledClock(name: "gettimeofday") {
      var time = timeval()
      gettimeofday(&time, nil)
      return Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    },
  ]

  @Test(arguments: [0, 20])
  func `a loop that yields sees what other code sets`(milliseconds: Int) throws {
    let elapsed = try Simulation.run { simulation in
      try simulation.perform {
        let flag = Flag()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
          flag.raise()
        }
        while !flag.isRaised { sched_yield() }
      }
      return simulation.elapsed
    }
    #expect(elapsed >= .milliseconds(milliseconds) && elapsed < .milliseconds(milliseconds + 1))
  }

  @Test func `a loop that polls for what never comes is named`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      do {
        try Simulation.perform { pollForever() }
      } catch { print(error) }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("polls for something that never comes"))
    #expect(output.contains("in pollForever() (PollingTests.swift:"))
  }

  @Test func `code that polls or waits at the end of a simulation ends`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        DispatchQueue.main.async {
          _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            DispatchSemaphore(value: 0).wait()
          }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
          let end = Date() + 30
          while Date() < end {}
        }
      }
      try simulation.advance(by: .seconds(3))
    }
  }

  @Test func `a loop that reads no clock is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Simulation.perform(limits: Simulation.Limits(realTime: .seconds(1))) {
        loop(until: Flag())
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("code in a simulation loops or blocks its thread: it ran for 1 s"))
    #expect(output.contains("in loop(until:) (PollingTests.swift:"))
  }

  @Test func `a blocked thread is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Simulation.perform(limits: Simulation.Limits(realTime: .seconds(1))) { block() }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("in block() (PollingTests.swift:"))
  }

  @Test func `a loop that polls for longer than the limit ends`() throws {
    let stall = #expect(throws: Stall.self) {
      try Simulation.perform {
        let end = Date() + 3600
        while Date() < end {}
      }
    }
    #expect(
      stall?.description
        == "it takes more than 1 min of story time: the app waits for a moment or a value, for which it polls"
    )
  }

  @Test func `code may read the clock often at one moment`() throws {
    let elapsed = try Simulation.run { simulation in
      try simulation.perform { for _ in 0..<9_000 { _ = Date() } }
      return simulation.elapsed
    }
    #expect(elapsed == .zero)
  }
}

/// A clock that code polls.
struct PolledClock: Sendable, CustomTestStringConvertible {
  let name: String
  /// Returns the time in seconds, since any moment.
  let read: @Sendable () -> Double
  var testDescription: String { name }
}

private func pollForever() {
  while true { sched_yield() }
}

private func loop(until flag: Flag) {
  while !flag.isRaised {}
}

private func block() {
  var descriptors: [Int32] = [0, 0]
  pipe(&descriptors)
  var byte: UInt8 = 0
  _ = read(descriptors[0], &byte, 1)
}
