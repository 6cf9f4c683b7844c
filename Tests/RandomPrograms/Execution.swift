@preconcurrency import Dispatch

extension World {
  /// Runs the statements of a program.
  ///
  /// The number of a line follows from the path of its statement, so it is the same in each run.
  func run(_ body: [Statement], _ id: Int = 1) {
    for (index, statement) in body.enumerated() { run(statement, id &* 31 &+ index &+ 1) }
  }

  private func run(task body: [Statement], _ id: Int) async {
    for (index, statement) in body.enumerated() {
      await run(task: statement, id &* 31 &+ index &+ 1)
    }
  }

  private func run(_ statement: Statement, _ id: Int) {
    switch statement {
    case .log: log(id)
    case .async(let queue, let body): queues[queue].async(group: all) { self.run(body, id) }
    case .asyncWithBarrier(let queue, let body):
      queues[queue].async(group: all, flags: .barrier) { self.run(body, id) }
    case .after(let time, let queue, let body): after(time, on: queue) { self.run(body, id) }
    case .item(let queue, let isBarrier, let isCancelled, let body, let notify):
      item(on: queue, isBarrier: isBarrier, isCancelled: isCancelled, notify: notify, id: id) {
        self.run(body, id)
      }
    case .source(let queue, let firings, let waits, let body):
      source(on: queue, firings: firings, waits: waits) { self.run(body, id &* 31 &+ $0) }
    case .suspendedSource(let queue, let time):
      suspendedSource(on: queue, resumedAfter: time, id: id)
    case .loopTimer(let time): loopTimer(after: time, id: id)
    case .suspendQueue(let queue, let time): suspend(queue, for: time, id: id)
    case .operations(let width, let first, let second):
      operations(atOnce: width, id: id) {
        self.run(first, id &* 31)
      } then: {
        self.run(second, id &* 37)
      }
    case .task(let body): task { await self.run(task: body, id) }
    case .send(let reply, let time): send(reply, after: time, id: id)
    case .pause(let time): pause(time, id: id)
    case .sync(let queue, let isBarrier, let body):
      sync(on: queue, isBarrier: isBarrier, id: id) { run(body, id) }
    case .lock(let kind, let number, let body): locks[number].with(kind) { run(body, id) }
    case .group(let queue, let bodies):
      group(
        on: queue, id: id,
        bodies.enumerated().map { index, body in { self.run(body, id &* 31 &+ index) } })
    case .semaphore(let queue, let body): semaphore(on: queue, id: id) { self.run(body, id) }
    case .condition(let queue): condition(on: queue, id: id)
    case .itemWait(let queue, let body): waitForItem(on: queue, id: id) { self.run(body, id) }
    case .once(let queue, let body): once(on: queue, id: id) { self.run(body, id &* 31) }
    case .perform(let count, let body): perform(count, id: id) { self.run(body, id &* 31 &+ $0) }
    case .poll(let queue): poll(on: queue, id: id)
    case .sendAndWait(let reply, let time): sendAndWait(reply, after: time, id: id)
    case .sleep, .yield, .asyncLet, .unusedAsyncLet, .taskGroup, .continuation, .cancelled, .actor,
      .stream, .mainActor, .load, .cancelledLoad:
      fatalError("a task's statement in other code: \(statement)")
    }
  }

  private func run(task statement: Statement, _ id: Int) async {
    switch statement {
    case .sleep(let time): await sleep(time, id: id)
    case .yield: await yield(id: id)
    case .asyncLet(let first, let second):
      await asyncLet(id: id) {
        await self.run(task: first, id &* 31)
      } and: {
        await self.run(task: second, id &* 37)
      }
    case .unusedAsyncLet(let body):
      await unusedAsyncLet(id: id) { await self.run(task: body, id) }
    case .taskGroup(let bodies, let isCancelled):
      await taskGroup(
        isCancelled: isCancelled, id: id,
        bodies.enumerated().map { index, body in { await self.run(task: body, id &* 31 &+ index) } }
      )
    case .continuation(let queue, let time): await continuation(on: queue, after: time, id: id)
    case .cancelled(let queue, let body):
      await cancelled(on: queue, id: id) { await self.run(task: body, id &* 31) }
    case .actor(let number, let body): await perform(on: number, id: id) { run(body, id) }
    case .stream(let count): await stream(count, id: id)
    case .mainActor: await onMainActor(id: id)
    case .load(let reply, let time): await load(reply, after: time, id: id)
    case .cancelledLoad(let time): await cancelledLoad(after: time, id: id)
    default: blocking { run(statement, id) }
    }
  }
}
