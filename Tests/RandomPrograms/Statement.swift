/// A statement of a random program.
///
/// Times are in milliseconds.
indirect enum Statement: Sendable, CustomStringConvertible {
  typealias Body = [Statement]

  // In any code.
  case log
  case async(queue: Int, Body)
  case asyncWithBarrier(queue: Int, Body)
  case after(Int, queue: Int, Body)
  case item(queue: Int, isBarrier: Bool, isCancelled: Bool, Body, notify: Int)
  case source(queue: Int, firings: Int, waits: Int, Body)
  case suspendedSource(queue: Int, Int)
  case loopTimer(Int)
  case suspendQueue(Int, Int)
  case operations(Int, first: Body, second: Body)
  case task(Body)
  case send(World.Reply, after: Int)

  // In code that may block its thread.
  case pause(Int)
  case sync(queue: Int, isBarrier: Bool, Body)
  case lock(Locks.Kind, Int, Body)
  case group(queue: Int, [Body])
  case semaphore(queue: Int, Body)
  case condition(queue: Int)
  case itemWait(queue: Int, Body)
  case once(queue: Int, Body)
  case perform(Int, Body)
  case poll(queue: Int)
  case sendAndWait(World.Reply, after: Int)

  // In tasks.
  case sleep(Int)
  case yield
  case asyncLet(Body, Body)
  case unusedAsyncLet(Body)
  case taskGroup([Body], isCancelled: Bool)
  case continuation(queue: Int, Int)
  case cancelled(queue: Int, Body)
  case actor(Int, Body)
  case stream(Int)
  case mainActor
  case load(World.Reply, after: Int)
  case cancelledLoad(after: Int)

  /// The bodies in the statement.
  var bodies: [Body] {
    switch self {
    case .async(_, let body), .asyncWithBarrier(_, let body), .after(_, _, let body),
      .item(_, _, _, let body, _), .source(_, _, _, let body), .task(let body),
      .sync(_, _, let body), .lock(_, _, let body), .semaphore(_, let body),
      .itemWait(_, let body), .once(_, let body), .perform(_, let body), .unusedAsyncLet(let body),
      .cancelled(_, let body), .actor(_, let body):
      [body]
    case .operations(_, let first, let second), .asyncLet(let first, let second): [first, second]
    case .group(_, let bodies), .taskGroup(let bodies, _): bodies
    default: []
    }
  }

  /// Returns the statement with other bodies.
  func with(_ new: [Body]) -> Statement {
    switch self {
    case .async(let queue, _): .async(queue: queue, new[0])
    case .asyncWithBarrier(let queue, _): .asyncWithBarrier(queue: queue, new[0])
    case .after(let time, let queue, _): .after(time, queue: queue, new[0])
    case .item(let queue, let isBarrier, let isCancelled, _, let notify):
      .item(queue: queue, isBarrier: isBarrier, isCancelled: isCancelled, new[0], notify: notify)
    case .source(let queue, let firings, let waits, _):
      .source(queue: queue, firings: firings, waits: waits, new[0])
    case .task: .task(new[0])
    case .sync(let queue, let isBarrier, _): .sync(queue: queue, isBarrier: isBarrier, new[0])
    case .lock(let kind, let number, _): .lock(kind, number, new[0])
    case .semaphore(let queue, _): .semaphore(queue: queue, new[0])
    case .itemWait(let queue, _): .itemWait(queue: queue, new[0])
    case .once(let queue, _): .once(queue: queue, new[0])
    case .perform(let count, _): .perform(count, new[0])
    case .unusedAsyncLet: .unusedAsyncLet(new[0])
    case .cancelled(let queue, _): .cancelled(queue: queue, new[0])
    case .actor(let number, _): .actor(number, new[0])
    case .operations(let width, _, _): .operations(width, first: new[0], second: new[1])
    case .asyncLet: .asyncLet(new[0], new[1])
    case .group(let queue, _): .group(queue: queue, new)
    case .taskGroup(_, let isCancelled): .taskGroup(new, isCancelled: isCancelled)
    default: self
    }
  }
}

extension [Statement] {
  /// Returns the program without some statements, by their numbers from front to back.
  func without(_ numbers: Set<Int>) -> [Statement] {
    var number = -1
    func reduced(_ body: [Statement]) -> [Statement] {
      body.compactMap { statement in
        number += 1
        let isLeftOut = numbers.contains(number)
        let bodies = statement.bodies.map(reduced)
        return isLeftOut ? nil : statement.with(bodies)
      }
    }
    return reduced(self)
  }

  /// The number of statements, also of those in others.
  var size: Int { reduce(0) { $0 + 1 + $1.bodies.reduce(0) { $0 + $1.size } } }

  /// The program as a function in Swift, which compiles together with `World.swift`.
  func source(seed: Int) -> String {
    (["func program\(seed)(_ world: World) {"] + Statement.lines(self) + ["}"])
      .joined(separator: "\n")
  }
}

// MARK: - Swift

extension Statement {
  /// The statement in Swift, with a `World` that is called `world`.
  var description: String { lines.joined(separator: "\n") }

  /// The lines of code that is no task's, with a margin.
  fileprivate static func lines(_ body: Body) -> [String] {
    body.flatMap(\.lines).map { "  " + $0 }
  }

  /// The lines of a task, with a margin.
  private static func lines(task body: Body) -> [String] {
    body.flatMap { $0.blocks ? call("world.blocking", lines([$0])) : $0.lines }.map { "  " + $0 }
  }

  private static func call(_ head: String, _ body: [String]) -> [String] {
    ["\(head) {"] + body + ["}"]
  }

  private static func call(_ head: String, _ bodies: [[String]]) -> [String] {
    let closures = bodies.flatMap { (body) -> [String] in ["{"] + body + ["},"] }
    return ["\(head)["] + closures.map { "  " + $0 } + ["])"]
  }

  /// Whether the statement blocks its thread, which tasks must not do themselves.
  private var blocks: Bool {
    switch self {
    case .pause, .sync, .lock, .group, .semaphore, .condition, .itemWait, .once, .perform, .poll,
      .sendAndWait:
      true
    default: false
    }
  }

  private var lines: [String] {
    switch self {
    case .log: return ["world.log()"]
    case .async(let queue, let body):
      return Self.call("world.queues[\(queue)].async(group: world.all)", Self.lines(body))
    case .asyncWithBarrier(let queue, let body):
      return Self.call(
        "world.queues[\(queue)].async(group: world.all, flags: .barrier)", Self.lines(body))
    case .after(let time, let queue, let body):
      return Self.call("world.after(\(time), on: \(queue))", Self.lines(body))
    case .item(let queue, let isBarrier, let isCancelled, let body, let notify):
      return Self.call(
        "world.item(on: \(queue), isBarrier: \(isBarrier), isCancelled: \(isCancelled), "
          + "notify: \(notify))", Self.lines(body))
    case .source(let queue, let firings, let waits, let body):
      return ["world.source(on: \(queue), firings: \(firings), waits: \(waits)) { _ in"]
        + Self.lines(body) + ["}"]
    case .suspendedSource(let queue, let time):
      return ["world.suspendedSource(on: \(queue), resumedAfter: \(time))"]
    case .loopTimer(let time): return ["world.loopTimer(after: \(time))"]
    case .suspendQueue(let queue, let time): return ["world.suspend(\(queue), for: \(time))"]
    case .operations(let width, let first, let second):
      return Self.call("world.operations(atOnce: \(width))", Self.lines(first)).dropLast()
        + Self.call("} then:", Self.lines(second))
    case .task(let body): return Self.call("world.task", Self.lines(task: body))
    case .send(let reply, let time): return ["world.send(.\(reply), after: \(time))"]
    case .pause(let time): return ["world.pause(\(time))"]
    case .sync(let queue, let isBarrier, let body):
      return Self.call("world.sync(on: \(queue), isBarrier: \(isBarrier))", Self.lines(body))
    case .lock(let kind, let number, let body):
      return Self.call("world.locks[\(number)].with(.\(kind))", Self.lines(body))
    case .group(let queue, let bodies):
      return Self.call("world.group(on: \(queue), ", bodies.map { Self.lines($0) })
    case .semaphore(let queue, let body):
      return Self.call("world.semaphore(on: \(queue))", Self.lines(body))
    case .condition(let queue): return ["world.condition(on: \(queue))"]
    case .itemWait(let queue, let body):
      return Self.call("world.waitForItem(on: \(queue))", Self.lines(body))
    case .once(let queue, let body):
      return Self.call("world.once(on: \(queue))", Self.lines(body))
    case .perform(let count, let body):
      return ["world.perform(\(count)) { _ in"] + Self.lines(body) + ["}"]
    case .poll(let queue): return ["world.poll(on: \(queue))"]
    case .sendAndWait(let reply, let time): return ["world.sendAndWait(.\(reply), after: \(time))"]
    case .sleep(let time): return ["await world.sleep(\(time))"]
    case .yield: return ["await world.yield()"]
    case .asyncLet(let first, let second):
      return Self.call("await world.asyncLet", Self.lines(task: first)).dropLast()
        + Self.call("} and:", Self.lines(task: second))
    case .unusedAsyncLet(let body):
      return Self.call("await world.unusedAsyncLet", Self.lines(task: body))
    case .taskGroup(let bodies, let isCancelled):
      return Self.call(
        "await world.taskGroup(isCancelled: \(isCancelled), ",
        bodies.map { Self.lines(task: $0) })
    case .continuation(let queue, let time):
      return ["await world.continuation(on: \(queue), after: \(time))"]
    case .cancelled(let queue, let body):
      return Self.call("await world.cancelled(on: \(queue))", Self.lines(task: body))
    case .actor(let number, let body):
      return Self.call("await world.perform(on: \(number))", Self.lines(body))
    case .stream(let count): return ["await world.stream(\(count))"]
    case .mainActor: return ["await world.onMainActor()"]
    case .load(let reply, let time): return ["await world.load(.\(reply), after: \(time))"]
    case .cancelledLoad(let time): return ["await world.cancelledLoad(after: \(time))"]
    }
  }
}
