import CWorkers
import Testing

@testable import ScenarioWorkers

@Suite("The watchdog")
struct WatchdogTests {
  private static let interval = Duration.milliseconds(100)

  private static func sample(
    beats: UInt64 = 7, seconds: Double = 0, sleep: Watchdog.Sleep? = nil, memory: Int = 0,
    process: Int32 = 1
  ) -> Watchdog.Sample {
    Watchdog.Sample(
      process: process, beats: beats, processorTime: Int64(seconds * 1e9), sleep: sleep,
      memory: memory)
  }

  /// Looks many times; returns the first reason to end the process, and when.
  private func end(
    after looks: Int, span: Duration = interval, _ sample: (Int) -> Watchdog.Sample
  ) -> (worker_ending, look: Int)? {
    var watchdog = Watchdog(
      limits: WorkerLimits(memory: 1_000, patience: .seconds(4)), interval: Self.interval)
    for look in 0..<looks {
      if let ending = watchdog.look(sample(look), after: span) { return (ending, look) }
    }
    return nil
  }

  @Test func `a process that uses processor time without progress is in a loop`() {
    let end = end(after: 1_000) { Self.sample(seconds: Double($0) * 0.1) }
    #expect(end?.0 == WORKER_LOOPS)
    #expect(end?.look == 40)
  }

  @Test func `a starved process is never in a loop, however long it takes`() {
    #expect(end(after: 10_000) { Self.sample(seconds: Double($0) * 0.0001) } == nil)
  }

  @Test func `a process that makes progress may use any processor time`() {
    #expect(
      end(after: 1_000) { Self.sample(beats: UInt64($0), seconds: Double($0) * 3) } == nil)
  }

  @Test func `a process whose threads all sleep at every look is blocked`() {
    let end = end(after: 1_000) { _ in Self.sample(sleep: .anything) }
    #expect(end?.0 == WORKER_BLOCKED)
    #expect(end?.look == 40)
  }

  @Test func `a process that is runnable at one look in a while is not blocked`() {
    #expect(
      end(after: 1_000) { look in Self.sample(sleep: look % 30 == 29 ? nil : .anything) } == nil)
  }

  @Test func `a wait for a child process or a disk is named`() {
    #expect(end(after: 50) { _ in Self.sample(sleep: .childProcess) }?.0 == WORKER_WAITS_FOR_CHILD)
    #expect(
      end(after: 50) { _ in Self.sample(beats: 8, sleep: .disk) }?.0 == WORKER_WAITS_FOR_DISK)
  }

  @Test func `a machine that slept between two looks blocks nothing`() {
    #expect(end(after: 3, span: .seconds(3_600)) { _ in Self.sample(sleep: .anything) } == nil)
  }

  @Test func `another process begins anew`() {
    #expect(
      end(after: 1_000) { look in
        Self.sample(seconds: Double(look % 30) * 0.1, process: Int32(look / 30 + 1))
      } == nil)
  }

  @Test func `a process with too much memory is ended at the first look`() {
    #expect(end(after: 5) { Self.sample(memory: $0 * 500) }?.look == 3)
  }
}
