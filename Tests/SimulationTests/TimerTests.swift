@preconcurrency import Dispatch
import Foundation
import Simulation
import Testing

@Suite("Timers that meet other work")
struct TimerTests {
  @Test(arguments: shapes)
  func `a timer fires as libdispatch and Core Foundation let it`(shape: StoryTimeAPI) throws {
    let (said, violations, _) = try shape.run()
    #expect(said == shape.says)
    #expect(violations == [])
  }

  /// Each was run natively, too, with the same lines at the same moments.
  static let shapes: [StoryTimeAPI] = [
    StoryTimeAPI("a one-shot source that its handler sets anew", ["0.1 1", "0.1 2", "0.2 3"]) {
      say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let count = Count()
      timer.setEventHandler {
        let number = count.up()
        say("\(number)")
        if number < 3 { timer.schedule(deadline: .now() + (number == 1 ? 0 : 0.1)) }
      }
      timer.schedule(deadline: .now() + 0.1)
      timer.activate()
    },
    StoryTimeAPI(
      "a source that fires while its handler runs",
      ["0.1 begins, 1", "0.35 ends, 1", "0.35 begins, 2", "0.6 ends, 2"]
    ) { say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let wait = DispatchSemaphore(value: 0)
      let count = Count()
      timer.setEventHandler {
        say("begins, \(timer.data)")
        _ = wait.wait(timeout: .now() + 0.25)
        say("ends, \(timer.data)")
        if count.up() == 2 { timer.cancel() }
      }
      timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
      timer.activate()
    },
    StoryTimeAPI("a one-shot source that fires while its handler waits", ["0.1 1", "0.4 2"]) {
      say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let wait = DispatchSemaphore(value: 0)
      let count = Count()
      timer.setEventHandler {
        let number = count.up()
        say("\(number)")
        guard number == 1 else { return timer.cancel() }
        timer.schedule(deadline: .now() + 0.1)
        _ = wait.wait(timeout: .now() + 0.3)
      }
      timer.schedule(deadline: .now() + 0.1)
      timer.activate()
    },
    StoryTimeAPI("a source on a concurrent queue runs one handler at a time", ["0.1 1", "0.35 2"]) {
      say in
      let timer = DispatchSource.makeTimerSource(
        queue: DispatchQueue(label: "timer", attributes: .concurrent))
      let wait = DispatchSemaphore(value: 0)
      let count = Count()
      timer.setEventHandler {
        let number = count.up()
        say("\(number)")
        guard number == 1 else { return timer.cancel() }
        _ = wait.wait(timeout: .now() + 0.25)
      }
      timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
      timer.activate()
    },
    StoryTimeAPI("a source that is suspended while it is due", ["0.4 tick, 1"]) { say in
      let queue = DispatchQueue(label: "timer")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let wait = DispatchSemaphore(value: 0)
      timer.setEventHandler {
        say("tick, \(timer.data)")
        timer.cancel()
      }
      timer.schedule(deadline: .now() + 0.1)
      timer.activate()
      queue.async {
        _ = wait.wait(timeout: .now() + 0.2)
        timer.suspend()
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.4) { timer.resume() }
    },
    StoryTimeAPI("a source that is set anew while it is due", ["0.5 tick, 1"]) { say in
      let queue = DispatchQueue(label: "timer")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let wait = DispatchSemaphore(value: 0)
      timer.setEventHandler {
        say("tick, \(timer.data)")
        timer.cancel()
      }
      timer.schedule(deadline: .now() + 0.1)
      timer.activate()
      queue.async {
        _ = wait.wait(timeout: .now() + 0.2)
        timer.schedule(deadline: .now() + 0.3)
      }
    },
    StoryTimeAPI("a source counts the moments of its suspension", ["0.45 tick, 4", "0.5 tick, 1"]) {
      say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let count = Count()
      timer.setEventHandler {
        say("tick, \(timer.data)")
        if count.up() == 2 { timer.cancel() }
      }
      timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
      timer.activate()
      timer.suspend()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.45) { timer.resume() }
    },
    StoryTimeAPI("a source that is cancelled while it is suspended", ["0.2 resume", "0.2 end"]) {
      say in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      timer.setEventHandler { say("tick") }
      timer.setCancelHandler { say("end") }
      timer.schedule(deadline: .now() + 0.1)
      timer.activate()
      timer.suspend()
      timer.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) {
        say("resume")
        timer.resume()
      }
    },
    StoryTimeAPI("a source whose handler is set after it fired", ["0.3 tick, 1"]) { say in
      let queue = DispatchQueue(label: "timer")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
      timer.activate()
      queue.asyncAfter(deadline: .now() + 0.25) {
        timer.setEventHandler {
          say("tick, \(timer.data)")
          timer.cancel()
        }
      }
    },
    StoryTimeAPI("a source that is set anew after it was cancelled", ["0.3 nothing"]) { say in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.setEventHandler { say("tick") }
      timer.activate()
      timer.cancel()
      timer.schedule(deadline: .now() + 0.1)
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { say("nothing") }
    },
    StoryTimeAPI("a timer that ends itself", ["0.1 fires"]) { say in
      _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { timer in
        say("fires")
        timer.invalidate()
      }
    },
    StoryTimeAPI("a debouncer on the main queue that is late", ["0.3 typed", "0.5 search"]) { say in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      let wait = DispatchSemaphore(value: 0)
      timer.setEventHandler {
        say("search")
        timer.cancel()
      }
      timer.schedule(deadline: .now() + 0.2)
      timer.activate()
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
        _ = wait.wait(timeout: .now() + 0.2)
        say("typed")
        timer.schedule(deadline: .now() + 0.2)
      }
    },
    StoryTimeAPI(
      "a repeating timer behind a block of 320 ms",
      ["0.37 block", "0.37 fires", "0.4 fires", "0.5 fires"]
    ) { say in
      let count = Count()
      let wait = DispatchSemaphore(value: 0)
      _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
        say("fires")
        if count.up() == 3 { timer.invalidate() }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
        _ = wait.wait(timeout: .now() + 0.32)
        say("block")
      }
    },
    StoryTimeAPI("a timer that is moved while it is due", ["0.3 block", "0.6 fires"]) { say in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in say("fires") }
      let wait = DispatchSemaphore(value: 0)
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
        _ = wait.wait(timeout: .now() + 0.25)
        timer.fireDate = Date() + 0.3
        say("block")
      }
    },
    StoryTimeAPI("a timer that moves itself", ["0.1 fires", "0.4 fires", "0.4 fires"]) { say in
      let count = Count()
      _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
        say("fires")
        switch count.up() {
        case 1: timer.fireDate = Date() + 0.3
        case 2: timer.fireDate = .distantPast
        default: timer.invalidate()
        }
      }
    },
    StoryTimeAPI("the date of a timer that repeats", ["0.25 0.05"]) { say in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) {
        say("\((timer.fireDate.timeIntervalSinceNow * 100).rounded() / 100)")
        timer.invalidate()
      }
    },
  ]
}
