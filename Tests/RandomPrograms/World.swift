@preconcurrency import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The functions that a random program calls, and its log.
///
/// A printed program needs only this file to compile. A function logs the number of
/// its line there by default.
///
/// Sound because the log has a lock of its own, and everything else is thread-safe.
final class World: @unchecked Sendable {
  typealias Body = @Sendable () -> Void
  typealias TaskBody = @Sendable () async -> Void

  static let lockCount = 3

  /// Serial queues (the last one has a target), a concurrent one, a global one, one above the main
  /// queue.
  let queues: [DispatchQueue]
  let locks = (0..<lockCount).map { _ in Locks() }
  /// The group that is empty when nothing of the program is left.
  let all = DispatchGroup()

  private let actors = [Performer(), Performer()]
  private let server: String
  private let session = URLSession(configuration: .ephemeral)
  private let logLock = NSLock()
  private var lines: [Int: Int] = [:]

  /// - Parameter server: The address of the server, without a path.
  init(server: String) {
    self.server = server
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    queues = [
      DispatchQueue(label: "a"), DispatchQueue(label: "b"),
      DispatchQueue(label: "c", target: DispatchQueue(label: "below c")), concurrent, .global(),
      DispatchQueue(label: "above main", target: .main),
    ]
  }

  /// Runs a program until nothing of it is left, and returns what its log adds up to.
  func run(_ program: @Sendable (World) -> Void) async -> String {
    program(self)
    await withCheckedContinuation { done in all.notify(queue: .global()) { done.resume() } }
    session.finishTasksAndInvalidate()
    return logLock.withLock {
      var hash = 17
      for id in lines.keys.sorted() { hash = hash &* 1_000_003 &+ id &* 7 &+ (lines[id] ?? 0) }
      return "\(lines.values.reduce(0, +)) \(UInt(bitPattern: hash))"
    }
  }

  /// Adds a line to the log.
  func log(_ id: Int = #line) { logLock.withLock { lines[id, default: 0] += 1 } }

  private func later(_ milliseconds: Int) -> DispatchTime { .now() + .milliseconds(milliseconds) }

  private func block(_ milliseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: later(milliseconds))
  }

  // MARK: - In any code

  func after(_ time: Int, on queue: Int, _ body: @escaping Body) {
    all.enter()
    queues[queue].asyncAfter(deadline: later(time)) {
      body()
      self.all.leave()
    }
  }

  func item(
    on queue: Int, isBarrier: Bool, isCancelled: Bool, notify: Int, id: Int = #line,
    _ body: @escaping Body
  ) {
    let item = DispatchWorkItem(flags: isBarrier ? .barrier : []) { body() }
    all.enter()
    item.notify(queue: queues[notify]) {
      self.log(id)
      self.all.leave()
    }
    if isCancelled { item.cancel() }
    queues[queue].async(execute: item)
  }

  /// Starts a source that fires some times, set anew by its own handler, and is then cancelled.
  @discardableResult
  func source(
    on queue: Int, firings: Int, waits: Int, _ body: @escaping @Sendable (Int) -> Void
  ) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: queues[queue])
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

  func suspendedSource(on queue: Int, resumedAfter time: Int, id: Int = #line) {
    let source = source(on: queue, firings: 1, waits: 0) { _ in self.log(id) }
    source.suspend()
    DispatchQueue.global().asyncAfter(deadline: later(time)) { source.resume() }
  }

  func loopTimer(after time: Int, id: Int = #line) {
    all.enter()
    DispatchQueue.main.async {
      _ = Timer.scheduledTimer(withTimeInterval: Double(time) / 1000, repeats: false) { _ in
        self.log(id)
        self.all.leave()
      }
    }
  }

  func suspend(_ queue: Int, for time: Int, id: Int = #line) {
    all.enter()
    queues[queue].suspend()
    DispatchQueue.global().asyncAfter(deadline: later(time)) {
      self.queues[queue].resume()
      self.all.leave()
    }
    log(id)
  }

  func operations(
    atOnce width: Int, id: Int = #line, _ first: @escaping Body, then second: @escaping Body
  ) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    let before = BlockOperation { first() }
    let after = BlockOperation { second() }
    after.addDependency(before)
    all.enter()
    after.completionBlock = {
      self.log(id)
      self.all.leave()
    }
    queue.addOperations([after, before], waitUntilFinished: false)
  }

  func task(_ body: @escaping TaskBody) {
    all.enter()
    Task.detached {
      await body()
      self.all.leave()
    }
  }

  // MARK: - In code that may block its thread

  func pause(_ time: Int, id: Int = #line) {
    block(time)
    log(id)
  }

  func sync(on queue: Int, isBarrier: Bool, id: Int = #line, _ body: () -> Void) {
    queues[queue].sync(flags: isBarrier ? .barrier : []) { body() }
    log(id)
  }

  func group(on queue: Int, id: Int = #line, _ bodies: [Body]) {
    let group = DispatchGroup()
    for body in bodies { queues[queue].async(group: group) { body() } }
    group.wait()
    log(id)
  }

  func semaphore(on queue: Int, id: Int = #line, _ body: @escaping Body) {
    let semaphore = DispatchSemaphore(value: 0)
    queues[queue].async {
      body()
      semaphore.signal()
    }
    semaphore.wait()
    log(id)
  }

  func condition(on queue: Int, id: Int = #line) {
    let condition = NSCondition(), flag = Flag()
    queues[queue].async {
      condition.withLock {
        flag.raise()
        condition.broadcast()
      }
    }
    condition.withLock { while !flag.isRaised { condition.wait() } }
    log(id)
  }

  func waitForItem(on queue: Int, id: Int = #line, _ body: @escaping Body) {
    let item = DispatchWorkItem { body() }
    queues[queue].async(execute: item)
    item.wait()
    log(id)
  }

  /// Runs code once here or on a queue; the other one waits for it.
  func once(_ kind: Once.Kind, on queue: Int, id: Int = #line, _ body: @escaping Body) {
    let once = Once(kind, body)
    queues[queue].async(group: all) { once.perform() }
    once.perform()
    log(id)
  }

  func perform(_ count: Int, id: Int = #line, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    log(id)
  }

  /// Yields until code of a queue has run.
  ///
  /// After many polls it blocks: libdispatch starts no thread for a queue while its threads, one for
  /// each core, only poll.
  func poll(on queue: Int, id: Int = #line) {
    let flag = Flag()
    queues[queue].async { flag.raise() }
    var polls = 0
    while !flag.isRaised {
      polls += 1
      if polls < 100_000 { sched_yield() } else { block(5) }
    }
    log(id)
  }

  // MARK: - In tasks

  /// Runs code that blocks its thread, which tasks do, too.
  func blocking(_ body: () -> Void) { body() }

  func sleep(_ time: Int, id: Int = #line) async {
    try? await Task.sleep(for: .milliseconds(time))
    log(id)
  }

  func yield(id: Int = #line) async {
    await Task.yield()
    log(id)
  }

  func asyncLet(
    id: Int = #line, _ first: @escaping TaskBody, and second: @escaping TaskBody
  ) async {
    async let one: Void = first()
    async let other: Void = second()
    _ = await (one, other)
    log(id)
  }

  func unusedAsyncLet(id: Int = #line, _ body: @escaping TaskBody) async {
    async let _: Void = body()
    log(id)
  }

  func taskGroup(isCancelled: Bool, id: Int = #line, _ bodies: [TaskBody]) async {
    await withTaskGroup { group in
      for body in bodies { group.addTask { await body() } }
      if isCancelled { group.cancelAll() }
    }
    log(id)
  }

  func continuation(on queue: Int, after time: Int, id: Int = #line) async {
    await withCheckedContinuation { done in
      queues[queue].asyncAfter(deadline: later(time)) { done.resume() }
    }
    log(id)
  }

  /// Cancels a task, whose handler does `sync` on a queue.
  func cancelled(on queue: Int, id: Int = #line, _ body: @escaping TaskBody) async {
    let task = Task.detached {
      await withTaskCancellationHandler {
        await body()
        try? await Task.sleep(for: .milliseconds(20))
      } onCancel: {
        self.queues[queue].async {}
        self.queues[queue].sync { self.log(id) }
      }
    }
    task.cancel()
    await task.value
    log(id)
  }

  func perform(on actor: Int, id: Int = #line, _ body: @Sendable () -> Void) async {
    await actors[actor].perform(body)
    log(id)
  }

  func stream(_ count: Int, id: Int = #line) async {
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
  }

  func onMainActor(id: Int = #line) async { await MainActor.run { log(id) } }

  // MARK: - Requests

  /// The answers of the server, by the first part of their paths.
  ///
  /// The second part is the time after which the answer comes.
  enum Reply: String, CaseIterable, Sendable {
    case ok = "200", error = "500", lost, never
  }

  private func request(_ reply: Reply, _ time: Int) -> URLRequest {
    guard let url = URL(string: "\(server)/\(reply.rawValue)/\(time)") else {
      fatalError("\(server) is no address of a server")
    }
    return URLRequest(url: url)
  }

  private func log(_ response: URLResponse?, _ id: Int) {
    log(id &* 1009 &+ ((response as? HTTPURLResponse)?.statusCode ?? 0))
  }

  /// Sends a request with a completion handler.
  func send(_ reply: Reply, after time: Int, id: Int = #line) {
    all.enter()
    session.dataTask(with: request(reply, time)) { _, response, _ in
      self.log(response, id)
      self.all.leave()
    }.resume()
  }

  /// Sends a request, and blocks the thread until it has ended.
  func sendAndWait(_ reply: Reply, after time: Int, id: Int = #line) {
    let semaphore = DispatchSemaphore(value: 0)
    session.dataTask(with: request(reply, time)) { _, response, _ in
      self.log(response, id)
      semaphore.signal()
    }.resume()
    semaphore.wait()
  }

  /// Loads an answer in a task that nothing cancels, as a cancelled one gets it only if it is first.
  func load(_ reply: Reply, after time: Int, id: Int = #line) async {
    let answer = Task.detached { try? await self.session.data(for: self.request(reply, time)) }
    log(await answer.value?.1, id)
  }

  /// Cancels a task that waits for an answer, which never comes.
  func cancelledLoad(after time: Int, id: Int = #line) async {
    let answer = Task.detached { () -> Bool in
      do {
        _ = try await self.session.data(for: self.request(.never, 0))
        return false
      } catch {
        return error is CancellationError || (error as? URLError)?.code == .cancelled
      }
    }
    await Task.detached { try? await Task.sleep(for: .milliseconds(time)) }.value
    answer.cancel()
    log(id &* 1009 &+ (await answer.value ? 1 : 2))
  }
}

/// A lock of each kind.
final class Locks: @unchecked Sendable {
  enum Kind: Int, CaseIterable, Sendable {
    case lock, recursive, timed, mutex, reading, writing, timedWriting, semaphore
  }

  private let lock = NSLock(), recursive = NSRecursiveLock(), mutex = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 1)
  private var readWrite = pthread_rwlock_t()

  init() { pthread_rwlock_init(&readWrite, nil) }

  func with(_ kind: Kind, _ body: () -> Void) {
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
    case .timedWriting:
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      end.tv_sec += 60
      precondition(
        pthread_rwlock_timedwrlock(&readWrite, &end) == 0, "a lock is taken for a minute")
      body()
      pthread_rwlock_unlock(&readWrite)
    case .semaphore:
      semaphore.wait()
      body()
      semaphore.signal()
    }
  }
}

/// Code that runs once, by a function that Swift does not import, or that has no context.
final class Once: @unchecked Sendable {
  /// The functions: that of Dispatch, that of pthreads, and those for a static variable in C++.
  enum Kind: CaseIterable, Sendable { case dispatch, posix, staticVariable }

  private typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Function =
    @convention(c) (UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, Work) -> Void

  /// The code that the calling thread may run.
  private static let current = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "the system has no keys of threads")
    return key
  }()

  private let kind: Kind
  private let word = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private let function = unsafeBitCast(dlsym(nil, "dispatch_once_f"), to: Function.self)
  private let body: World.Body

  init(_ kind: Kind, _ body: @escaping World.Body) {
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

// A compiler of C++ calls these around the first value of a static variable in a function.
@_silgen_name("__cxa_guard_acquire")
private func beginStaticVariable(_ word: UnsafeMutablePointer<Int>) -> Int32
@_silgen_name("__cxa_guard_release")
private func endStaticVariable(_ word: UnsafeMutablePointer<Int>)

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
