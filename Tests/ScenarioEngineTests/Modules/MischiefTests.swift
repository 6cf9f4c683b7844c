import Testing

@Suite("A module that misbehaves", .timeLimit(.minutes(1)))
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
      5:11 the step does not end: nothing more will happen: the app waits for something that never \
      comes
      """
    ),
    (
      "when: it starts a sleep of 10 min\nthen: { eventually: { it is done: true } }",
      """
      6:27 +1 min it is done: not as expected, even after 1 min
        expected  true   (s:6)
        actual    false
        The next thing would have happened 9 min later.
      """
    ),
    (
      "when: it sleeps 10 min\nthen: nothing is wrong",
      """
      5:11 the step does not end: it takes more than 1 min of story time; the next thing to happen \
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
      "when: it keeps itself alive\nthen: nothing is wrong",
      """
      4:15 the presenter is still alive after the scenario: something keeps it, such as a retain \
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
      "when: it uses a queue\nthen: nothing is wrong",
      """
      5:11 the app handed work to a DispatchQueue, which runs outside story time; use a Task instead
      """
    ),
    (
      "when: it uses a queue 3 times\nthen: nothing is wrong",
      """
      5:11 the app handed work to a DispatchQueue, which runs outside story time; use a Task instead
      """
    ),
    (
      "when: it puts its thread to sleep for 5 s\nthen: nothing is wrong",
      """
      5:11 +5 s the app put its thread to sleep for 5 s; use Task.sleep instead
      """
    ),
    (
      "when: it throws\nthen: nothing is wrong",
      "5:11 the step failed: the disk is full"
    ),
    (
      "when: it throws an error without words\nthen: nothing is wrong",
      "5:11 the step failed: CancellationError()"
    ),
  ])
  func `is told of in words`(steps: String, failure: String) async {
    let told = await tell(scenario("mischief", steps), to: MischiefModule.self)
    #expect(told.verdict() == "failed")
    #expect(told.failures() == [failure])
  }

  @Test func `is told of the thread that it started, and of what that brought back`() async {
    let told = await tell(
      scenario(
        "mischief", "when: [it waits until somebody resumes it, another thread resumes it]"),
      to: MischiefModule.self)
    #expect(
      told.failures() == [
        "5:48 the app started a thread, which story time can't hold; use a Task instead",
        "5:48 the app was resumed from a thread outside story time; "
          + "replace what it called there by a fake, or use a Task",
      ])
  }

  @Test func `is told of each way in which it left story time`() async {
    let told = await tell(
      scenario("mischief", "when: another queue resumes it\nthen: nothing is wrong"),
      to: MischiefModule.self)
    let queue =
      "5:11 the app handed work to a DispatchQueue, which runs outside story time; "
      + "use a Task instead"
    let resumed =
      "5:11 the app was resumed from a thread outside story time; "
      + "replace what it called there by a fake, or use a Task"
    // The queue may be so fast that the app needs no resuming: that is what is wrong with queues.
    #expect([[queue, resumed], [queue]].contains(told.failures()))
  }

  @Test(arguments: [
    (
      "then: { it is done in a while: true }",
      "5:13 no time may pass in a check, but this one waits"
    ),
    (
      "then: { eventually: { it is done in a while: true } }",
      "5:27 no time may pass in a check, but this one waits"
    ),
    (
      "then: { for 1 d: it is done at once after 1 ms }",
      "5:22 no time may pass in a check, but this one waits"
    ),
    (
      "then: { never within 1 d: it is done at once after 1 ms }",
      "5:31 no time may pass in a check, but this one waits"
    ),
    (
      "then: it answers a question that it never answers",
      """
      5:11 the check does not end: nothing more will happen: the app waits for something that \
      never comes
      """
    ),
    (
      "then: it throws while it looks",
      "5:11 the check failed: the disk is full"
    ),
    (
      "then: it uses a queue while it looks",
      """
      5:11 the app handed work to a DispatchQueue, which runs outside story time; use a Task instead
      """
    ),
  ])
  func `is told of where a check is what misbehaves`(step: String, failure: String) async {
    let told = await tell(scenario("mischief", step), to: MischiefModule.self)
    #expect(told.failures() == [failure])
  }

  @Test func `can't be built`() async {
    let told = await tell(scenario("broken", "then: nothing is wrong"), to: BrokenModule.self)
    #expect(told.verdict() == "failed")
    #expect(told.failures() == ["4:15 the module \"broken\" can't be built: the disk is full"])
    #expect(told.steps() == ["notRun: then nothing is wrong"])
  }

  @Test func `is told of where it misbehaves while it is built`() async {
    let told = await tell(scenario("hasty", "then: nothing is wrong"), to: HastyModule.self)
    #expect(
      told.failures() == [
        """
        4:15 the app handed work to a DispatchQueue, which runs outside story time; use a Task \
        instead
        """
      ])
  }

  @Test func `is told of where it misbehaves when it goes`() async {
    let told = await tell(scenario("clinging", "then: nothing is wrong"), to: ClingingModule.self)
    #expect(
      told.failures() == [
        """
        4:15 the app handed work to a DispatchQueue, which runs outside story time; use a Task \
        instead
        """
      ])
  }

  @Test func `is told of where building it starts a task that never ends`() async {
    let told = await tell(scenario("restless", "then: nothing is wrong"), to: RestlessModule.self)
    #expect(
      told.failures() == [
        """
        4:15 +50 s a task that building the module started never ends: it sleeps until +1 min 40 s, \
        long after the scenario's end
        """
      ])
  }

  @Test func `is told of where it sends a request before any step`() async {
    let told = await tell(scenario("eager", "then: nothing is wrong"), to: EagerModule.self)
    #expect(
      told.failures() == [
        """
        4:15 the app sent GET https://a.example/, and the server has no answer set up for it
          Write on a line below "given:": the server answers GET https://a.example/: { status: 200 }
        """
      ])
  }

  @Test func `fails the scenario whose step began the task that never ends`() async {
    let told = await tell(
      story(
        "mischief",
        """
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
        """), to: MischiefModule.self)
    #expect(told.verdict(on: "A") == "passed")
    #expect(told.verdict(on: "B") == "failed")
    #expect(told.failures(of: "B").map { $0.prefix(5) } == ["9:42 "])
    #expect(told.verdict(on: "C") == "failed")
    // It has one of its own, too.
    #expect(told.verdict(on: "D") == "failed")
    #expect(told.failures(of: "D").map { $0.prefix(6) } == ["11:11 ", "14:15 "])
  }

  @Test func `lets a task that ends in time end`() async {
    let told = await tell(
      scenario("mischief", "when: it starts a sleep of 59 s\nthen: nothing is wrong"),
      to: MischiefModule.self)
    #expect(told.failures() == [])
  }
}
