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

  /// Takes samples and returns the first reason to end the process with the sample's number.
  private func end(
    after looks: Int, span: Duration = interval, _ sample: (Int) -> Watchdog.Sample
  ) -> (worker_ending, look: Int)? {
    var watchdog = Watchdog(
      limits: WorkerLimits(memory: 1_000, timeout: .seconds(4)), interval: Self.interval)
    for look in 0..<looks {
      if let ending = watchdog.evaluate(sample(look), after: span) { return (ending, look) }
    }
    return nil
  }

  @Test func `the watchdog reports a loop after processor time without progress`() {
    let end = end(after: 1_000) { Self.sample(seconds: Double($0) * 0.1) }
    #expect(end?.0 == WORKER_LOOPS)
    #expect(end?.look == 40)
  }

  @Test func `the watchdog never reports a loop in a starved process`() {
    #expect(end(after: 10_000) { Self.sample(seconds: Double($0) * 0.0001) } == nil)
  }

  @Test func `the watchdog allows a process with progress any processor time`() {
    #expect(
      end(after: 1_000) { Self.sample(beats: UInt64($0), seconds: Double($0) * 3) } == nil)
  }

  @Test func `the watchdog reports a process whose threads always sleep as blocked`() {
    let end = end(after: 1_000) { _ in Self.sample(sleep: .anything) }
    #expect(end?.0 == WORKER_BLOCKED)
    #expect(end?.look == 40)
  }

  @Test func `the watchdog reports an occasionally runnable process after four times the limit`() {
    let end = end(after: 1_000) { look in
      Self.sample(sleep: look % 30 == 29 ? nil : .anything)
    }
    #expect(end?.0 == WORKER_WAITS_BESIDE_THREADS)
    #expect((160..<220).contains(end?.look ?? 0))
  }

  @Test func `the watchdog does not report a process that often runs as blocked`() {
    #expect(
      end(after: 2_000) { look in Self.sample(sleep: look % 4 == 3 ? nil : .anything) } == nil)
  }

  @Test func `the watchdog reports a wait beside a thread that wakes on a busy machine`() {
    var threads = Self.sample()
    let end = end(after: 1_000) { look in
      (threads.waits, threads.running) = ([1: 5, 2: look], [2])
      return threads
    }
    #expect(end?.0 == WORKER_WAITS_BESIDE_THREADS)
    #expect(end?.look == 160)
  }

  @Test func `the watchdog does not report a starved thread beside one that wakes`() {
    var threads = Self.sample()
    #expect(
      end(after: 10_000) { look in
        (threads.waits, threads.running) = ([1: 5, 2: look], [1, 2])
        return threads
      } == nil)
  }

  @Test func `the watchdog reports a wait for a child process`() {
    #expect(end(after: 50) { _ in Self.sample(sleep: .childProcess) }?.0 == WORKER_WAITS_FOR_CHILD)
  }

  @Test func `the watchdog reports a wait for a disk only after a minute`() {
    let end = end(after: 1_000) { _ in Self.sample(sleep: .disk) }
    #expect(end?.0 == WORKER_WAITS_FOR_DISK)
    #expect(end?.look == 600)
  }

  @Test func `the watchdog does not count the wait for a disk as any other`() {
    let disk = 10..<45
    let end = end(after: 1_000) { Self.sample(sleep: disk.contains($0) ? .disk : .anything) }
    #expect(end?.0 == WORKER_BLOCKED)
    #expect(end?.look == disk.upperBound + 39)
  }

  @Test func `the watchdog ignores the time in which the machine slept`() {
    #expect(end(after: 3, span: .seconds(3_600)) { _ in Self.sample(sleep: .anything) } == nil)
  }

  @Test func `the watchdog starts measuring again for another process`() {
    #expect(
      end(after: 1_000) { look in
        Self.sample(seconds: Double(look % 30) * 0.1, process: Int32(look / 30 + 1))
      } == nil)
  }

  @Test func `the watchdog ends a process as soon as it exceeds its memory limit`() {
    #expect(end(after: 5) { Self.sample(memory: $0 * 500) }?.look == 3)
  }

  @Test func `after the process of a scenario, the worker may wait for its user`() throws {
    let progress = try WorkerProgress()
    progress.runs(scenario: 3)
    progress.becomeWorkingProcess()
    #expect(progress.phase == .starting)
  }

  @Test func `after the steps of a module are read, a command may work for long`() throws {
    let progress = try WorkerProgress()
    progress.doesOwnWork()
    let end = progress.readsSteps(ofModule: "lamp")
    #expect(progress.phase == .readingSteps(module: "lamp"))
    end()
    #expect(progress.phase == .starting)
    progress.plans(line: 1, of: "lamp.yaml")
    progress.readsSteps(ofModule: "lamp")()
    #expect(progress.phase == .readingSteps(module: "lamp"), "what follows may be the app's code")
  }
}
