@preconcurrency import Dispatch
import Foundation

private let specific = DispatchSpecificKey<String>()

extension StoryTimeAPI {
  static let queues: [StoryTimeAPI] = [
    StoryTimeAPI("`DispatchQueue.async`, serial", ["0 synchronous", "0 first", "0 second"]) { say in
      let queue = DispatchQueue(label: "serial")
      queue.async { say.withThread("first") }
      queue.async { say.withThread("second") }
      say("synchronous")
    },
    StoryTimeAPI("`DispatchQueue.async`, concurrent", ["0 first", "0 second"]) { say in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      queue.async { say("first") }
      queue.async { say("second") }
    },
    StoryTimeAPI("`DispatchQueue.main.async`", ["0 step", "0 block on main"]) { say in
      DispatchQueue.main.async { MainActor.assumeIsolated { say.withThread("block") } }
      say("step")
    },
    StoryTimeAPI("`DispatchQueue.global(qos:)`", ["0 block"]) { say in
      DispatchQueue.global(qos: .userInitiated).async { say.withThread("block") }
    },
    StoryTimeAPI("`async(qos:)`", ["0 block"]) { say in
      DispatchQueue.global().async(qos: .utility) { say("block") }
    },
    StoryTimeAPI("`asyncAfter(deadline:)`", ["0.3 earlier", "2 later"]) { say in
      let queue = DispatchQueue(label: "after")
      queue.asyncAfter(deadline: .now() + 2) { say("later") }
      queue.asyncAfter(deadline: .now() + .milliseconds(300)) { say("earlier") }
    },
    StoryTimeAPI("`asyncAfter(wallDeadline:)`", ["5 block on main"]) { say in
      DispatchQueue.main.asyncAfter(wallDeadline: .now() + 5) { say.withThread("block") }
    },
    StoryTimeAPI("`sync`", ["0 inside on main", "0 after it"]) { say in
      DispatchQueue(label: "sync").sync { say.withThread("inside") }
      say("after it")
    },
    StoryTimeAPI("`async`, then `sync`: a flush", ["0 a", "0 b", "0 after both"]) { say in
      let queue = DispatchQueue(label: "flush")
      queue.async { say("a") }
      queue.sync { say("b") }
      say("after both")
    },
    StoryTimeAPI("`DispatchQueue.main.sync`", ["0 task", "0 inside on main", "0 after it"]) { say in
      DispatchQueue.global().async {
        DispatchQueue.main.sync { MainActor.assumeIsolated { say.withThread("inside") } }
        say.withThread("after it")
      }
      Task { say("task") }
    },
    StoryTimeAPI(
      "`async(flags: .barrier)`", ["0 reads", "0 also reads", "2 writes", "2 reads again"]
    ) { say in
      let queue = DispatchQueue(label: "barrier", attributes: .concurrent)
      let gate = DispatchSemaphore(value: 0)
      queue.async {
        say("reads")
        gate.wait()
      }
      queue.async { say("also reads") }
      queue.async(flags: .barrier) { say("writes") }
      queue.async { say("reads again") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { gate.signal() }
    },
    StoryTimeAPI("`sync(flags: .barrier)`", ["0 a", "0 b"]) { say in
      let queue = DispatchQueue(label: "barrier", attributes: .concurrent)
      queue.async { say("a") }
      queue.sync(flags: .barrier) { say("b") }
    },
    StoryTimeAPI("a queue's target", ["0 a", "1 b"]) { say in
      let target = DispatchQueue(label: "target")
      let first = DispatchQueue(label: "first", target: target)
      let second = DispatchQueue(label: "second", target: target)
      let gate = DispatchSemaphore(value: 0)
      first.async {
        say("a")
        gate.wait()
      }
      second.async { say("b") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { gate.signal() }
    },
    StoryTimeAPI("a queue with the main queue as its target", ["0 block on main"]) { say in
      DispatchQueue(label: "onMain", target: .main).async {
        MainActor.assumeIsolated { say.withThread("block") }
      }
    },
    StoryTimeAPI("`suspend()` and `resume()` of a queue", ["3 block"]) { say in
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      queue.async { say("block") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) { queue.resume() }
    },
    StoryTimeAPI(
      "a queue that is `.initiallyInactive`, and `activate()`", ["0 waits", "1 a", "1 b", "1 c"]
    ) { say in
      let queue = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
      queue.async { say("a") }
      queue.async { say("b") }
      say("waits")
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        queue.activate()
        queue.activate()
        queue.sync { say("c") }
      }
    },
    StoryTimeAPI("`dispatchPrecondition`", ["0 holds", "0 holds on main"]) { say in
      let queue = DispatchQueue(label: "own")
      queue.async {
        dispatchPrecondition(condition: .onQueue(queue))
        dispatchPrecondition(condition: .notOnQueue(.main))
        say("holds")
      }
      DispatchQueue.main.async {
        dispatchPrecondition(condition: .onQueue(.main))
        say("holds on main")
      }
    },
    StoryTimeAPI("queue-specific values", ["0 own, own", "0 main, main"]) { say in
      let queue = DispatchQueue(label: "specific")
      queue.setSpecific(key: specific, value: "own")
      DispatchQueue.main.setSpecific(key: specific, value: "main")
      queue.async {
        say(
          "\(DispatchQueue.getSpecific(key: specific) ?? "none"), \(queue.getSpecific(key: specific) ?? "")"
        )
      }
      DispatchQueue.main.async {
        let own = DispatchQueue.main.getSpecific(key: specific) ?? ""
        say("\(DispatchQueue.getSpecific(key: specific) ?? "none"), \(own)")
      }
    },
    StoryTimeAPI("`concurrentPerform`", ["0 turn 0", "0 turn 1", "0 turn 2", "0 done"]) { say in
      DispatchQueue.concurrentPerform(iterations: 3) { say("turn \($0)") }
      say("done")
    },
    StoryTimeAPI("a task that a block starts", ["0 block", "4 task on main"]) { say in
      DispatchQueue.global().async {
        say("block")
        Task { @MainActor in
          try await Task.sleep(for: .seconds(4))
          say.withThread("task")
        }
      }
    },
    StoryTimeAPI("a continuation that a queue resumes", ["0 before", "1 after 42"]) { say in
      Task {
        say("before")
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
            continuation.resume(returning: 42)
          }
        }
        say.withThread("after \(answer)")
      }
    },
  ]

  static let workItems: [StoryTimeAPI] = [
    StoryTimeAPI("`DispatchWorkItem` on a queue", ["0.5 item on main"]) { say in
      let item = DispatchWorkItem { say.withThread("item") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5, execute: item)
    },
    StoryTimeAPI("`DispatchWorkItem.cancel()`", ["0 true", "0.2 second"]) { say in
      // The usual debounce.
      let first = DispatchWorkItem { say("first") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.2, execute: first)
      first.cancel()
      say("\(first.isCancelled)")
      DispatchQueue.main.asyncAfter(
        deadline: .now() + 0.2, execute: DispatchWorkItem { say("second") })
    },
    StoryTimeAPI("`DispatchWorkItem.notify`", ["0 item", "0 notified on main"]) { say in
      let item = DispatchWorkItem { say("item") }
      item.notify(queue: .main) { say.withThread("notified") }
      DispatchQueue.global().async(execute: item)
    },
    StoryTimeAPI("`notify` of an item that has ended", ["0 item", "0 notified"]) { say in
      let item = DispatchWorkItem { say("item") }
      item.perform()
      item.notify(queue: .global()) { say("notified") }
    },
    StoryTimeAPI("`notify` of an item that is run by hand", ["0 item", "0 notified"]) { say in
      let item = DispatchWorkItem { say("item") }
      item.notify(queue: .global()) { say("notified") }
      item.perform()
    },
    StoryTimeAPI("`DispatchWorkItem.wait()`", ["0 waits", "2 item", "2 goes on"]) { say in
      let item = DispatchWorkItem { say("item") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: item)
      say("waits")
      item.wait()
      say("goes on")
    },
    StoryTimeAPI("`DispatchWorkItem.wait(timeout:)`", ["1 timedOut"]) { say in
      let item = DispatchWorkItem {}
      DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: item)
      say("\(item.wait(timeout: .now() + 1))")
    },
  ]

  static let waiting: [StoryTimeAPI] = [
    StoryTimeAPI("`DispatchGroup` with `notify`", ["1 one", "2 two", "2 all on main"]) { say in
      let group = DispatchGroup()
      for (seconds, name) in [(2, "two"), (1, "one")] {
        group.enter()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
          say(name)
          group.leave()
        }
      }
      group.notify(queue: .main) { say.withThread("all") }
    },
    StoryTimeAPI("`async(group:)`", ["0 work", "0 done"]) { say in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { say("work") }
      group.notify(queue: .global()) { say("done") }
    },
    StoryTimeAPI("`notify` of an empty group", ["0 done"]) { say in
      DispatchGroup().notify(queue: .main) { say("done") }
    },
    StoryTimeAPI("`DispatchGroup.wait()`", ["3 left", "3 goes on on main"]) { say in
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
        say("left")
        group.leave()
      }
      group.wait()
      say.withThread("goes on")
    },
    StoryTimeAPI("`DispatchGroup.wait(timeout:)`", ["1 timedOut"]) { say in
      let group = DispatchGroup()
      group.enter()
      say("\(group.wait(timeout: .now() + 1))")
      group.leave()
    },
    StoryTimeAPI("`DispatchSemaphore` on the main actor", ["5 signal", "5 goes on on main"]) {
      say in
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
        say("signal")
        semaphore.signal()
      }
      semaphore.wait()
      say.withThread("goes on")
    },
    StoryTimeAPI("`DispatchSemaphore.wait(timeout:)`", ["2 timedOut", "3 success"]) { say in
      let semaphore = DispatchSemaphore(value: 0)
      say("\(semaphore.wait(timeout: .now() + 2))")
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { semaphore.signal() }
      say("\(semaphore.wait(timeout: .now() + 2))")
    },
    StoryTimeAPI(
      "two waits that end in the other order",
      ["0 a waits", "0 b waits", "1 b", "2 a", "2 a again"]
    ) { say in
      let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let a = DispatchQueue(label: "a")
      a.async {
        say("a waits")
        first.wait()
        dispatchPrecondition(condition: .onQueue(a))
        say("a")
      }
      a.async { say("a again") }
      DispatchQueue(label: "b").async {
        say("b waits")
        second.wait()
        say("b")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { second.signal() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { first.signal() }
    },
    StoryTimeAPI("a semaphore inside tasks", ["1 task 1", "2 task 0"]) { say in
      for task in 0..<2 {
        Task.detached {
          let semaphore = DispatchSemaphore(value: 0)
          DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2 - task)) {
            semaphore.signal()
          }
          block(on: semaphore)
          say("task \(task)")
        }
      }
    },
    StoryTimeAPI("a semaphore inside an actor", ["0 other", "1 first", "1 second"]) { say in
      let worker = Worker()
      Task.detached { await worker.wait(seconds: 1) { say("first") } }
      Task.detached { await worker.work { say("second") } }
      Task.detached { say("other") }
    },
    StoryTimeAPI("`NSCondition`", ["2 signal", "2 goes on on main"]) { say in
      let condition = NSCondition()
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
        say("signal")
        condition.withLock { condition.signal() }
      }
      condition.withLock { condition.wait() }
      say.withThread("goes on")
    },
    StoryTimeAPI("`NSCondition.wait(until:)`", ["3 false"]) { say in
      let condition = NSCondition()
      let isSignalled = condition.withLock { condition.wait(until: Date() + 3) }
      say("\(isSignalled)")
    },
  ]

  static let timers: [StoryTimeAPI] = [
    StoryTimeAPI("`DispatchSource.makeTimerSource()`", ["1 tick", "1.5 tick", "2 tick", "2 end"]) {
      say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let ticks = Count()
      timer.setCancelHandler { say("end") }
      timer.setEventHandler {
        say("tick")
        if ticks.up() == 3 { timer.cancel() }
      }
      timer.schedule(deadline: .now() + 1, repeating: 0.5)
      timer.activate()
    },
    StoryTimeAPI("a timer source that is set anew", ["3 tick"]) { say in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.setEventHandler {
        say("tick")
        timer.cancel()
      }
      timer.schedule(deadline: .now() + 1)
      timer.resume()
      timer.schedule(deadline: .now() + 3)
    },
    StoryTimeAPI("a timer source that is freed", ["0 freed"]) { say in
      var timer: (any DispatchSourceTimer)? = DispatchSource.makeTimerSource()
      timer?.setEventHandler { say("tick") }
      timer?.schedule(deadline: .now() + 1, repeating: 1)
      timer?.activate()
      timer = nil
      say("freed")
    },
    StoryTimeAPI("`Timer.scheduledTimer`", ["2 fires on main"]) { say in
      _ = Timer.scheduledTimer(withTimeInterval: 2, repeats: false) { _ in say.withThread("fires") }
    },
    StoryTimeAPI("a `Timer` that repeats", ["0.5 fires", "1 fires", "1.5 fires", "1.5 false"]) {
      say in
      let count = Count()
      _ = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { timer in
        say("fires")
        guard count.up() == 3 else { return }
        timer.invalidate()
        say("\(timer.isValid)")
      }
    },
    StoryTimeAPI("`Timer.invalidate()`", ["0 invalid"]) { say in
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in say("fires") }
      timer.invalidate()
      say("invalid")
    },
    StoryTimeAPI("`RunLoop.main.add(_:forMode:)`", ["4 fires on main"]) { say in
      let timer = Timer(fire: Date() + 4, interval: 0, repeats: false) { _ in
        say.withThread("fires")
      }
      RunLoop.main.add(timer, forMode: .common)
    },
    StoryTimeAPI("`Timer.fireDate`", ["5 fires"]) { say in
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in say("fires") }
      timer.fireDate = Date() + 5
    },
    StoryTimeAPI("`RunLoop.main.perform`", ["0 step", "0 block on main"]) { say in
      RunLoop.main.perform { say.withThread("block") }
      say("step")
    },
  ]

  static let operations: [StoryTimeAPI] = [
    StoryTimeAPI("`OperationQueue.addOperation`", ["0 step", "0 operation"]) { say in
      OperationQueue().addOperation { say.withThread("operation") }
      say("step")
    },
    StoryTimeAPI("`OperationQueue.main`", ["0 step", "0 operation on main"]) { say in
      OperationQueue.main.addOperation { say.withThread("operation") }
      say("step")
    },
    StoryTimeAPI("dependencies of operations", ["0 first", "0 second"]) { say in
      let second = BlockOperation { say("second") }
      let first = BlockOperation { say("first") }
      second.addDependency(first)
      OperationQueue().addOperations([second, first], waitUntilFinished: false)
    },
    StoryTimeAPI("`maxConcurrentOperationCount`", ["1 one", "1 two"]) { say in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let gate = DispatchSemaphore(value: 0)
      queue.addOperation {
        gate.wait()
        say("one")
      }
      queue.addOperation { say("two") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { gate.signal() }
    },
    StoryTimeAPI(
      "`waitUntilAllOperationsAreFinished()`", ["0 one", "0 two", "0 after them on main"]
    ) { say in
      let queue = OperationQueue()
      queue.addOperation { say("one") }
      queue.addOperation { say("two") }
      queue.waitUntilAllOperationsAreFinished()
      say.withThread("after them")
    },
    StoryTimeAPI("`completionBlock`", ["0 operation", "0 completed"]) { say in
      let operation = BlockOperation { say("operation") }
      operation.completionBlock = { say("completed") }
      OperationQueue().addOperation(operation)
    },
    StoryTimeAPI("`Operation.cancel()`", ["0 true"]) { say in
      let operation = BlockOperation { say("operation") }
      operation.cancel()
      OperationQueue().addOperation(operation)
      say("\(operation.isCancelled)")
    },
    StoryTimeAPI("`OperationQueue.underlyingQueue`", ["0 holds"]) { say in
      let queue = DispatchQueue(label: "underlying")
      let operations = OperationQueue()
      operations.underlyingQueue = queue
      operations.addOperation {
        dispatchPrecondition(condition: .onQueue(queue))
        say("holds")
      }
    },
    StoryTimeAPI("`NotificationCenter` with a queue", ["0 noted on main"]) { say in
      let name = Notification.Name("story")
      let center = NotificationCenter()
      let token = center.addObserver(forName: name, object: nil, queue: .main) { _ in
        say.withThread("noted")
      }
      center.post(name: name, object: nil)
      center.removeObserver(token)
    },
  ]
}

private func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

/// An actor that blocks its thread.
private actor Worker {
  func wait(seconds: Int, then: () -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { semaphore.signal() }
    semaphore.wait()
    then()
  }

  func work(_ body: () -> Void) { body() }
}
