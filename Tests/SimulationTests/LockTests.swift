import Foundation
import Synchronization
import Testing

@testable import Simulation

// Functions of C++ libraries, which Swift does not import.
@_silgen_name("pthread_mutex_clocklock")
private func lockUntil(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ clock: clockid_t, _ end: UnsafePointer<timespec>
) -> Int32
@_silgen_name("pthread_cond_clockwait")
private func waitUntil(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ clock: clockid_t, _ end: UnsafePointer<timespec>
) -> Int32

// A compiler of C++ calls these around the first value of a static variable in a function, and
// instead of the second one where an exception prevents a value.
@_silgen_name("__cxa_guard_acquire")
private func beginStaticVariable(_ word: UnsafeMutablePointer<Int>) -> Int32
@_silgen_name("__cxa_guard_release")
private func endStaticVariable(_ word: UnsafeMutablePointer<Int>)
@_silgen_name("__cxa_guard_abort")
private func giveUpStaticVariable(_ word: UnsafeMutablePointer<Int>)

/// Code that finds a lock taken waits for it as for anything else, with the outcome that it has in reality.
@Suite("Locks in story time", .timeLimit(.minutes(10)))
struct LockTests {
  /// The actions of code, in order; only one piece of code of a simulation runs at a time.
  private final class Log: @unchecked Sendable {
    var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
  }

  /// A value whose address does not change.
  private final class Shared<Value>: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    init(_ value: Value) { pointer.initialize(to: value) }
    deinit {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  /// A read-write lock, whose address does not change.
  private final class ReadWriteLock: @unchecked Sendable {
    private var lock = pthread_rwlock_t()
    init() { pthread_rwlock_init(&lock, nil) }
    deinit { pthread_rwlock_destroy(&lock) }
    func read() { pthread_rwlock_rdlock(&lock) }
    func unlock() { pthread_rwlock_unlock(&lock) }
    func read(_ body: () -> Void) {
      read()
      body()
      unlock()
    }
    func write(_ body: () -> Void) {
      pthread_rwlock_wrlock(&lock)
      body()
      pthread_rwlock_unlock(&lock)
    }
    /// Returns whether it could write before a limit in milliseconds.
    func write(within limit: Int, _ body: () -> Void) -> Bool {
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      let nanoseconds = end.tv_nsec + limit * 1_000_000
      end.tv_sec += nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      guard pthread_rwlock_timedwrlock(&lock, &end) == 0 else { return false }
      body()
      pthread_rwlock_unlock(&lock)
      return true
    }
  }

  private enum Lazy {
    static let value: Int = {
      LockTests.pause(20)
      return 7
    }()
  }

  /// Code that runs once, by a function that Swift does not import, or that has no context.
  final class Once: @unchecked Sendable {
    /// The functions: that of Dispatch, that of pthreads, and those for a static variable in C++.
    enum Kind: CaseIterable { case dispatch, posix, staticVariable }

    private typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Function =
      @convention(c) (UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, Work) -> Void

    /// The code that the calling thread may run.
    private static let current = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    private let kind: Kind
    private let word = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    private let function = unsafeBitCast(dlsym(nil, "dispatch_once_f"), to: Function.self)
    private let body: @Sendable () -> Void

    init(_ kind: Kind, _ body: @escaping @Sendable () -> Void) {
      (self.kind, self.body) = (kind, body)
      word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    func perform() {
      let context = Unmanaged.passUnretained(self).toOpaque()
      switch kind {
      case .dispatch: function(word, context) { Once.run($0) }
      case .posix:
        pthread_setspecific(Self.current, context)
        word.withMemoryRebound(to: pthread_once_t.self, capacity: 1) { word in
          _ = pthread_once(word) { Once.run(pthread_getspecific(Once.current)) }
        }
      case .staticVariable:
        guard beginStaticVariable(word) == 1 else { return }
        body()
        endStaticVariable(word)
      }
    }

    private static func run(_ context: UnsafeMutableRawPointer?) {
      if let context { Unmanaged<Once>.fromOpaque(context).takeUnretainedValue().body() }
    }
  }

  /// Blocks the thread for some milliseconds.
  private static func pause(_ milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
  }

  /// Returns what code does that has ended when a group is empty.
  private static func log(
    _ body: @escaping @Sendable (Log, DispatchGroup) -> Void
  ) throws -> [String] {
    let log = Log()
    try Simulation.perform {
      let group = DispatchGroup()
      body(log, group)
      await withCheckedContinuation { end in
        group.notify(queue: .global()) { end.resume() }
      }
    }
    return log.entries
  }

  @Test func `code that waits with a lock does not stop the code that needs it`() throws {
    let entries = try Self.log { log, group in
      let lock = NSLock()
      let (root, work) = (DispatchQueue(label: "root"), DispatchQueue(label: "work"))
      DispatchQueue(label: "caller").async(group: group) {
        lock.lock()
        root.async(group: group) {
          lock.lock()
          log.add("root")
          lock.unlock()
        }
        work.async {}
        work.sync { log.add("work") }
        lock.unlock()
      }
    }
    #expect(entries == ["work", "root"])
  }

  @Test func `three waits for a Mutex end one after another`() throws {
    let entries = try Self.log { log, group in
      let mutex = Mutex(0)
      for number in 0..<3 {
        DispatchQueue.global().async(group: group) {
          mutex.withLock { count in
            Self.pause(10)
            count += 1
            log.add("\(number) \(count)")
          }
        }
      }
    }
    #expect(entries == ["0 1", "1 2", "2 3"])
  }

  @Test func `readers share a lock, and a writer has it alone`() throws {
    let entries = try Self.log { log, group in
      let lock = ReadWriteLock()
      for number in 0..<2 {
        DispatchQueue.global().async(group: group) {
          lock.read {
            log.add("reads \(number)")
            Self.pause(10)
            log.add("has read \(number)")
          }
        }
      }
      DispatchQueue.global().async(group: group) {
        lock.write {
          log.add("writes")
          Self.pause(10)
          log.add("has written")
        }
      }
    }
    #expect(
      entries == ["reads 0", "reads 1", "has read 0", "has read 1", "writes", "has written"])
  }

  @Test func `the initializer of a lazy global is waited for, and runs once`() throws {
    let entries = try Self.log { log, group in
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { log.add("\(Lazy.value)") } }
    }
    #expect(entries == ["7", "7"])
  }

  @Test(arguments: Once.Kind.allCases)
  func `code that runs once is waited for by other code that needs it`(kind: Once.Kind) throws {
    let entries = try Self.log { log, group in
      let once = Once(kind) {
        Self.pause(20)
        log.add("once")
      }
      for number in 0..<3 {
        DispatchQueue.global().async(group: group) {
          once.perform()
          log.add("\(number)")
        }
      }
      DispatchQueue.global().async(group: group) {
        Self.pause(10)
        log.add("other code")
        once.perform()
        log.add("later code")
      }
    }
    #expect(entries == ["other code", "once", "0", "1", "2", "later code"])
  }

  @Test func `code that waits for a static variable sets it where other code gives up`() throws {
    let entries = try Self.log { log, group in
      let word = Shared(0)
      for number in 0..<3 {
        DispatchQueue.global().async(group: group) {
          guard beginStaticVariable(word.pointer) == 1 else { return log.add("\(number) has it") }
          Self.pause(10)
          log.add("\(number) tries")
          if number == 0 { return giveUpStaticVariable(word.pointer) }
          endStaticVariable(word.pointer)
        }
      }
    }
    #expect(entries == ["0 tries", "1 tries", "2 has it"])
  }

  @Test(arguments: [Once.Kind.posix, .staticVariable])
  func `code that runs once and needs itself is reported at once`(kind: Once.Kind) {
    #expect {
      try Simulation.perform {
        let itself = Shared<Once?>(nil)
        let once = Once(kind) { itself.pointer.pointee?.perform() }
        itself.pointer.pointee = once
        once.perform()
      }
    } throws: {
      ($0 as? Stall)?.description
        == "the app blocks a thread and waits for a lock that it holds itself"
    }
  }

  @Test(arguments: [Once.Kind.posix, .staticVariable])
  func `code that a thread outside runs once has run when code inside goes on`(
    kind: Once.Kind
  ) throws {
    let (hasBegun, isNeeded) = (DispatchSemaphore(value: 0), Flag())
    let hasRun = Flag()
    let once = Once(kind) {
      hasBegun.signal()
      while !isNeeded.isRaised { sched_yield() }
      // The code inside finds it running.
      for _ in 0..<1_000 { sched_yield() }
      hasRun.raise()
    }
    Thread { once.perform() }.start()
    hasBegun.wait()
    let entries = try Self.log { log, group in
      DispatchQueue.global().async(group: group) {
        isNeeded.raise()
        once.perform()
        log.add("\(hasRun.isRaised)")
      }
    }
    #expect(entries == ["true"])
  }

  @Test func `a writer waits for a reader that waits, and other code goes on`() throws {
    let entries = try Self.log { log, group in
      let lock = ReadWriteLock()
      DispatchQueue.global().async(group: group) {
        lock.read {
          Self.pause(50)
          log.add("has read")
        }
      }
      DispatchQueue.global().async(group: group) {
        log.add("\(lock.write(within: 20) { log.add("too early") })")
        log.add("\(lock.write(within: 200) { log.add("writes") })")
      }
      DispatchQueue.global().async(group: group) {
        Self.pause(30)
        log.add("other code")
      }
    }
    #expect(entries == ["false", "other code", "has read", "writes", "true"])
  }

  @Test(arguments: [1, 2])
  func `readers that wait to write are reported at once`(readers: Int) {
    #expect {
      try Simulation.perform {
        let lock = ReadWriteLock()
        for _ in 0..<readers {
          DispatchQueue.global().async {
            lock.read {
              Self.pause(1)
              lock.write {}
            }
          }
        }
        // Nothing resumes it, so the simulation ends when all wait.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    } throws: {
      ($0 as? Stall)?.description == "the app blocks a thread and waits for "
        + Array(repeating: "a lock", count: readers).joined(separator: "; and for ")
    }
  }

  /// Returns whether a lock can be written within 20 ms of story time, and how many of these passed.
  private static func write(_ lock: ReadWriteLock) -> String {
    let start = Date()
    let written = lock.write(within: 20) {}
    return "\(written) \(Int((Date().timeIntervalSince(start) * 1_000).rounded()))"
  }

  @Test func `a lock that a simulation has left read is not one of the next simulation`() throws {
    let (left, outside) = (ReadWriteLock(), ReadWriteLock())
    _ = try Self.log { _, group in DispatchQueue.global().async(group: group) { left.read() } }
    // No code of the simulation reads this one, so the wait takes no story time.
    outside.read()
    let entries = try Self.log { log, group in
      DispatchQueue.global().async(group: group) { log.add(Self.write(outside)) }
    }
    outside.unlock()
    #expect(entries == ["false 0"])
  }

  @Test func `a lock that a thread outside writes is read when it is free`() throws {
    let (outside, inside) = (ReadWriteLock(), ReadWriteLock())
    let (isWritten, isNeeded) = (DispatchSemaphore(value: 0), Flag())
    Thread {
      outside.write {
        isWritten.signal()
        while !isNeeded.isRaised { sched_yield() }
        // The code inside finds the lock taken before it is free.
        for _ in 0..<1_000 { sched_yield() }
      }
    }.start()
    isWritten.wait()
    let entries = try Self.log { log, group in
      DispatchQueue.global().async(group: group) {
        inside.read()
        isNeeded.raise()
        outside.read { log.add("reads") }
        // Still read by this code, so the wait takes story time.
        log.add(Self.write(inside))
        inside.unlock()
      }
    }
    #expect(entries == ["reads", "false 20"])
  }

  @Test func `a recursive lock is free when it was unlocked as often as it was locked`() throws {
    let entries = try Self.log { log, group in
      let lock = NSRecursiveLock()
      for number in 0..<2 {
        DispatchQueue.global().async(group: group) {
          lock.lock()
          lock.lock()
          Self.pause(5)
          lock.unlock()
          Self.pause(5)
          log.add("\(number)")
          lock.unlock()
        }
      }
    }
    #expect(entries == ["0", "1"])
  }

  @Test func `a wait for a lock with a limit ends in story time`() throws {
    let entries = try Self.log { log, group in
      let lock = NSLock()
      DispatchQueue.global().async(group: group) {
        lock.lock()
        Self.pause(50)
        lock.unlock()
      }
      DispatchQueue.global().async(group: group) {
        Self.pause(1)
        let start = Date()
        for limit in [0.02, 0.2] {
          let hasLock = lock.lock(before: start.addingTimeInterval(limit))
          log.add("\(hasLock) \(Int((Date().timeIntervalSince(start) * 1_000).rounded()))")
        }
        lock.unlock()
      }
    }
    #expect(entries == ["false 20", "true 49"])
  }

  /// A condition and its mutex, whose addresses do not change.
  private final class Condition: @unchecked Sendable {
    private var condition = pthread_cond_t(), mutex = pthread_mutex_t()

    /// - Parameter clock: The clock by which `pthread_cond_timedwait` reads its limit.
    init(_ clock: clockid_t) {
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, clock)
      pthread_cond_init(&condition, &attributes)
      pthread_condattr_destroy(&attributes)
      pthread_mutex_init(&mutex, nil)
    }

    deinit {
      pthread_cond_destroy(&condition)
      pthread_mutex_destroy(&mutex)
    }

    /// Waits until a moment of a clock, and returns the errors of three functions that do so while
    /// other code has the mutex or no code signals.
    func waits(until end: timespec, of clock: clockid_t) -> [Int32] {
      var end = end
      var errors = [lockUntil(&mutex, clock, &end)]
      pthread_mutex_lock(&mutex)
      errors.append(pthread_cond_timedwait(&condition, &mutex, &end))
      end.tv_sec += 1
      errors.append(waitUntil(&condition, &mutex, clock, &end))
      pthread_mutex_unlock(&mutex)
      return errors
    }

    /// Waits for the mutex and for a signal, and returns the errors.
    func waitsForSignal(until seconds: Int) -> [Int32] {
      var end = timespec(tv_sec: seconds, tv_nsec: 0)
      let error = lockUntil(&mutex, CLOCK_REALTIME, &end)
      defer { pthread_mutex_unlock(&mutex) }
      return [error, pthread_cond_timedwait(&condition, &mutex, &end)]
    }

    func lock(for milliseconds: Int) {
      pthread_mutex_lock(&mutex)
      LockTests.pause(milliseconds)
      pthread_mutex_unlock(&mutex)
    }

    func signal() { pthread_cond_signal(&condition) }
  }

  @Test(arguments: [8_000_000_000, 64_000_000_000, Int.max])
  func `a limit in the distant future never ends a wait`(seconds: Int) throws {
    let entries = try Self.log { log, group in
      let condition = Condition(CLOCK_REALTIME)
      DispatchQueue.global().async(group: group) { condition.lock(for: 50) }
      DispatchQueue.global().async(group: group) {
        log.add("\(condition.waitsForSignal(until: seconds))")
      }
      DispatchQueue.global().async(group: group) {
        Self.pause(100)
        condition.signal()
      }
    }
    #expect(entries == ["[0, 0]"])
  }

  @Test(arguments: [CLOCK_REALTIME, CLOCK_MONOTONIC])
  func `limits by each clock are in story time`(clock: clockid_t) throws {
    let entries = try Self.log { log, group in
      let condition = Condition(clock)
      DispatchQueue.global().async(group: group) { condition.lock(for: 1_500) }
      DispatchQueue.global().async(group: group) {
        let start = Date()
        var end = timespec()
        clock_gettime(clock, &end)
        end.tv_sec += 1
        log.add("\(condition.waits(until: end, of: clock))")
        log.add("\(Int((Date().timeIntervalSince(start) * 1_000).rounded()))")
      }
    }
    #expect(entries == ["[\(ETIMEDOUT), \(ETIMEDOUT), \(ETIMEDOUT)]", "2000"])
  }

  @Test(arguments: [false, true])
  func `code that waits for itself is reported at once`(isAlone: Bool) {
    let message =
      isAlone
      ? "a lock that it holds itself"
      : "a lock that is held by code that waits for a lock; and for a lock that is held by code that "
        + "waits for a lock"
    #expect {
      try Simulation.perform {
        let (one, other) = (NSLock(), NSLock())
        for (first, second) in isAlone ? [(one, one)] : [(one, other), (other, one)] {
          DispatchQueue.global().async {
            first.lock()
            Self.pause(1)
            second.lock()
          }
        }
        // Nothing resumes it, so the simulation ends when all wait.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    } throws: {
      ($0 as? Stall)?.description == "the app blocks a thread and waits for \(message)"
    }
  }

  @Test func `all code that waits for one lock ends with its simulation`() throws {
    let log = Log()
    try Simulation.perform {
      let lock = NSLock()
      for number in 0..<3 {
        DispatchQueue.global().async {
          lock.withLock {
            DispatchSemaphore(value: 0).wait()
            log.add("\(number)")
          }
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(log.entries.sorted() == ["0", "1", "2"])
  }

  @Test(arguments: Once.Kind.allCases)
  func `code that waits for what runs once ends with its simulation`(kind: Once.Kind) throws {
    let log = Log()
    try Simulation.perform {
      let once = Once(kind) { DispatchSemaphore(value: 0).wait() }
      for number in 0..<3 {
        DispatchQueue.global().async {
          once.perform()
          log.add("\(number)")
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(log.entries.sorted() == ["0", "1", "2"])
  }

  @Test func `the flag of a work item makes it a barrier`() throws {
    let entries = try Self.log { log, group in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      @Sendable func work(_ name: String) {
        log.add(name)
        Self.pause(10)
        log.add("\(name) ends")
      }
      queue.async(group: group) { work("a") }
      queue.async(execute: DispatchWorkItem(flags: .barrier) { work("b") })
      queue.async(group: group, flags: .barrier) { work("c") }
      queue.async(group: group) { work("d") }
    }
    #expect(entries == ["a", "b", "c", "d"].flatMap { [$0, "\($0) ends"] })
  }

  @Test func `work of a queue above the main queue knows where it runs`() throws {
    let entries = try Self.log { log, group in
      let queue = DispatchQueue(label: "above main", target: .main)
      let upper = DispatchQueue(label: "upper", target: queue)
      let key = DispatchSpecificKey<Int>()
      queue.setSpecific(key: key, value: 4)
      upper.async(group: group) {
        for each in [upper, queue, .main] { dispatchPrecondition(condition: .onQueue(each)) }
        log.add("\(DispatchQueue.getSpecific(key: key) ?? 0)")
        DispatchQueue(label: "another").sync {
          dispatchPrecondition(condition: .onQueue(queue))
          log.add("\(DispatchQueue.getSpecific(key: key) ?? 0)")
        }
      }
      DispatchQueue.global().async(group: group) {
        dispatchPrecondition(condition: .notOnQueue(queue))
        upper.sync { log.add("\(DispatchQueue.getSpecific(key: key) ?? 0)") }
      }
    }
    #expect(entries == ["4", "0", "4"])
  }
}
