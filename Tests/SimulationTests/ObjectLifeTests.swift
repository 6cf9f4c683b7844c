import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Simulation

/// Tests of objects that only libdispatch or Foundation still holds when the simulation uses them.
@Suite("Lives of objects")
struct ObjectLifeTests {
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Makes objects, drops the last reference to them, and calls `done` once from their work.
    let run: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    init(
      _ description: String,
      _ run: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
    ) {
      testDescription = description
      self.run = run
    }
  }

  static let lives: [Life] = [
    Life("the target of a queue") { done in
      let queue = DispatchQueue(label: "inner", target: DispatchQueue(label: "root"))
      queue.async(execute: done)
    },
    Life("the target of a target") { done in
      let middle = DispatchQueue(label: "middle", target: DispatchQueue(label: "root"))
      DispatchQueue(label: "inner", attributes: .concurrent, target: middle).async(execute: done)
    },
    Life("a target that is set later") { done in
      let queue = DispatchQueue(label: "inner", attributes: .initiallyInactive)
      queue.setTarget(queue: DispatchQueue(label: "root"))
      queue.activate()
      queue.async(execute: done)
    },
    Life("a target in place of another") { done in
      let queue = DispatchQueue(
        label: "inner", attributes: .initiallyInactive, target: DispatchQueue(label: "first"))
      queue.setTarget(queue: DispatchQueue(label: "second"))
      queue.activate()
      queue.async(flags: .barrier, execute: done)
    },
    Life("a target during synchronous work") { done in
      DispatchQueue(label: "inner", target: DispatchQueue(label: "root")).sync(execute: done)
    },
    Life("a queue with work") { done in DispatchQueue(label: "only").async(execute: done) },
    Life("a queue with delayed work") { done in
      DispatchQueue(label: "later", target: DispatchQueue(label: "root"))
        .asyncAfter(deadline: .now() + 1, execute: done)
    },
    Life("a suspended queue with work") { done in
      let queue = DispatchQueue(label: "suspended", target: DispatchQueue(label: "root"))
      queue.suspend()
      queue.async(execute: done)
      queue.resume()
    },
    Life("the queue of a source") { done in
      let queue = DispatchQueue(label: "ticks", target: DispatchQueue(label: "root"))
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler {
        timer.cancel()
        done()
      }
      timer.resume()
    },
    Life("a source that its cancel handler owns") { done in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler { timer.cancel() }
      timer.setCancelHandler(handler: done)
      timer.activate()
    },
    Life("a group and the queue that it notifies") { done in
      let group = DispatchGroup()
      DispatchQueue(label: "member", target: DispatchQueue(label: "root")).async(group: group) {}
      group.notify(
        queue: DispatchQueue(label: "notified", target: DispatchQueue(label: "root")),
        execute: done)
    },
    Life("a group that is left later") { done in
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { group.leave() }
      group.notify(queue: .main, execute: done)
    },
    // Foundation does not hold it on Linux, so somebody else has to.
    Life("the target of the underlying queue of an OperationQueue") { done in
      let underlying = DispatchQueue(label: "underlying", target: DispatchQueue(label: "root"))
      let operations = OperationQueue()
      operations.underlyingQueue = underlying
      operations.addOperation { withExtendedLifetime(underlying, done) }
    },
    Life("operations that depend on each other") { done in
      let (first, second) = (BlockOperation {}, BlockOperation(block: done))
      second.addDependency(first)
      OperationQueue().addOperations([second, first], waitUntilFinished: false)
    },
    Life("a work item") { done in
      DispatchQueue(label: "items", target: DispatchQueue(label: "root"))
        .async(execute: DispatchWorkItem(block: done))
    },
    Life("the queue that a work item notifies") { done in
      let item = DispatchWorkItem {}
      item.notify(
        queue: DispatchQueue(label: "notified", target: DispatchQueue(label: "root")),
        execute: done)
      DispatchQueue.global().async(execute: item)
    },
    Life("a block that owns itself") { done in
      let box = Shared(Mutex<(@Sendable () -> Void)?>(nil))
      box.value.withLock {
        $0 = {
          box.value.withLock { $0 = nil }
          done()
        }
      }
      DispatchQueue(label: "blocks").async { box.value.withLock { $0 }?() }
    },
    Life("a semaphore that another queue signals") { done in
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue(label: "waits").async {
        semaphore.wait()
        done()
      }
      DispatchQueue(label: "signals").async { semaphore.signal() }
    },
    Life("a timer of the run loop") { done in
      RunLoop.main.add(Timer(timeInterval: 1, repeats: false) { _ in done() }, forMode: .common)
    },
    Life("the queue on which data is freed") { done in
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
      _ = DispatchData(
        bytesNoCopy: UnsafeRawBufferPointer(bytes),
        deallocator: .custom(
          DispatchQueue(label: "frees", target: DispatchQueue(label: "root")),
          {
            bytes.deallocate()
            done()
          }))
    },
  ]

  @Test(arguments: lives)
  func `an object does its work after the last reference to it is gone`(life: Life) throws {
    let count = Shared(Mutex(0))
    try Simulation.run { simulation in
      for _ in 0..<1_000 {
        try simulation.perform { life.run { count.value.withLock { $0 += 1 } } }
      }
      try simulation.advance(by: .seconds(2))
      #expect(simulation.violations == [])
      #expect(try simulation.finish() == [])
    }
    #expect(count.value.withLock(\.self) == 1_000)
  }
}

/// A value that closures share although it can't be copied.
private final class Shared<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}
