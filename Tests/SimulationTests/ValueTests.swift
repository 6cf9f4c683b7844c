import DisplayText
import Testing

@testable import Simulation

@Suite("The event queue")
struct EventQueueTests {
  @Test func `the event queue returns jobs of one moment in order of arrival`() {
    var events = EventQueue<String>()
    events.add("a")
    events.add("b")
    var jobs = [events.next()]
    events.add("c")
    jobs += (0..<3).map { _ in events.next() }
    #expect(jobs == ["a", "b", "c", nil])
  }

  @Test func `the event queue returns timers by instant, then in insertion order`() {
    var events = EventQueue<String>()
    events.add("late", at: 20)
    events.add("first", at: 10)
    events.add("second", at: 10)
    #expect(events.nextInstant == 10)
    let isEarly = events.moveToNextInstant(notAfter: 9)
    #expect(!isEarly)
    #expect(events.now == 0)
    let isMoved = events.moveToNextInstant(notAfter: 10)
    #expect(isMoved)
    #expect(events.now == 10)
    let jobs = (0..<3).map { _ in events.next() }
    #expect(jobs == ["first", "second", nil])
    #expect(events.nextInstant == 20)
  }

  @Test func `the event queue returns a past timer at the next step`() {
    var events = EventQueue<String>()
    events.move(to: 100)
    events.add("late", at: 50)
    let before = events.next()
    let isMoved = events.moveToNextInstant(notAfter: 100)
    #expect(isMoved)
    #expect(events.now == 100)
    let after = events.next()
    #expect([before, after] == [nil, "late"])
  }
}

@Suite("The task register")
struct TaskRegisterTests {
  @Test func `the task register numbers tasks in order of appearance`() {
    var tasks = TaskRegister()
    for id in [20, 30, 25, 10, 40] as [UInt64] {
      #expect(tasks.number(of: id) == nil)
      tasks.add(id, madeBy: nil, label: "\(id)")
    }
    #expect([20, 30, 25, 10, 40].map { tasks.number(of: $0) } == [1, 2, 3, 4, 5])
    #expect(tasks.number(of: 0) == 0)
    #expect([5, 15, 27, 50].allSatisfy { tasks.number(of: $0) == nil })
    #expect(tasks.isOlder(19) && !tasks.isOlder(20))
  }

  @Test func `the task register lists sleeping tasks and their wake times`() {
    var tasks = TaskRegister()
    tasks.add(3, madeBy: nil, label: "first")
    tasks.add(1, madeBy: 3, label: nil)
    tasks.add(2, madeBy: nil, label: nil)
    tasks.sleeps(2, until: 10)
    tasks.sleeps(1, until: 20)
    tasks.sleeps(9, until: 5)
    #expect(tasks.wakingInstants == [10, 20])
    #expect(tasks.labelsOfSleepers == ["first", ""])
    tasks.timerFires(for: 2, at: 9)
    tasks.timerFires(for: 1, at: 20)
    #expect(tasks.wakingInstants == [10])
    tasks.wakes(2)
    #expect(!tasks.hasSleepers)
  }
}

@Suite("The tasks of ended simulations")
struct EndedTasksTests {
  @Test func `tasks of ended simulations are kept up to a capacity`() {
    var tasks = EndedTasks(capacity: 3)
    tasks.add([1])
    tasks.add([2, 3])
    tasks.add([3])
    #expect([1, 2, 3].allSatisfy(tasks.contains))
    tasks.add([4])
    #expect(!tasks.contains(1))
    #expect([2, 3, 4].allSatisfy(tasks.contains))
    for id in 5...20 as ClosedRange<UInt64> { tasks.add([id]) }
    #expect((0...25).filter(tasks.contains) == [18, 19, 20])
  }
}

@Suite("The origins of tasks")
struct OriginsTests {
  @Test func `task origins are dropped when they are no longer referenced`() {
    var origins = Origins()
    let kept = (0..<200).compactMap { number -> Origin? in
      let origin = Origin("\(number)")
      origins.add(origin)
      return number % 50 == 7 ? origin : nil
    }
    #expect(origins.unfinished == ["7", "57", "107", "157"])
    withExtendedLifetime(kept) {}
  }
}

@Suite("The text of story time")
struct StoryTimeTextTests {
  @Test(arguments: [
    (Duration.zero, "0 s"), (.milliseconds(100), "100 ms"), (.seconds(2), "2 s"),
    (.milliseconds(1500), "1.5 s"), (.seconds(60), "1 min"), (.seconds(90), "1 min 30 s"),
    (.seconds(600), "10 min"), (.seconds(3600), "1 h"), (.seconds(90_061), "1 d 1 h 1 min 1 s"),
    (.microseconds(1), "0.001 ms"), (.seconds(-2), "-2 s"), (.milliseconds(61_250), "1 min 1.25 s"),
    (.microseconds(1_234_567), "1.234567 s"),
  ])
  func `a span of story time is formatted with its units`(duration: Duration, text: String) {
    #expect(StoryTimeText.span(duration) == text)
  }

  @Test(arguments: [
    (Duration.nanoseconds(132_524_221), "133 ms", "132.524221 ms"),
    (.nanoseconds(-132_524_221), "-133 ms", "-132.524221 ms"),
    (.nanoseconds(1_000_001), "1 ms", "1.000001 ms"),
    (.nanoseconds(12_345), "0.0123 ms", "0.012345 ms"),
    (.nanoseconds(999_600_001), "1 s", "999.600001 ms"),
    (.nanoseconds(7), "0.000007 ms", "0.000007 ms"),
    (.nanoseconds(1_000_000_001), "1 s", "1.000000001 s"),
    (.nanoseconds(12_345_678_901), "12.3 s", "12.345678901 s"),
    (.nanoseconds(3_601_600_000_001), "1 h 2 s", "1 h 1.600000001 s"),
  ])
  func `a span of real time has three digits`(duration: Duration, text: String, exact: String) {
    #expect(StoryTimeText.span(duration) == text)
    #expect(StoryTimeText.exact(duration) == exact)
  }

  @Test func `the conversion of extreme durations to story time does not overflow`() {
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect(StoryTimeText.span(.seconds(Int64.min)).hasPrefix("-106751991167300 d"))
  }
}

@Suite("Traces")
struct TraceTests {
  @Test func `a trace is described with one line per event`() throws {
    let trace = try Simulation.run { simulation in
      try simulation.perform {
        Simulation.note("begins")
        try await Task.sleep(for: .milliseconds(100))
      }
      return simulation.trace
    }
    #expect(
      trace.description == """
        +0 s  task 1 ran on the main actor
        +0 s  begins
        +0 s  task 1 ran
        +0 s  sleeps until +100 ms
        +100 ms  task 1 ran
        +100 ms  task 1 ran on the main actor
        """)
  }

  @Test func `a trace numbers tasks but not actors`() throws {
    let cache = Cache()
    let trace = try Simulation.run { simulation in
      try simulation.perform { try await cache.next() }
      return simulation.trace
    }
    #expect(
      trace.description == """
        +0 s  task 1 ran on the main actor
        +0 s  an actor ran
        +0 s  sleeps until +1 ms
        +1 ms  task 1 ran
        +1 ms  an actor ran
        +1 ms  task 1 ran on the main actor
        """)
  }

  @Test func `a trace finds its first difference from another trace`() {
    var (left, right) = (Trace(), Trace())
    left.append(.note(Trace.Note("a")), at: .zero)
    right.append(.note(Trace.Note("a")), at: .zero)
    #expect(left.firstDifference(from: right) == nil)
    right.append(.note(Trace.Note("b")), at: .seconds(1))
    let difference = left.firstDifference(from: right)
    #expect(difference?.index == 1)
    #expect(difference?.mine == nil)
    #expect(difference?.other?.description == "+1 s  b")
  }
}
