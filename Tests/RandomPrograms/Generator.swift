/// A generator of a program from a seed.
///
/// Its log has the same lines whatever the order of its parts is. Code that has something, such as a
/// lock or a serial queue, waits only for things of a higher rank, so nothing waits in a circle.
struct Generator {
  // The queues are those of `World`.
  private static let serialQueues = 3, queueCount = 6
  private static let concurrent = 3, global = 4

  private var state: UInt64
  private var left = 30

  init(seed: Int) {
    state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 &+ 12345
    _ = next(3)
  }

  private mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private static func rank(queue: Int) -> Int { [10, 20, 30, 40, 50, 0][queue] }
  private static func rank(lock: Int) -> Int { [15, 25, 35][lock] }
  /// The rank of code that waits for nothing.
  private static let leaf = 100

  mutating func program() -> [Statement] {
    (0..<3).map { _ in
      if next(2) == 0 { return .task(taskBody(4)) }
      let queue = next(Self.queueCount)
      return .async(queue: queue, onQueue(queue, 4))
    }
  }

  private mutating func reply() -> World.Reply { [.ok, .error, .lost][next(3)] }

  private mutating func body(_ depth: Int, rank: Int) -> [Statement] {
    (0..<1 + next(3)).map { _ in blocking(depth, rank: rank) }
  }

  private mutating func taskBody(_ depth: Int) -> [Statement] {
    (0..<1 + next(3)).map { _ in inTask(depth) }
  }

  private mutating func onQueue(_ queue: Int, _ depth: Int) -> [Statement] {
    body(depth, rank: queue == Self.global ? -1 : Self.rank(queue: queue))
  }

  /// Returns a statement that lets something begin; `nil` if there is no room for more.
  private mutating func beginning(_ depth: Int) -> Statement {
    let queue = next(Self.queueCount)
    switch next(11) {
    case 0, 1: return .async(queue: queue, onQueue(queue, depth))
    case 2: return .asyncWithBarrier(queue: Self.concurrent, onQueue(Self.concurrent, depth))
    case 3: return .after(next(5), queue: queue, onQueue(queue, depth))
    case 4:
      return .item(
        queue: queue, isBarrier: next(2) == 0, isCancelled: next(4) == 0, onQueue(queue, depth),
        notify: next(Self.queueCount))
    case 5:
      return .source(
        queue: queue, firings: 1 + next(3), waits: next(3), body(0, rank: Self.leaf))
    case 6: return next(2) == 0 ? .suspendedSource(queue: queue, next(4)) : .loopTimer(next(4))
    case 7: return .suspendQueue(next(Self.concurrent + 1), 1 + next(3))
    case 8:
      return .operations(
        1 + next(2), first: body(depth, rank: -1), second: body(0, rank: Self.leaf))
    case 9: return .send(reply(), after: next(4))
    default: return .task(taskBody(depth))
    }
  }

  private mutating func blocking(_ depth: Int, rank: Int) -> Statement {
    left -= 1
    if depth == 0 || left < 0 { return next(3) == 0 ? .pause(1 + next(3)) : .log }
    let depth = depth - 1
    let queue = next(Self.global + 1)
    let canWait = Self.rank(queue: queue) > rank
    switch next(18) {
    case 0: return .log
    case 1: return .pause(1 + next(4))
    case 2 where canWait && queue != Self.global:
      return .sync(
        queue: queue, isBarrier: next(3) == 0, body(depth, rank: Self.rank(queue: queue)))
    case 3, 4, 5:
      let lock = next(World.lockCount)
      guard Self.rank(lock: lock) > rank else { return .log }
      let kind = Locks.Kind.allCases[next(Locks.Kind.allCases.count)]
      return .lock(kind, lock, body(depth, rank: Self.rank(lock: lock)))
    case 6 where canWait:
      return .group(queue: queue, (0..<1 + next(2)).map { _ in body(0, rank: Self.leaf) })
    case 7 where canWait: return .semaphore(queue: queue, body(0, rank: Self.leaf))
    case 8 where canWait:
      return next(2) == 0
        ? .condition(queue: queue) : .itemWait(queue: queue, body(0, rank: Self.leaf))
    case 9: return .perform(1 + next(3), body(depth, rank: rank))
    case 10 where canWait && queue < Self.serialQueues: return .poll(queue: queue)
    case 11: return .sendAndWait(reply(), after: next(4))
    case 12:
      let kind = Once.Kind.allCases[next(Once.Kind.allCases.count)]
      return .once(kind, queue: queue, body(0, rank: Self.leaf))
    default: return beginning(depth)
    }
  }

  private mutating func inTask(_ depth: Int) -> Statement {
    left -= 1
    if depth == 0 || left < 0 { return next(3) == 0 ? .sleep(1 + next(3)) : .log }
    let depth = depth - 1
    switch next(17) {
    case 0: return .sleep(1 + next(4))
    case 1: return .yield
    case 2, 3: return .asyncLet(taskBody(depth), taskBody(depth))
    case 4: return .unusedAsyncLet(taskBody(depth))
    case 5, 6:
      return .taskGroup((0..<1 + next(3)).map { _ in taskBody(depth) }, isCancelled: next(3) == 0)
    case 7: return .continuation(queue: next(Self.queueCount), next(4))
    case 8: return .cancelled(queue: next(Self.concurrent + 1), taskBody(depth))
    case 9: return .actor(next(2), body(0, rank: Self.leaf))
    case 10: return next(2) == 0 ? .stream(1 + next(4)) : .mainActor
    case 11, 12: return blocking(depth + 1, rank: -1)
    case 13: return .load(reply(), after: next(4))
    case 14: return .cancelledLoad(after: next(4))
    default: return beginning(depth)
    }
  }
}
