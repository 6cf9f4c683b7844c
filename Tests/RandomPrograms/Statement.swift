/// A statement of a random program.
///
/// Times are in milliseconds.
indirect enum Statement: Sendable {
  typealias Body = [Statement]

  // In any code.
  case log
  case async(queue: Int, Body)
  case asyncWithBarrier(Body)
  case after(Int, queue: Int, Body)
  case item(queue: Int, isBarrier: Bool, isCancelled: Bool, Body, notify: Int)
  case source(queue: Int, firings: Int, waits: Int, Body)
  case suspendedSource(queue: Int, Int)
  case loopTimer(Int)
  case suspendQueue(Int, Int)
  case operations(Int, first: Body, second: Body)
  case task(Body)

  // In code that may block its thread.
  case pause(Int)
  case sync(queue: Int, isBarrier: Bool, Body)
  case lock(Lock, Int, Body)
  case group(queue: Int, [Body])
  case semaphore(queue: Int, Body)
  case condition(queue: Int)
  case itemWait(queue: Int, Body)
  case perform(Int, Body)
  case poll(queue: Int)

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

  enum Lock: Int, CaseIterable, Sendable {
    case lock, recursive, timed, mutex, reading, writing, semaphore
  }

  /// The bodies in the statement.
  var bodies: [Body] {
    switch self {
    case .async(_, let body), .asyncWithBarrier(let body), .after(_, _, let body),
      .item(_, _, _, let body, _), .source(_, _, _, let body), .task(let body),
      .sync(_, _, let body), .lock(_, _, let body), .semaphore(_, let body),
      .itemWait(_, let body), .perform(_, let body), .unusedAsyncLet(let body),
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
    case .asyncWithBarrier: .asyncWithBarrier(new[0])
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

  /// The program as text, one statement on each line.
  func text(_ margin: String = "") -> String {
    map { statement in
      let head = "\(statement.with(statement.bodies.map { _ in [] }))"
      return margin + head + "\n"
        + statement.bodies.map {
          $0.isEmpty ? "" : margin + "  {\n" + $0.text(margin + "    ") + margin + "  }\n"
        }
        .joined()
    }.joined()
  }
}
