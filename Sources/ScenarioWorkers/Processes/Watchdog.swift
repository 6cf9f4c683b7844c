import CWorkers
import Foundation

/// A detector of a process that makes no progress; this part has no side effects.
///
/// It considers the resources that the process uses, not the time on a clock. So a busy machine, a
/// slow disk, a stopped process and a sleeping laptop have no effect.
struct Watchdog {
  /// The observed state of a process at one moment.
  struct Sample: Equatable {
    var process: Int32
    /// The number of steps of progress.
    var beats: UInt64
    /// The processor time used, in nanoseconds.
    var processorTime: Int64
    /// The objects that its threads wait for; `nil` if one of them can run.
    var sleep: Sleep?
    /// The number of times that each thread has waited by itself, and not because others use the
    /// processors.
    var waits: [Int32: Int] = [:]
    /// The threads that can run.
    var running: Set<Int32> = []
    /// The memory used, in bytes.
    var memory: Int
  }

  /// The wait of a process whose threads all sleep in the kernel.
  enum Sleep: Equatable { case anything, disk, childProcess }

  private let limits: WorkerLimits
  /// The longest time between two samples that counts.
  private let longestSpan: Duration
  private var last: Sample?
  private var slept: Duration = .zero
  /// As ``slept``, where other threads wake for a moment, again and again.
  private var waited: Duration = .zero

  /// - Parameters:
  ///   - limits: The resources that the process may use.
  ///   - interval: The time between two samples.
  init(limits: WorkerLimits, interval: Duration) {
    self.limits = limits
    longestSpan = interval * 2
  }

  /// Evaluates a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - span: The time since the previous sample.
  /// - Returns: The reason to end the process; `nil` to let it continue.
  mutating func evaluate(_ sample: Sample, after span: Duration) -> worker_ending? {
    if let memory = limits.memory, sample.memory > memory { return WORKER_MEMORY }
    guard let last, last.process == sample.process, last.beats == sample.beats else {
      self.last = sample
      (slept, waited) = (.zero, .zero)
      return nil
    }
    let used = Duration.nanoseconds(sample.processorTime - last.processorTime)
    if used >= limits.timeout { return WORKER_LOOPS }
    let span = min(span, longestSpan)
    self.last?.waits = sample.waits
    // On a busy machine, a thread that wakes for a moment can nearly always run, as one that
    // computes.
    let onlyWakes = sample.running.allSatisfy { thread in
      last.waits[thread].map { $0 < sample.waits[thread, default: 0] } ?? false
    }
    switch sample.sleep {
    case .anything: waited += span
    case .disk, .childProcess: waited = .zero
    case nil:
      waited = onlyWakes && !sample.running.isEmpty ? waited + span : max(.zero, waited - span * 4)
    }
    if waited >= limits.waitTimeout { return WORKER_WAITS_BESIDE_THREADS }
    if sample.sleep != last.sleep { slept = .zero }
    self.last?.sleep = sample.sleep
    guard let sleep = sample.sleep else { return nil }
    slept += span
    guard slept >= (sleep == .disk ? limits.diskTimeout : limits.timeout) else { return nil }
    return switch sleep {
    case .anything: WORKER_BLOCKED
    case .disk: WORKER_WAITS_FOR_DISK
    case .childProcess: WORKER_WAITS_FOR_CHILD
    }
  }
}

extension Watchdog {
  /// Samples the working process, and kills it if it makes no progress.
  ///
  /// - Parameter span: The time since the previous sample.
  mutating func watch(_ worker: WorkerResources, after span: Duration) {
    let progress = worker.progress
    // App code can't block this phase.
    guard progress.phase != .starting, let sample = Sample(of: worker),
      let ending = evaluate(sample, after: span)
    else { return }
    progress.memory.pointee.ending = Int32(ending.rawValue)
    if ending != WORKER_MEMORY {
      // Its thread records its stack, after some time on a busy machine.
      worker_ask_for_stack(sample.process, progress.memory.pointee.thread)
      for _ in 0..<2_500 where progress.memory.pointee.frame_count == 0 { poll(nil, 0, 2) }
    }
    kill(sample.process, SIGKILL)
  }
}

extension Watchdog.Sample {
  /// Samples the working process; `nil` if it has just ended.
  init?(of worker: WorkerResources) {
    let progress = worker.progress
    let process = progress.memory.pointee.process
    let time = worker_processor_time(process)
    guard process > 0, time >= 0 else { return nil }
    self.init(
      process: process, beats: progress.memory.pointee.beats, processorTime: time,
      // The captured output is in memory, too.
      memory: Self.memory(of: process) + worker.capture.size)
    addThreads()
    // It waits for the program that reads the names of functions for a sanitizer's report.
    if progress.memory.pointee.finding.0 != 0, sleep != nil { sleep = .disk }
  }

  // Samples are frequent, and a search in a `String` compares characters, so bytes are searched.
  private mutating func addThreads() {
    let folder = "/proc/\(process)/task"
    var sleep: Watchdog.Sleep?
    // There is no folder if the process has just ended.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let id = Int32(name), let status = Self.text(of: "\(folder)/\(name)/stat"),
        // The name of a thread may contain any character, so its state is searched from the end.
        let end = status.utf8.lastIndex(of: UInt8(ascii: ")"))
      else { continue }
      switch status[end...].dropFirst(2).first {
      // A stopped process does not continue by itself either.
      case "S", "T", "t": sleep = sleep ?? .anything
      case "D": sleep = .disk
      case "Z", "X": continue
      default: running.insert(id)
      }
      waits[id] = Self.waits(ofThread: "\(folder)/\(name)")
      let call = Self.text(of: "\(folder)/\(name)/syscall").flatMap { Int($0.prefix { $0 != " " }) }
      if let call, worker_waits_for_child(call) != 0 { sleep = .childProcess }
    }
    self.sleep = running.isEmpty ? sleep : nil
  }

  private static func waits(ofThread folder: String) -> Int? {
    let name = "\nvoluntary_ctxt_switches:\t"
    return text(of: "\(folder)/status")?.withCString { status in
      strstr(status, name).map { atol($0 + name.utf8.count) }
    }
  }

  private static func memory(of process: Int32) -> Int {
    // The second number is the count of pages in memory.
    let parts = text(of: "/proc/\(process)/statm")?.utf8.split(separator: UInt8(ascii: " ")) ?? []
    return parts.count > 1 ? (Int(Substring(parts[1])) ?? 0) * 4096 : 0
  }

  /// Returns the text of a short file; `nil` if the thread or process has just ended.
  ///
  /// Foundation leaks its buffer if that happens between opening and reading, which a leak sanitizer
  /// reports as the app's.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
