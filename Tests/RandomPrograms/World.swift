@preconcurrency import Dispatch
import Foundation
import Synchronization

/// What a random program uses, and its log.
///
/// Sound because the log has a lock of its own, and everything else is thread-safe.
final class World: @unchecked Sendable {
  private let queues: [DispatchQueue]
  private let locks = (0..<Generator.lockCount).map { _ in Locks() }
  private let actors = [Performer(), Performer()]
  private let all = DispatchGroup()
  private let logLock = NSLock()
  private var lines: [Int: Int] = [:]

  init() {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    queues = [
      DispatchQueue(label: "a"), DispatchQueue(label: "b"),
      DispatchQueue(label: "c", target: DispatchQueue(label: "below c")), concurrent, .global(),
      DispatchQueue(label: "above main", target: .main),
    ]
  }

  /// Runs a program until nothing of it is left, and returns what its log adds up to.
  func run(_ program: [Statement]) async -> String {
    run(program, 1)
    await withCheckedContinuation { done in all.notify(queue: .global()) { done.resume() } }
    return logLock.withLock {
      var hash = 17
      for id in lines.keys.sorted() { hash = hash &* 1_000_003 &+ id &* 7 &+ (lines[id] ?? 0) }
      return "\(lines.values.reduce(0, +)) \(UInt(bitPattern: hash))"
    }
  }

  /// Adds a line.
  ///
  /// Its number follows from the path of the statement, so it is the same in each run.
  private func log(_ id: Int) { logLock.withLock { lines[id, default: 0] += 1 } }

  private func run(_ body: [Statement], _ id: Int) {
    for (index, statement) in body.enumerated() { run(statement, id &* 31 &+ index &+ 1) }
  }

  private func run(task body: [Statement], _ id: Int) async {
    for (index, statement) in body.enumerated() {
      await run(task: statement, id &* 31 &+ index &+ 1)
    }
  }

  private func later(_ milliseconds: Int) -> DispatchTime { .now() + .milliseconds(milliseconds) }

  private func block(_ milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: later(milliseconds))
  }

  // MARK: - Statements of any code, and of code that blocks

  private func run(_ statement: Statement, _ id: Int) {
    switch statement {
    case .async(let queue, let body): queues[queue].async(group: all) { self.run(body, id) }
    case .asyncWithBarrier(let body):
      queues[Generator.concurrent].async(group: all, flags: .barrier) { self.run(body, id) }
    case .after(let time, let queue, let body):
      all.enter()
      queues[queue].asyncAfter(deadline: later(time)) {
        self.run(body, id)
        self.all.leave()
      }
    case .item(let queue, let isBarrier, let isCancelled, let body, let notify):
      let item = DispatchWorkItem(flags: isBarrier ? .barrier : []) { self.run(body, id) }
      all.enter()
      item.notify(queue: queues[notify]) {
        self.log(id)
        self.all.leave()
      }
      if isCancelled { item.cancel() }
      queues[queue].async(execute: item)
    case .source(let queue, let firings, let waits, let body):
      source(on: queues[queue], firings, waits) { self.run(body, id &* 31 &+ $0) }
    case .suspendedSource(let queue, let time):
      let source = source(on: queues[queue], 1, 0) { _ in self.log(id) }
      source.suspend()
      DispatchQueue.global().asyncAfter(deadline: later(time)) { source.resume() }
    case .loopTimer(let time):
      all.enter()
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: Double(time) / 1000, repeats: false) { _ in
          self.log(id)
          self.all.leave()
        }
      }
    case .suspendQueue(let queue, let time):
      all.enter()
      queues[queue].suspend()
      DispatchQueue.global().asyncAfter(deadline: later(time)) {
        self.queues[queue].resume()
        self.all.leave()
      }
      log(id)
    case .operations(let width, let first, let second):
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = width
      let before = BlockOperation { self.run(first, id &* 31) }
      let after = BlockOperation { self.run(second, id &* 37) }
      after.addDependency(before)
      all.enter()
      after.completionBlock = {
        self.log(id)
        self.all.leave()
      }
      queue.addOperations([after, before], waitUntilFinished: false)
    case .task(let body):
      all.enter()
      Task.detached {
        await self.run(task: body, id)
        self.all.leave()
      }
    case .pause(let time):
      block(time)
      log(id)
    case .sync(let queue, let isBarrier, let body):
      queues[queue].sync(flags: isBarrier ? .barrier : []) { run(body, id) }
      log(id)
    case .lock(let kind, let number, let body): locks[number].with(kind) { run(body, id) }
    case .group(let queue, let bodies):
      let group = DispatchGroup()
      for (index, body) in bodies.enumerated() {
        queues[queue].async(group: group) { self.run(body, id &* 31 &+ index) }
      }
      group.wait()
      log(id)
    case .semaphore(let queue, let body):
      let semaphore = DispatchSemaphore(value: 0)
      queues[queue].async {
        self.run(body, id)
        semaphore.signal()
      }
      semaphore.wait()
      log(id)
    case .condition(let queue):
      let condition = NSCondition(), flag = Flag()
      queues[queue].async {
        condition.withLock {
          flag.raise(); condition.broadcast()
        }
      }
      condition.withLock { while !flag.isRaised { condition.wait() } }
      log(id)
    case .itemWait(let queue, let body):
      let item = DispatchWorkItem { self.run(body, id) }
      queues[queue].async(execute: item)
      item.wait()
      log(id)
    case .perform(let count, let body):
      DispatchQueue.concurrentPerform(iterations: count) { self.run(body, id &* 31 &+ $0) }
      log(id)
    case .poll(let queue):
      let flag = Flag()
      queues[queue].async { flag.raise() }
      while !flag.isRaised { sched_yield() }
      log(id)
    default: log(id)
    }
  }

  /// Starts a source that fires some times, set anew by its own handler, and is then cancelled.
  @discardableResult
  private func source(
    on queue: DispatchQueue, _ firings: Int, _ waits: Int, _ body: @escaping @Sendable (Int) -> Void
  ) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: queue)
    let count = Flag()
    all.enter()
    source.setEventHandler {
      body(count.count)
      count.count += 1
      if count.count == firings { return source.cancel() }
      source.schedule(deadline: self.later(1))
      self.block(waits)
    }
    source.setCancelHandler { self.all.leave() }
    source.schedule(deadline: later(1))
    source.activate()
    return source
  }

  // MARK: - Statements of tasks

  private func run(task statement: Statement, _ id: Int) async {
    switch statement {
    case .sleep(let time):
      try? await Task.sleep(for: .milliseconds(time))
      log(id)
    case .yield:
      await Task.yield()
      log(id)
    case .asyncLet(let first, let second):
      async let one: Void = run(task: first, id &* 31)
      async let other: Void = run(task: second, id &* 37)
      _ = await (one, other)
      log(id)
    case .unusedAsyncLet(let body):
      async let _: Void = run(task: body, id)
      log(id)
    case .taskGroup(let bodies, let isCancelled):
      await withTaskGroup { group in
        for (index, body) in bodies.enumerated() {
          group.addTask { await self.run(task: body, id &* 31 &+ index) }
        }
        if isCancelled { group.cancelAll() }
      }
      log(id)
    case .continuation(let queue, let time):
      await withCheckedContinuation { done in
        queues[queue].asyncAfter(deadline: later(time)) { done.resume() }
      }
      log(id)
    case .cancelled(let queue, let body):
      let task = Task.detached {
        await withTaskCancellationHandler {
          await self.run(task: body, id &* 31)
          try? await Task.sleep(for: .milliseconds(20))
        } onCancel: {
          self.queues[queue].async {}
          self.queues[queue].sync { self.log(id) }
        }
      }
      task.cancel()
      await task.value
      log(id)
    case .actor(let number, let body):
      await actors[number].perform { run(body, id) }
      log(id)
    case .stream(let count):
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let sender = Task.detached {
        for number in 0..<count {
          if number % 2 == 1 { try? await Task.sleep(for: .milliseconds(1)) }
          continuation.yield(number)
        }
        continuation.finish()
      }
      // A task that was cancelled meanwhile would see a part of it, which is another one each time.
      await Task.detached { for await number in stream { self.log(id &* 31 &+ number) } }.value
      await sender.value
    case .mainActor: await MainActor.run { log(id) }
    default: blocking(statement, id)
    }
  }

  /// Runs a statement that blocks, which tasks do, too.
  private func blocking(_ statement: Statement, _ id: Int) { run(statement, id) }
}

/// A lock of each kind.
private final class Locks: @unchecked Sendable {
  private let lock = NSLock(), recursive = NSRecursiveLock(), mutex = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 1)
  private var readWrite = pthread_rwlock_t()

  init() { pthread_rwlock_init(&readWrite, nil) }

  func with(_ kind: Statement.Lock, _ body: () -> Void) {
    switch kind {
    case .lock: lock.withLock(body)
    case .recursive: recursive.withLock { recursive.withLock(body) }
    case .timed:
      precondition(lock.lock(before: Date() + 60), "a lock is taken for a minute")
      body()
      lock.unlock()
    case .mutex: mutex.withLock { _ in body() }
    case .reading:
      pthread_rwlock_rdlock(&readWrite)
      body()
      pthread_rwlock_unlock(&readWrite)
    case .writing:
      pthread_rwlock_wrlock(&readWrite)
      body()
      pthread_rwlock_unlock(&readWrite)
    case .semaphore:
      semaphore.wait()
      body()
      semaphore.signal()
    }
  }
}

private actor Performer {
  func perform(_ body: @Sendable () -> Void) { body() }
}

/// A flag and a count that one piece of code at a time changes.
private final class Flag: @unchecked Sendable {
  private let state = Atomic(false)
  var count = 0
  var isRaised: Bool { state.load(ordering: .acquiring) }
  func raise() { state.store(true, ordering: .releasing) }
}
