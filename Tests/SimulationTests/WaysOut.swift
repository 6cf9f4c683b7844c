import Dispatch
import Foundation
import Glibc
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

@testable import Simulation

/// A way to leave story time with Dispatch or Foundation.
enum Way: CaseIterable {
  case async, asyncWithQualityOfService, barrier, group, after, afterWorkItem
  case groupNotify, workItemNotify, operation
  case mainQueue, concurrentPerform, dispatchTimer, runLoopTimer, source, thread
  case mainRunLoop, currentRunLoop

  var violation: SandboxViolation {
    switch self {
    case .async, .asyncWithQualityOfService, .barrier, .group, .after, .afterWorkItem: .dispatch
    case .groupNotify, .workItemNotify, .operation: .dispatch
    case .mainQueue: .mainQueue
    case .concurrentPerform: .concurrentPerform
    case .dispatchTimer, .runLoopTimer: .timer
    case .source: .eventSource
    case .thread: .thread
    case .mainRunLoop, .currentRunLoop: .runLoop
    }
  }

  /// Leaves story time, nonisolated so that the closures can run on any thread.
  func take() {
    switch self {
    case .async: DispatchQueue.global().async {}
    case .asyncWithQualityOfService: DispatchQueue.global().async(qos: .utility) {}
    case .barrier:
      DispatchQueue(label: "barrier", attributes: .concurrent).async(flags: .barrier) {}
    case .group: DispatchQueue.global().async(group: DispatchGroup()) {}
    case .after: DispatchQueue.global().asyncAfter(deadline: .now() + 0.001) {}
    case .afterWorkItem:
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.001, execute: DispatchWorkItem {})
    case .groupNotify: DispatchGroup().notify(queue: .global()) {}
    case .workItemNotify:
      let item = DispatchWorkItem {}
      item.perform()
      item.notify(queue: .global()) {}
    case .operation: OperationQueue().addOperation {}
    case .mainQueue: DispatchQueue.main.sync {}
    case .concurrentPerform: DispatchQueue.concurrentPerform(iterations: 8) { _ in }
    case .dispatchTimer:
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1)
      timer.activate()
      timer.cancel()
    case .runLoopTimer:
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }.invalidate()
    case .source:
      let source = DispatchSource.makeUserDataAddSource()
      source.activate()
      source.cancel()
    case .thread: Thread {}.start()
    case .mainRunLoop: RunLoop.main.perform {}
    case .currentRunLoop: RunLoop.current.perform {}
    }
  }
}

struct MissingFunction: Error {}

/// Calls one of Dispatch's C functions, which are not available in Swift.
///
/// - Parameter shape: The first parameters of the function: 0 for a queue, 1 for a time and a
///   queue, 2 for a group and a queue. A context and a function always follow.
func handOn(by name: String, shape: Int) throws {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Work = @convention(c) (Pointer?) -> Void
  let work: Work = { _ in }
  let queue = try function(
    "dispatch_get_global_queue", as: (@convention(c) (Int, UInt) -> Pointer).self)(0, 0)
  switch shape {
  case 0:
    try function(name, as: (@convention(c) (Pointer, Pointer?, Work) -> Void).self)(
      queue, nil, work)
  case 1:
    try function(name, as: (@convention(c) (UInt64, Pointer, Pointer?, Work) -> Void).self)(
      0, queue, nil, work)
  default:
    let group = try function("dispatch_group_create", as: (@convention(c) () -> Pointer).self)()
    try function(name, as: (@convention(c) (Pointer, Pointer, Pointer?, Work) -> Void).self)(
      group, queue, nil, work)
  }
}

private func function<F>(_ name: String, as type: F.Type) throws -> F {
  guard let address = dlsym(nil, name) else { throw MissingFunction() }
  return unsafeBitCast(address, to: F.self)
}

/// A clock that counts steps instead of seconds.
struct StepClock: Clock {
  struct Steps: DurationProtocol {
    var count: Int
    static let zero = Steps(count: 0)
    static func + (left: Steps, right: Steps) -> Steps { Steps(count: left.count + right.count) }
    static func - (left: Steps, right: Steps) -> Steps { Steps(count: left.count - right.count) }
    static func / (left: Steps, right: Int) -> Steps { Steps(count: left.count / right) }
    static func * (left: Steps, right: Int) -> Steps { Steps(count: left.count * right) }
    static func / (left: Steps, right: Steps) -> Double {
      Double(left.count) / Double(right.count)
    }
    static func < (left: Steps, right: Steps) -> Bool { left.count < right.count }
  }

  struct Instant: InstantProtocol {
    var count: Int
    func advanced(by steps: Steps) -> Instant { Instant(count: count + steps.count) }
    func duration(to other: Instant) -> Steps { Steps(count: other.count - count) }
    static func < (left: Instant, right: Instant) -> Bool { left.count < right.count }
  }

  var now: Instant { Instant(count: 0) }
  var minimumResolution: Steps { Steps(count: 1) }
  func sleep(until deadline: Instant, tolerance: Steps?) async throws {}
}

final class StepExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    SimulationDefaultExecutor.shared.enqueue(
      job, after: StepClock.Steps(count: 3), tolerance: nil, clock: StepClock())
  }
}
