import Foundation
import OpenCombine
import OpenCombineDispatch
import OpenCombineFoundation
import Testing

@Suite("OpenCombine's schedulers in story time")
struct SchedulerTests {
  /// A scheduler of OpenCombine, and code that uses it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let says: [String]
    let code: @Sendable (Said) -> Void

    init(
      _ name: String, _ says: [String], _ code: @escaping @Sendable (Said) -> Void
    ) {
      (testDescription, self.says, self.code) = (name, says, code)
    }
  }

  static let cases =
    cases("main queue") { DispatchQueue.main.ocombine }
    + cases("queue") { DispatchQueue(label: "scheduler").ocombine }
    + cases("run loop") { RunLoop.main.ocombine }
    + cases("main operation queue") { OperationQueue.main.ocombine }
    + cases("operation queue") {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue.ocombine
    }

  private static func cases<S: Scheduler & SendableMetatype>(
    _ name: String, _ scheduler: @escaping @Sendable () -> S
  ) -> [Case]
  where
    S.SchedulerTimeType: SendableMetatype, S.SchedulerTimeType.Stride: SendableMetatype
  {
    [
      Case("\(name), immediate", ["0 synchronous", "0 action"]) { say in
        scheduler().schedule { say("action") }
        say("synchronous")
      },
      Case("\(name), after", ["1.5 earlier", "3 later"]) { say in
        let scheduler = scheduler()
        let now = scheduler.now
        scheduler.schedule(after: now.advanced(by: .seconds(3))) { say("later") }
        scheduler.schedule(after: now.advanced(by: .milliseconds(1500))) { say("earlier") }
      },
      Case("\(name), repeating until it is cancelled", ["1 tick", "3 tick", "5 tick"]) { say in
        let scheduler = scheduler()
        let now = scheduler.now
        let ticks = Held()
        ticks.cancellable = scheduler.schedule(
          after: now.advanced(by: .seconds(1)), interval: .seconds(2)
        ) {
          say("tick")
          ticks.count += 1
          if ticks.count == 3 { ticks.cancellable?.cancel() }
        }
      },
      Case("\(name), cancelled before it is due", ["2 cancelled"]) { say in
        let scheduler = scheduler()
        let now = scheduler.now
        let tick = scheduler.schedule(
          after: now.advanced(by: .seconds(5)), interval: .seconds(1)
        ) { say("tick") }
        scheduler.schedule(after: now.advanced(by: .seconds(2))) {
          tick.cancel()
          say("cancelled")
        }
      },
      Case("\(name), delay", ["2 a", "2 finished"]) { say in
        let held = Held()
        held.cancellable = Just("a").delay(for: .seconds(2), scheduler: scheduler())
          .sink { _ in
            say("finished")
            held.cancellable = nil
          } receiveValue: {
            say($0)
          }
      },
      Case("\(name), debounce", ["1.5 b"]) { say in
        let held = Held()
        let scheduler = scheduler()
        let texts = PassthroughSubject<String, Never>()
        held.cancellable = texts.debounce(for: .seconds(1), scheduler: scheduler)
          .sink { text in
            say(text)
            held.cancellable = nil
          }
        texts.send("a")
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(500))) {
          texts.send("b")
        }
      },
    ]
  }

  @Test(arguments: cases)
  func `each scheduler of OpenCombine works in story time`(schedule: Case) throws {
    let said = try Said.by(schedule.code)
    #expect(said == schedule.says)
  }

  @Test func `a timer publisher ticks in story time`() throws {
    let said = try Said.by { say in
      let held = Held()
      held.cancellable = Timer.publish(every: 10, on: .main, in: .default)
        .autoconnect().prefix(3)
        .sink { _ in
          held.cancellable = nil
        } receiveValue: { _ in
          say("tick")
        }
    }
    #expect(said == ["10 tick", "20 tick", "30 tick"])
  }
}

/// A subscription that its own actions can end.
private final class Held {
  var cancellable: (any Cancellable)?
  var count = 0
}
