import Foundation
import StoryTestSupport
import Testing

@Suite("Misbehaving modules", .timeLimit(.minutes(10)))
struct MischiefTests {
  @Test(arguments: [
    (
      "when: nobody answers\nthen: nothing is wrong",
      """
      5:11 a task that "nobody answers" started never ends: it waits for something that never comes
      """
    ),
    (
      "when: it waits for an answer that never comes",
      """
      5:11 the step does not end: no pending work is left: the app waits for something that never \
      comes
      """
    ),
    (
      "when: it starts a sleep of 10 min\nthen: { eventually: { it is done: true } }",
      """
      6:27 +1 min it is done: not as expected, even after 1 min
        expected  true   (s:6)
        actual    false
        The next event was due 9 min later.
      """
    ),
    (
      "when: it sleeps 10 min\nthen: nothing is wrong",
      """
      5:11 the step does not end: it takes more than 1 min of story time; the next event \
      is at +10 min
      """
    ),
    (
      "when: it starts a sleep of 10 min\nthen: nothing is wrong",
      """
      5:11 a task that "it starts a sleep of 10 min" started never ends: it sleeps until +10 min, \
      long after the scenario's end
      """
    ),
    (
      "when: it starts a timer\nthen: nothing is wrong",
      """
      5:11 +1 min a timer that "it starts a timer" set never ends: Timer fires every 1 s
        Call invalidate() when the app no longer needs it, such as in deinit, or in isolated deinit \
      of a class on the main actor.
        To let it continue, permit it in the module: lastingTimers = ["Ticking.startTimer()"]
      """
    ),
    (
      "when: it starts a timer of a queue\nthen: nothing is wrong",
      """
      5:11 +1 min a timer that "it starts a timer of a queue" set never ends: \
      DispatchSourceTimer fires every 500 ms
        Call cancel() when the app no longer needs it, such as in deinit, or in isolated deinit of a \
      class on the main actor.
        To let it continue, permit it in the module: lastingTimers = ["Ticking.startSource()"]
      """
    ),
    (
      "when: it ticks again and again\nthen: nothing is wrong",
      """
      5:11 +1 min a timer that "it ticks again and again" set is still due when the scenario ends: \
      asyncAfter fires at +1 min 1 s
        Cancel its DispatchWorkItem, or let its work end when its owner is gone.
        To let it continue, permit it in the module: lastingTimers = ["Ticking.again()"]
      """
    ),
    (
      "when: it does something in 10 min\nthen: nothing is wrong",
      """
      5:11 a timer that "it does something in 10 min" set is still due when the scenario ends: \
      asyncAfter fires at +10 min
        Cancel its DispatchWorkItem, or let its work end when its owner is gone.
        To let it continue, permit it in the module: lastingTimers = ["Ticking.once(in:)"]
      """
    ),
    (
      "when: it keeps itself alive\nthen: nothing is wrong",
      """
      4:15 the presenter is still alive after the scenario: something retains it, such as a retain \
      cycle
      """
    ),
    (
      "when: it keeps its last screen alive\nthen: nothing is wrong",
      """
      4:15 the screen is still alive after the scenario: something retains it, such as a retain \
      cycle
      """
    ),
    (
      "when: it goes round in circles",
      """
      5:11 the step does not end: the app never comes to rest: 100000 jobs ran within 1 ms \
      of story time
      """
    ),
    (
      "when: it starts going round in circles\nthen: nothing is wrong",
      """
      5:11 the step does not end: the app never comes to rest: 100000 jobs ran within 1 ms \
      of story time
      """
    ),
    (
      "when: it starts a thread\nthen: nothing is wrong",
      "5:11 the app started a thread, which story time can't control; use a Task instead"
    ),
    (
      "when: it starts 3 threads\nthen: nothing is wrong",
      "5:11 the app started a thread, which story time can't control; use a Task instead"
    ),
    (
      "when: it puts its thread to sleep for 5 s\nthen: nothing is wrong",
      "5:11 +5 s the app put its thread to sleep for 5 s; use Task.sleep instead"
    ),
    ("when: it throws\nthen: nothing is wrong", "5:11 the step failed: the disk is full"),
    (
      "when: it throws an error without words\nthen: nothing is wrong",
      "5:11 the step failed: CancellationError()"
    ),
  ])
  func `a misbehaving step fails with an explanation`(steps: String, failure: String) async {
    let outcome = await tell(scenario: steps, to: MischiefModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(withoutPlaces(outcome.failures()) == [failure])
  }

  @Test(arguments: [
    ("it sleeps 10 min", "1 min"), ("it puts its thread to sleep for 5 s", "5 s"),
  ])
  func `the failure of a misbehaving step has its values as data`(
    step: String, value: String
  ) async throws {
    let outcome = await tell(scenario: "when: \(step)", to: MischiefModule.self)
    let failure = try #require(outcome.result()?.failures.first)
    let json = String(decoding: try JSONEncoder().encode(failure.messages[0]), as: UTF8.self)
    #expect(json.contains(#"{"value":"\#(value)"}"#))
  }

  @Test func `timers of functions that the module permits may go on`() async {
    let outcome = await tell(
      scenario: "when: it starts a clock that may go on\nthen: nothing is wrong",
      to: MischiefModule.self)
    #expect(outcome.failures() == [])
  }

  @Test func `a failure names the app's functions that led to it`() async {
    let outcome = await tell(
      scenario: "when: it puts its thread to sleep for 5 s", to: MischiefModule.self)
    let lines = outcome.failures().first?.split(separator: "\n").dropFirst() ?? []
    #expect(
      lines.first?.firstMatch(of: /^\ \ in Blocking\.sleep\(.*\) \(MischiefModule\.swift:\d+\)/)
        != nil,
      "\(outcome.failures())")
  }

  @Test func `starting a thread and resuming from it are both reported`() async {
    let outcome = await tell(
      scenario: "when: [it waits until somebody resumes it, another thread resumes it]",
      to: MischiefModule.self)
    #expect(
      withoutPlaces(outcome.failures()) == [
        "5:48 the app started a thread, which story time can't control; use a Task instead",
        "5:48 the app was resumed from a thread outside story time; "
          + "replace the API that it called there with a fake, or use a Task",
      ])
  }

  @Test func `a step that a dispatch queue resumes goes on in story time`() async {
    let outcome = await tell(
      scenario: "when: a queue resumes it\nthen: nothing is wrong", to: MischiefModule.self)
    #expect(outcome.failures() == [])
  }

  @Test(arguments: [
    (
      "then: it never rests while it looks",
      """
      5:11 the check does not end: the app never comes to rest: 100000 jobs ran within 1 ms of \
      story time
      """
    ),
    ("then: it throws while it looks", "5:11 the check failed: the disk is full"),
    (
      "then: it starts a thread while it looks",
      "5:11 the app started a thread, which story time can't control; use a Task instead"
    ),
  ])
  func `a misbehaving check fails with an explanation`(step: String, failure: String) async {
    let outcome = await tell(scenario: step, to: MischiefModule.self)
    #expect(withoutPlaces(outcome.failures()) == [failure])
  }

  @Test func `a module whose initializer throws fails its scenario`() async {
    let outcome = await tell(scenario: "then: nothing is wrong", to: BrokenModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(outcome.failures() == ["4:15 the module \"broken\" can't be built: the disk is full"])
    #expect(outcome.steps() == ["notRun: then nothing is wrong"])
  }

  @Test func `a sandbox violation in a module's initializer is reported`() async {
    let outcome = await tell(scenario: "then: nothing is wrong", to: HastyModule.self)
    #expect(
      withoutPlaces(outcome.failures()) == [
        "4:15 the app started a thread, which story time can't control; use a Task instead"
      ])
  }

  @Test func `a sandbox violation during a module's deinitialization is reported`() async {
    let outcome = await tell(scenario: "then: nothing is wrong", to: ClingingModule.self)
    #expect(
      withoutPlaces(outcome.failures()) == [
        "4:15 the app started a thread, which story time can't control; use a Task instead"
      ])
  }

  @Test func `an endless task started by a module's initializer is reported`() async {
    let outcome = await tell(scenario: "then: nothing is wrong", to: RestlessModule.self)
    #expect(
      outcome.failures() == [
        """
        4:15 +50 s a task that building the module started never ends: it sleeps until +1 min 40 s, \
        long after the scenario's end
        """
      ])
  }

  @Test func `an unanswered request sent before the first step is reported`() async {
    let outcome = await tell(scenario: "then: nothing is wrong", to: EagerModule.self)
    #expect(
      outcome.failures() == [
        """
        4:15 the app sent GET https://a.example/, but no answer is defined for it
          Add "given:" before the other steps, and below it: the server answers GET https://a.example/: { json: … }
        """
      ])
  }

  @Test func `an endless task fails the scenario whose step started it`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            when: it starts a sleep of 1 s
            then: nothing is wrong
            scenarios:
              - scenario: B
                when: [it starts a sleep of 1 s, nobody answers]
          - scenario: C
            when: nobody answers
            scenarios:
              - scenario: D
                when: nobody answers
        """, to: MischiefModule.self)
    #expect(outcome.verdicts == ["passed", "failed", "failed", "failed"])
    #expect(outcome.failures(of: "B").map { $0.prefix(5) } == ["9:42 "])
    // D also starts an endless task of its own.
    #expect(outcome.failures(of: "D").map { $0.prefix(6) } == ["11:11 ", "14:15 "])
  }

  @Test func `a task that ends within the time limit is no failure`() async {
    let outcome = await tell(
      scenario: "when: it starts a sleep of 59 s\nthen: nothing is wrong", to: MischiefModule.self)
    #expect(outcome.failures() == [])
  }
}

/// Removes the lines that name the functions of these tests' modules.
private func withoutPlaces(_ failures: [String]) -> [String] {
  failures.map { failure in
    failure.split(separator: "\n").filter { !$0.hasPrefix("  in ") }.joined(separator: "\n")
  }
}
