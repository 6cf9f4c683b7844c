import CWorkers
import Glibc

/// Runs scenarios in processes that are forked from this one, which has planned them and runs none
/// itself.
package struct ForkedRuns {
  /// What a process does with one scenario, and sends.
  package struct Report: Sendable {
    /// Whether it passed or was skipped, so that it need not be repeated.
    package var isFine: Bool
    /// What is sent, as ``BinaryEncoder`` writes it.
    package var bytes: [UInt8]
  }

  /// How a scenario ended.
  enum End {
    case ran(isFine: Bool, bytes: ArraySlice<UInt8>)
    case died(Death, step: Int?, time: Duration, output: String?)
    /// It ran, but its process died before the result was sent.
    case lost

    var isFine: Bool { if case .ran(true, _) = self { true } else { false } }
  }

  /// A scenario that passes alone and failed after others.
  package struct OrderDependence {
    /// The scenario after which it fails; `nil` where it takes several.
    package var predecessor: Int?
  }

  private let process: WorkerProcess
  private let run: (Int) throws -> Report
  private let onPause: () throws -> Void

  /// - Parameters:
  ///   - process: This process.
  ///   - onPause: Called when all that a process has sent is handed over.
  ///   - run: Runs the scenario with an index; called in the forked process.
  package init(
    in process: WorkerProcess, onPause: @escaping () throws -> Void = {},
    run: @escaping (Int) throws -> Report
  ) {
    self.onPause = onPause
    self.process = process
    self.run = run
  }

  /// Runs scenarios, and tells how each ended.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - isolated: Whether each runs in a process of its own. If not, many run in one, and those
  ///     that do not pass there again in one of their own, whose verdict counts.
  ///   - take: Called with each, those that are run again last.
  func run(
    _ count: Int, isolated: Bool, _ take: (Int, End, OrderDependence?) throws -> Void
  ) throws {
    guard !isolated else {
      for index in 0..<count { try take(index, try alone(index), nil) }
      return
    }
    // A process begins with `first`, and each scenario in it may depend on those from there on.
    var (first, next, searches) = (0, 0, 0)
    while next < count {
      first = next
      var again: [(index: Int, isLost: Bool)] = []
      next += try together(Array(next..<count)) { index, end in
        switch end {
        case .ran(true, _): try take(index, end, nil)
        case .ran: again.append((index, false))
        case .died(let death, _, _, _): again.append((index, death.isFromOutside))
        case .lost: again.append((index, true))
        }
      }
      for (index, isLost) in again {
        let end = try alone(index)
        guard end.isFine, !isLost else {
          try take(index, end, nil)
          continue
        }
        searches += 1
        let predecessor =
          searches > OrderSearch.limit
          ? nil
          : try OrderSearch(runs: self, differs: { !$0.isFine })
            .predecessor(of: index, among: Array(first..<index))
        try take(index, end, OrderDependence(predecessor: predecessor))
      }
    }
  }

  /// Runs scenarios one after the other in one process.
  ///
  /// - Parameters:
  ///   - indices: The scenarios.
  ///   - take: Called with each that ended, in order; the last one may have died, and those after
  ///     it have not run.
  /// - Returns: How many have ended.
  @discardableResult
  func together(_ indices: [Int], _ take: (Int, End) throws -> Void) throws -> Int {
    let child = try ChildProcess(leadsGroup: true) { writer in
      process.progress.begin()
      let flushing = indices.count > 1 ? PeriodicFlush(of: writer) : nil
      defer { flushing?.end() }
      _ = try work(on: indices) { report in
        try writer.write(first: report.isFine ? 1 : 0, report.bytes, flushes: !report.isFine)
        return true
      }
    }
    defer {
      // With what the app has started and left behind.
      kill(-child.id, SIGKILL)
      process.progress.goOn()
    }
    var reader = MessageReader(from: child.messages)
    var ended = 0
    while try reader.read(
      from: child,
      { message in
        guard ended < indices.count, let isFine = message.first else { return }
        try take(indices[ended], .ran(isFine: isFine == 1, bytes: message.dropFirst()))
        ended += 1
      })
    { try onPause() }
    guard ended < indices.count else {
      child.release()
      return ended
    }
    close(child.messages)
    let status = child.wait()
    guard case .running(let index, let step) = process.progress.phase,
      let died = indices[ended...].firstIndex(of: index)
    else { throw LostProcess() }
    for lost in indices[ended..<died] { try take(lost, .lost) }
    let death = process.death(status)
    try take(
      indices[died],
      .died(death, step: step, time: process.progress.storyTime, output: process.capture.text))
    return died + 1
  }

  /// Runs a scenario in a process of its own.
  func alone(_ index: Int) throws -> End {
    var result: End?
    var attempts = 0
    // What somebody outside killed says nothing of the app.
    while result == nil, attempts < 3 {
      attempts += 1
      try together([index]) { _, end in
        if case .died(let death, _, _, _) = end, death.isFromOutside, attempts < 3 { return }
        result = end
      }
    }
    guard let result else { throw LostProcess() }
    return result
  }

  /// Runs all scenarios in this process, up to the first that does not pass.
  ///
  /// This process can't fork any more afterwards: it has run tasks.
  ///
  /// - Returns: Whether all passed or were skipped.
  func here(_ count: Int, _ take: (Report) throws -> Void) throws -> Bool {
    defer { process.progress.doesOwnWork() }
    return try work(on: Array(0..<count)) { report in
      if report.isFine { try take(report) }
      return report.isFine
    }
  }

  /// - Returns: Whether `take` did not end the work.
  private func work(on indices: [Int], _ take: (Report) throws -> Bool) throws -> Bool {
    let (progress, capture) = (process.progress, process.capture)
    process.limits.apply()
    worker_restore_pipe_signal()
    progress.followSimulations()
    let surroundings = try ProcessState()
    for index in indices {
      surroundings.restore()
      capture.begin()
      progress.runs(scenario: index)
      guard try take(try run(index)) else { return false }
    }
    return true
  }
}

/// A process ended where nothing of the app ran.
struct LostProcess: Error, CustomStringConvertible {
  var description: String { "a worker ended before it ran a scenario" }
}

/// What an app can change of its process and the next scenario must not see.
struct ProcessState {
  private let folder: Int32
  private let mask: mode_t

  init() throws {
    folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError("open") }
    mask = umask(0)
    umask(mask)
  }

  func restore() {
    fchdir(folder)
    umask(mask)
  }
}

extension WorkerLimits {
  /// Makes the system refuse more memory than the watchdog would allow: it may look too late.
  func apply() {
    guard let memory else { return }
    var limit = rlimit(rlim_cur: rlim_t(memory + memory / 4), rlim_max: rlim_t(memory + memory / 4))
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }
}
