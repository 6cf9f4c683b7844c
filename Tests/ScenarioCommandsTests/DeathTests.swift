import Foundation
import ScenarioReports
import TestSupport
import Testing

/// Tests that run `HostileStories`, whose app ends or blocks its process.
///
/// `Tests/HostileStories/torture` does the same with thousands of scenarios.
@Suite("Deaths of the app", .timeLimit(.minutes(10)))
struct DeathTests {
  /// The ways to die, with the beginnings of the failure messages.
  ///
  /// The endless loop takes eight seconds of processor time, so it is tried in CI only.
  private static let ways = allWays.filter { Sample.isInCI || $0.0 != "endless loop" }

  private static let allWays = [
    ("force unwrap", "the app crashed: Fatal error: Unexpectedly found nil"),
    ("index out of range", "the app crashed: Fatal error: Index out of range"),
    ("division by zero", "the app crashed: Fatal error: Division by zero"),
    ("fatal error", "the app crashed: Fatal error: the disk is full"),
    ("precondition failure", "the app crashed: Fatal error: the list is sorted"),
    ("force try", "the app crashed: Fatal error: 'try!' expression unexpectedly raised an error"),
    ("unowned reference", "the app crashed: Fatal error: Attempted to read an unowned reference"),
    ("continuation resumed twice", "the app crashed: Fatal error: SWIFT TASK CONTINUATION MISUSE"),
    // The signal of a trap depends on the processor.
    ("integer overflow", "the app crashed: SIG"),
    ("queue waits for itself", "the app crashed: SIG"),
    // These print their own lines instead of "Fatal error".
    ("force cast", "the app crashed: "),
    ("exclusive access", "the app crashed: "),
    ("invalid free", "the app crashed: "),
    ("abort", "the app crashed: SIGABRT"),
    ("null pointer", "the app crashed: SIGSEGV (invalid memory access)"),
    ("truncated file", "the app crashed: SIGBUS"),
    ("SIGKILL", "the app crashed: SIGKILL"),
    ("SIGTERM", "the app crashed: SIGTERM"),
    ("SIGABRT to the process", "the app crashed: SIGABRT"),
    ("SIGSEGV to the process", "the app crashed: SIGSEGV"),
    ("SIGILL to the process", "the app crashed: SIGILL"),
    ("SIGQUIT to the process", "the app crashed: SIGQUIT"),
    ("SIGXFSZ to the process", "the app crashed: SIGXFSZ"),
    ("SIGSYS to the process", "the app crashed: SIGSYS"),
    ("SIGUSR1 to the process", "the app crashed: SIGUSR1 (unhandled signal)"),
    ("SIGXCPU to the process", "the app crashed: SIGXCPU (too much processor time)"),
    ("SIGKILL to its parent", "the app sent SIGKILL to the process that runs it"),
    ("a crash while traced", "the app crashed: SIGSEGV (invalid memory access)"),
    ("exit 0", "the app ended the process with exit status 0"),
    ("exit 3", "the app ended the process with exit status 3"),
    ("_exit 0", "the app ended the process with exit status 0"),
    ("quick_exit 0", "the app ended the process with exit status 0"),
    ("exec", "the app ended the process with exit status 0"),
    ("exec of the command", "the app ended the process with exit status 2"),
    ("stack overflow", "the app overflowed its stack"),
    ("release of a long list", "the app overflowed its stack"),
    ("memory", "the app used more than 300 MB of memory"),
    ("endless loop", "the app is in an endless loop: "),
    (
      "semaphore",
      "the step does not end: the app blocks a thread and waits for a DispatchSemaphore that "
        + "is never signalled"
    ),
    (
      "lock",
      "the step does not end: the app blocks a thread and waits for a lock that it holds itself"
    ),
    ("pause", "the app blocked its thread: "),
    ("read from a pipe", "the app blocked its thread: "),
    ("SIGSTOP", "the app "),
    ("SIGSTOP to the process", "the app blocked its thread: "),
    ("end of its thread", "the app "),
  ]

  private static let waysWithoutFunctions: Set = [
    "SIGKILL", "SIGTERM", "SIGQUIT to the process", "SIGXFSZ to the process",
    "SIGUSR1 to the process", "SIGXCPU to the process", "exec",
    "exec of the command", "SIGSTOP", "SIGSTOP to the process", "end of its thread", "semaphore",
    "lock",
  ]

  /// A run of a story for each way to die.
  private static let deaths = Task {
    let stories = ways.enumerated().map { number, way in
      (
        "Scenarios/\(number).yaml",
        """
        story: \(way.0)
        module: deaths
        scenarios:
          - scenario: Before
            when: the counter is increased
            then: { the counter shows: 1 }
          - scenario: Death
            steps:
              - when: the counter is increased
              - when: the app dies by "\(way.0)"
              - then: { the counter shows: 1 }
          - scenario: After
            when: the counter is increased
            then: { the counter shows: 1 }
        """
      )
    }
    // A limit of memory, because it takes long to use much of it.
    return try await Run(
      of: Dictionary(uniqueKeysWithValues: stories),
      options: ["--jobs", "8", "--memory", "300MB"])
  }

  @Test(arguments: ways)
  func `an app death in a step fails only its scenario, at its line`(
    way: String, message: String
  ) async throws {
    let run = try await Self.deaths.value
    run.call.expect(1)
    let scenarios = run.scenarios.filter { $0.titles.first == way }
    #expect(scenarios.map(\.verdict) == [.passed, .failed, .passed])
    let death = try #require(scenarios.first { $0.titles.last == "Death" })
    #expect(death.failures.map(\.line) == [10])
    let failure = try #require(death.failures.first)
    #expect(failure.message.hasPrefix(message))
    // Not where another process ended this one, or the system stopped it. Memory ends anywhere.
    #expect(
      way == "memory"
        || failure.details.contains { $0.hasPrefix("in ") && $0.contains("HostileStories.") }
          == !Self.waysWithoutFunctions.contains(way),
      "\(failure.details)")
    #expect(death.steps.map(\.outcome) == [.passed, .failed, .notRun])
    if way == "stack overflow" {
      #expect(failure.crash?.map(\.english) == [message, " in Exhaustion.recurse"])
    }
  }

  @Test(arguments: [[:], ["SCENARIOS_WITHOUT_FORK": "1"]])
  func `an app death in real time fails only its scenario, also where nothing forks`(
    environment: [String: String]
  ) async throws {
    let run = try await Run(
      of: """
        story: Deaths
        module: deaths
        background: { when: the counter is increased }
        scenarios:
          - { scenario: Before, then: { the counter shows: 1 } }
          - { scenario: Crash, when: the app dies by "fatal error" }
          - { scenario: Between, then: { the counter shows: 1 } }
          - { scenario: End, when: the app dies by "exit 0" }
          - { scenario: Kill, when: the app dies by "SIGKILL" }
          - { scenario: After, then: { the counter shows: 1 } }
        """, options: ["--real-time"], environment: environment)
    let outcomes = run.scenarios.map(run.outcome(of:))
    #expect(
      outcomes == [
        "passed", "failed in line 6: the app crashed: Fatal error: the disk is full", "passed",
        "failed in line 8: the app ended the process with exit status 0",
        "failed in line 9: the app crashed: SIGKILL (the process was killed)", "passed",
      ])
  }

  @Test(arguments: [["--jobs", "1"], ["--jobs", "1", "--isolate"]])
  func `garbage in descriptors that the app did not open fails only its scenario`(
    options: [String]
  ) async throws {
    let run = try await Run(
      """
        - scenario: Before
          when: the counter is increased
          then: { the counter shows: 1 }
        - scenario: Without waiting
          when:
            - the app sets O_NONBLOCK on all descriptors
            - the counter is increased
          then: { the counter shows: 1 }
        - scenario: Garbage
          when:
            - the app writes garbage into all descriptors
            - the counter is increased
          then: { the counter shows: 1 }
        - scenario: After
          when: the counter is increased
          then: { the counter shows: 1 }
      """, for: "deaths", options: options)
    let reason =
      "the app wrote into a descriptor that it did not open, through which results are sent"
    #expect(
      run.scenarios.map(run.outcome(of:)) == [
        "passed", "passed", "failed in line 14: \(reason)", "passed",
      ])
    run.call.expect(1)
  }

  @Test(arguments: [("pause", 3.9), ("null pointer", 0.001)])
  func `a scenario that hangs or crashes counts its real time`(
    way: String, seconds: Double
  ) async throws {
    let deaths = try await Self.deaths.value.scenarios.filter { $0.titles == [way, "Death"] }
    #expect(deaths.count == 1)
    #expect(deaths.allSatisfy { (seconds..<60).contains($0.seconds) })
  }

  /// A run of scenarios that die elsewhere than in an act, or of which others depend.
  private static let others = Task {
    try await Run(
      """
        - scenario: An observation
          then: { the counter that dies by "exit 0" shows: 0 }
        - scenario: A check
          then: a check dies by "fatal error"
        - scenario: A task an hour later
          steps: [when: the app will die by "exit 0" after 1 h, 2 h pass]
        - scenario: A deinit
          when: the app will die by "fatal error" when it is released
        - scenario: A wrong assumption of the main actor
          when: the app dies by "wrong actor"
        - scenario: An extension of a library's type
          when: the app dies in its extension of a spy
        - scenario: Outer
          when: the app dies by "_exit 0"
          scenarios:
            - scenario: Inner
              then: { the counter shows: 0 }
        - scenario: Beside
          then: { the counter shows: 0 }
        - scenario: A known issue
          known issue: APP-7
          when: the app dies by "force unwrap"
        - scenario: A known issue that names it
          known issue: { APP-7: the app ended the process with exit status 0 }
          when: the app dies by "_exit 0"
          then: { the counter shows: 1 }
        - scenario: A known issue that names another failure
          known issue: { APP-7: the counter shows }
          when: the app dies by "_exit 0"
          then: { the counter shows: 1 }
      """, for: "deaths")
  }

  /// The outcomes of these scenarios, by their titles.
  private static let outcomes: [String: String] = [
    "An observation": "failed in line 5: the app ended the process with exit status 0",
    "A check": "failed in line 7: the app crashed: Fatal error: the disk is full",
    "A task an hour later": "failed in line 9: the app ended the process with exit status 0",
    "A deinit": "failed in line 10: the app crashed: Fatal error: the disk is full",
    // Such an app also crashes outside a simulation.
    "A wrong assumption of the main actor": "failed in line 13: the app crashed: ",
    "An extension of a library's type":
      "failed in line 15: the app crashed: Fatal error: the spy a call can't go on",
    "Outer": "failed in line 17: the app ended the process with exit status 0",
    "Inner": "blocked",
    "Beside": "passed",
    "A known issue": "knownIssue",
    "A known issue that names it": "knownIssue",
    "A known issue that names another failure":
      "failed in line 32: the app ended the process with exit status 0",
  ]

  @Test(arguments: outcomes.map { ($0, $1) })
  func `an app death anywhere fails its scenario, unless a known issue expects it`(
    title: String, outcome: String
  ) async throws {
    let run = try await Self.others.value
    run.call.expect(1)
    let scenario = try #require(run.scenario(title))
    #expect(run.outcome(of: scenario).hasPrefix(outcome), "\(run.outcome(of: scenario))")
  }

  @Test func `a crash in an extension shows the frame of the extension`() async throws {
    let run = try await Self.others.value
    let details = run.scenario("An extension of a library's type")?.failures.first?.details ?? []
    let frame = "in (extension in HostileStories):ScenarioKit.Spy< where A == ()>.(die"
    #expect(details.contains { $0.contains(frame) }, "\(details)")
  }

  @Test(arguments: [["--jobs", "1"], ["--jobs", "8"], ["--isolate"]])
  func `deaths fail the same scenarios with any number of workers`(options: [String]) async throws {
    let count = 40
    let scenarios = (1...count).map { number in
      let step =
        number.isMultiple(of: 10)
        ? "the app dies by \"\(number.isMultiple(of: 20) ? "exit 0" : "force unwrap")\""
        : "the counter is increased"
      return "  - scenario: \(number)\n    when: \(step)\n"
    }
    let run = try await Run(scenarios.joined(), for: "deaths", options: options)
    run.call.expect(1)
    #expect(
      run.scenarios.filter { $0.verdict != .passed }.map { $0.titles.last } == [
        "10", "20", "30", "40",
      ])
    #expect(run.scenarios.count == count)
  }

  @Test func `output before an app death is kept with its scenario`() async throws {
    let run = try await Run(
      """
        - scenario: Quiet
          then: all is well
        - scenario: Loud
          when:
            - the app prints "a line"
            - the app prints "a warning" to standard error
            - the app prints "half a line" without a newline
            - the app dies by "fatal error"
      """, for: "printing")
    run.call.expect(1)
    let lines = run.results.split(separator: "\n")
    let loud = try #require(lines.first { $0.contains("\"Loud\"") })
    let quiet = try #require(lines.first { $0.contains("\"Quiet\"") })
    // The story's own text does not contain these quotes.
    let texts = ["«a line»", "«a warning»", "«half a line»"]
    #expect(texts.filter { !loud.contains($0) || !run.call.output.contains($0) } == [])
    #expect(texts.filter { quiet.contains($0) } == [])
  }

  @Test func `closed files fail with a reason, and no result is lost`() async throws {
    let run = try await Run(
      """
        - scenario: Closing the output
          when: the app closes its output
        - scenario: Closing all files
          when: the app closes all of its files
        - scenario: Closing and crashing
          when:
            - the app closes all of its files
            - the app dies by "null pointer"
        - scenario: Closing and printing
          when:
            - the app closes all of its files
            - the app prints "a line"
        - scenario: After
          when: the app prints "a line"
          then: all is well
      """, for: "printing")
    let reason = "the app closed a descriptor that it did not open, through which results are sent"
    #expect(
      run.scenarios.map(run.outcome(of:)) == [
        "passed", "failed in line 7: \(reason)",
        "failed in line 11: the app crashed: SIGSEGV (invalid memory access)",
        "failed in line 14: \(reason)", "passed",
      ])
    run.call.expect(1, output: .contains("5 scenarios: "))
  }

  @Test(arguments: [["--jobs", "1"], ["--isolate"]])
  func `a daemon that the app starts ends with the run`(options: [String]) async throws {
    let seconds = Int.random(in: 10_000_000..<20_000_000)
    let run = try await Run(
      """
        - scenario: Daemon
          when: the app starts a daemon that sleeps \(seconds) s
          then: all is well
      """, for: "printing", options: options)
    #expect(run.scenarios.map(\.verdict) == [.passed])
    let calls = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
      try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
    }
    #expect(!calls.contains { $0.contains("\(seconds)") && $0.hasPrefix("sleep") })
  }

  /// Returns scenarios that use each state as each of some users.
  static func scenarios(of states: [String], users: Int) -> String {
    (1...users).flatMap { user in
      states.map { state in
        """
          - scenario: \(state) \(user)
            when: user \(user) uses the \(state)
            then: { the app shows: 1 }
        """
      }
    }.joined(separator: "\n")
  }

  @Test func `state that the app keeps in its process fails no later scenario`() async throws {
    let run = try await Run(
      Self.scenarios(of: ["session", "cache", "clock", "environment", "folder"], users: 10),
      for: "shared", options: ["--jobs", "1"])
    run.call.expect(0)
    #expect(run.scenarios.count { $0.verdict == .passed } == 50)
  }

  @Test(arguments: [["--jobs", "1"], ["--isolate"]])
  func `files, settings, cookies and the environment are each scenario's own`(
    options: [String]
  ) async throws {
    let states = ["defaults", "environment", "folder", "file", "home", "cookies"]
    let temporary = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let run = try await Run(
      Self.scenarios(of: states, users: 3), for: "shared", options: options,
      environment: ["TMPDIR": temporary.path])
    run.call.expect(0)
    #expect(run.scenarios.flatMap(\.failures).map(\.message) == [])
    #expect(run.scenarios.flatMap(\.notes).map(\.message) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test(arguments: [["--jobs", "1"], ["--isolate"]])
  func `an app changes no file outside of its folders`(options: [String]) async throws {
    let file = "/var/tmp/scenarios-test-\(UUID())"
    let run = try await Run(
      """
        - scenario: The app
          when: the app creates the file "\(file)"
          then: { the app has succeeded: false }
        - scenario: A library
          when: a library that is linked statically creates the file "\(file)"
          then: { the app has succeeded: false }
        - scenario: Nothing
          then: { the app has succeeded: false }
      """, for: "leaving", options: options)
    #expect(run.scenarios.map(\.verdict) == [.failed, .failed, .passed])
    #expect(run.scenarios.flatMap(\.failures).map(\.line) == [5, 8])
    for failure in run.scenarios.flatMap(\.failures) {
      #expect(failure.message.hasPrefix("the app tried to change \"\(file)\", which no story"))
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a process that dies before its scenario is replaced`() async throws {
    // The scenario fails in a shared process, so a second one runs it again.
    let story = Self.catalogue.replacing("shows: [Ulysses", with: "shows: [Dune")
    let run = try await Run(
      of: story, environment: ["HOSTILE_PLACE": "steps", "HOSTILE_WAY": "second fork"])
    run.call.expect(1)
    #expect(
      run.scenarios.map(run.outcome(of:)) == [
        "failed in line 7: the catalogue shows: not as expected"
      ])
  }

  @Test(arguments: [["check", "--deep"], ["accept", "--dry-run"]])
  func `an app death in a scenario that a command runs leaves its other scenarios alone`(
    arguments: [String]
  ) async throws {
    let call = try await StoriesFolder([
      "Scenarios/story.yaml": """
      story: Deaths
      module: deaths
      scenarios:
        - scenario: Before
          when: the counter is increased
          then: { the counter shows: 1 }
        - scenario: Death
          when: the app dies by "exit 0"
          then: { the counter shows: 0 }
        - scenario: After
          when: the counter is increased
          then: { the counter shows: 2 }
      """
    ]).hostile(arguments)
    let both = CommandLineCall(output: call.output + call.errors, errors: "", status: call.status)
    both.expect(
      1, output: .contains("the app ended the process with exit status 0"),
      .contains("Scenarios/story.yaml:8:11"), .contains("Scenarios/story.yaml:12"),
      .lacks("Scenarios/story.yaml:6"))
  }

  private static let catalogue = """
    story: A catalogue
    module: placed
    scenarios:
      - scenario: Books are added
        given: { the catalogue has: [Ulysses] }
        when: Emma is added
        then: { the catalogue shows: [Ulysses, Emma] }
    """

  @Test(
    arguments: [
      ("check", "decoding", "Scenarios/placed.yaml:5"),
      ("list", "decoding", "Scenarios/placed.yaml:5"),
      ("run", "decoding", "Scenarios/placed.yaml:5"),
      ("check", "steps", "placed"), ("list", "steps", "placed"), ("run", "steps", "placed"),
      ("steps", "steps", "placed"),
    ] as [(command: String, place: String, words: String)], ["crash", "exit"])
  func `an app death in decoding is reported at its data, and in step definitions with the module`(
    call: (command: String, place: String, words: String), way: String
  ) async throws {
    let result = try await StoriesFolder(["Scenarios/placed.yaml": Self.catalogue]).hostile(
      call.command, environment: ["HOSTILE_PLACE": call.place, "HOSTILE_WAY": way])
    #expect(result.status > 0)
    #expect((result.output + result.errors).contains(call.words))
  }
}

/// A run of stories by `HostileStories`.
private struct Run {
  let call: CommandLineCall

  /// The text of the results file.
  let results: String

  /// The scenarios with their verdicts, in the order of the stories.
  let scenarios: [ScenarioReport]

  init(
    _ scenarios: String, for module: String, options: [String] = [],
    environment: [String: String] = [:]
  ) async throws {
    try await self.init(
      of: "story: Story\nmodule: \(module)\nscenarios:\n\(scenarios)\n", options: options,
      environment: environment)
  }

  init(
    of story: String, options: [String] = [], environment: [String: String] = [:]
  ) async throws {
    try await self.init(
      of: ["Scenarios/story.yaml": story], options: options, environment: environment)
  }

  init(
    of stories: [String: String], options: [String], environment: [String: String] = [:]
  ) async throws {
    let folder = try StoriesFolder(stories)
    call = try await folder.hostile(
      ["run", "--no-history", "--to", "json=results.json"] + options, environment: environment)
    results = try folder.text(of: "results.json")
    scenarios = try ResultsFile.records(in: results, path: "results.json").flatMap(\.scenarios)
  }

  /// Returns the verdict on a scenario, with the line and the message of its first failure.
  func outcome(of scenario: ScenarioReport) -> String {
    let failure = scenario.failures.first.map { " in line \($0.line): \($0.message)" } ?? ""
    return scenario.verdict.rawValue + failure
  }

  func scenario(_ title: String) -> ScenarioReport? {
    scenarios.first { $0.titles.last == title }
  }
}
