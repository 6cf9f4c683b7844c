import CSimulation
import CWorkers
import Foundation
import ScenarioKit
import ScenarioLanguage
import Simulation

/// The activity of a worker, in memory that it shares with its supervisor.
///
/// The supervisor can read it whatever happens to the worker.
///
/// Sound although several processes use the memory without a lock: each field has one writer, and
/// readers only compare values or read those of a process that has ended.
package final class WorkerProgress: ActivityLog, @unchecked Sendable {
  package let memory: UnsafeMutablePointer<worker_progress>

  /// The files whose planning has ended a worker before.
  var crashes: [PlanningCrash] = []

  package var firstObservedStep = 0

  private var plannedPath = ""

  /// - Parameter file: A file in memory, created by `worker_memory_file`, that another program
  ///   shares; `nil` for memory that forked processes share.
  package init(sharing file: Int32? = nil) throws {
    guard let memory = worker_progress_create(file ?? -1) else { throw SystemError("mmap") }
    self.memory = memory
  }

  deinit { worker_progress_destroy(memory) }

  // MARK: - The worker

  /// Makes this process the working one.
  package func begin() {
    becomeWorkingProcess()
    memory.pointee.story_time = 0
    worker_record_termination(memory, simulation_find_stack)
    simulation_call_before_write(worker_before_write)
  }

  /// Makes simulations record their jobs and story time here.
  func followSimulations() {
    let address = UnsafeMutableRawPointer(memory)
    let beats = MemoryLayout<worker_progress>.offset(of: \.beats) ?? 0
    let time = MemoryLayout<worker_progress>.offset(of: \.story_time) ?? 0
    Simulation.progress = ProgressReport(
      jobs: (address + beats).assumingMemoryBound(to: UInt64.self),
      storyTime: (address + time).assumingMemoryBound(to: Int64.self))
  }

  package func readsModules() { enter(WORKER_READS_MODULES) }

  /// Records that no app code runs until the next phase is recorded.
  ///
  /// Reading a large file makes no progress that a watchdog could see.
  package func doesOwnWork() { enter(WORKER_STARTS) }

  package func readsSteps(ofModule module: String) -> () -> Void {
    let wasStarting = phase == .starting
    set(text: module)
    enter(WORKER_READS_STEPS)
    return { if wasStarting { self.doesOwnWork() } }
  }

  package func plans(line: Int, of path: String) {
    // This is called for each step of a file, and the path stays the same.
    if path != plannedPath || memory.pointee.phase != Int32(WORKER_PLANS.rawValue) {
      plannedPath = path
      set(text: path)
    }
    memory.pointee.line = Int32(clamping: line)
    enter(WORKER_PLANS)
  }

  /// Makes this process the working one again, after a process that it forked has ended.
  ///
  /// It does its own work: it may ask a question, and the next process that it forks may end before
  /// its scenario.
  func becomeWorkingProcess() {
    memory.pointee.process = getpid()
    memory.pointee.thread = worker_thread()
    memory.pointee.ending = 0
    memory.pointee.signal = 0
    memory.pointee.exit_called = 0
    memory.pointee.signal_to_parent = 0
    memory.pointee.wrote_message = 0
    memory.pointee.memory = 0
    memory.pointee.finding.0 = 0
    memory.pointee.frame_count = 0
    doesOwnWork()
  }

  package func diagnostic(forPlanning file: StoryFile) -> Diagnostic? {
    crashes.first { $0.path == file.source.path }?.diagnostic(in: file)
  }

  /// Records the start of a scenario.
  package func runs(scenario: Int) {
    memory.pointee.scenario = Int32(scenario)
    memory.pointee.step = -1
    memory.pointee.observed_step = WORKER_NO_STEP
    memory.pointee.closing_step = WORKER_NO_STEP
    memory.pointee.story_time = 0
    memory.pointee.began = worker_now()
    enter(WORKER_RUNS)
  }

  package func runs(step: Int, line: Int) {
    memory.pointee.step = Int32(clamping: step)
    memory.pointee.line = Int32(clamping: line)
    enter(WORKER_RUNS)
  }

  package func observes(after step: Int?) {
    memory.pointee.observed_step = step.map { Int32(clamping: $0) } ?? WORKER_NO_STEP
    worker_beat(memory)
  }

  /// Ends this process if the app has closed the descriptor of messages, which only matters for a
  /// scenario without other failures.
  func endIfMessagesAreClosed() {
    guard memory.pointee.closing_step != WORKER_NO_STEP else { return }
    memory.pointee.step = memory.pointee.closing_step
    ChildProcess.leave(ChildProcess.closedStatus)
  }

  private func enter(_ phase: worker_phase) {
    memory.pointee.phase = Int32(phase.rawValue)
    worker_beat(memory)
  }

  private func set(text: String) {
    withUnsafeMutableBytes(of: &memory.pointee.text) { bytes in
      let utf8 = text.utf8.prefix(bytes.count - 1)
      bytes.copyBytes(from: utf8)
      bytes[utf8.count] = 0
    }
  }

  // MARK: - The supervisor

  /// The activity of the worker.
  enum Phase: Equatable {
    case starting
    case readingModules
    case readingSteps(module: String)
    case planning(path: String, line: Int)
    case running(scenario: Int, step: Int?)
  }

  var phase: Phase {
    let progress = memory.pointee
    return switch worker_phase(UInt32(bitPattern: progress.phase)) {
    case WORKER_READS_MODULES: .readingModules
    case WORKER_READS_STEPS: .readingSteps(module: text)
    case WORKER_PLANS: .planning(path: text, line: Int(progress.line))
    case WORKER_RUNS:
      .running(scenario: Int(progress.scenario), step: progress.step < 0 ? nil : Int(progress.step))
    default: .starting
    }
  }

  /// The step after which the process took observations that no step asks for; `nil` if it did not.
  var observedStep: Int? {
    let step = memory.pointee.observed_step
    return step == WORKER_NO_STEP ? nil : Int(step)
  }

  /// The real time since the scenario began, in seconds.
  var seconds: Double { Double(worker_now() - memory.pointee.began) / 1e9 }

  var storyTime: Duration { .nanoseconds(memory.pointee.story_time) }

  private var text: String {
    withUnsafeBytes(of: memory.pointee.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
