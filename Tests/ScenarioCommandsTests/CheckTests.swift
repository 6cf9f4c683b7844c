import Foundation
import Testing

@Suite("scenarios check")
struct CheckTests {
  private static let unchecked = """
    story: Facts that nobody looks at
    module: facts
    scenarios:
      - scenario: The screen appears at night
        when: the screen appears
    """

  private static let unknown = """
    story: Facts to share
    module: facts
    scenarios:
      - scenario: A fact is sent to a friend
        when: the reader sends fact 123 to "Ann"
        then: { the letter is: { to: Ann, copies: 1 } }
    """

  @Test(arguments: [[], ["--strict"], ["--sandbox", "--strict"]])
  func `scenarios check has no diagnostics for a valid story`(options: [String]) async throws {
    try await StoriesFolder.facts().call(["check", FactsFiles.path] + options).expect(
      0, output: "1 file: no problems found\n", errors: "")
  }

  @Test func `scenarios check shows all diagnostics and exits with status 1`() async throws {
    try await StoriesFolder([
      "Scenarios/a.yaml": Self.unknown, "Scenarios/b.yaml": Self.unchecked,
      "Scenarios/c.yaml": FactsFiles.failingStory,
    ]).call("check").expect(
      1,
      output: """
        Scenarios/a.yaml:5:11: error: no step matches "the reader sends fact 123 to "Ann""
          5 |     when: the reader sends fact 123 to "Ann"
            |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          The sentences that begin with "the reader": the reader taps "…"; the reader closes the screen
          For a developer:
            When("the reader sends fact {int} to {string}") { (module, int: Int, string: String) in
              throw CheckFailure("this step is not implemented yet")
            }

        Scenarios/a.yaml:6:13: error: no step matches "the letter is"
          6 |     then: { the letter is: { to: Ann, copies: 1 } }
            |             ^~~~~~~~~~~~~
          The sentences under "then": the screen shows: …; the screen showed: …; the screen was \
        updated 2 times; an error alert was shown 2 times; no error alert was shown; the details \
        screen opened for fact 2; the opened details are: …; the details screen did not open
          For a developer:
            // Beside "steps":
            struct LetterIsData: Encodable {
              // Add properties for "to", "copies"
            }

            // In "steps":
            Observe("the letter is") { module -> LetterIsData in
              throw CheckFailure("this step is not implemented yet")
            }

        Scenarios/b.yaml:4:15: warning: this scenario checks nothing
          4 |   - scenario: The screen appears at night
            |               ^~~~~~~~~~~~~~~~~~~~~~~~~~~
          Below "then", add a check of what the app shows.

        3 files: 2 errors, 1 warning

        """, errors: "")
  }

  @Test(arguments: ["text", "json"], [[], ["Scenarios/b.yaml"]])
  func `scenarios check exits with status 1 for warnings only with --strict`(
    format: String, paths: [String]
  ) async throws {
    let folder = try StoriesFolder([
      "Scenarios/b.yaml": Self.unchecked, "Scenarios/c.yaml": Self.unchecked,
    ])
    let call = ["check", "--format", format] + paths
    let (lenient, strict) = (
      try await folder.call(call), try await folder.call(call + ["--strict"])
    )
    lenient.expect(0, output: .equals(strict.output), .contains("this scenario checks nothing"))
    strict.expect(1)
  }

  @Test func `scenarios check reports no unused steps of modules without a story`() async throws {
    let call = try await StoriesFolder.facts(Self.unchecked).call("check")
    call.expect(output: .contains("no story uses the step \"the screen showed\""))
    let modules = Set(call.output.matches(of: /([A-Za-z]+)Module\.swift/).map { $0.output.1 })
    #expect(modules == ["Facts"])
  }

  @Test func `scenarios check validates only the given files`() async throws {
    try await StoriesFolder([
      "Scenarios/a/a.yaml": Self.unknown, "Scenarios/b/b.yaml": Self.unchecked,
      "Scenarios/b/left-over.json": "{}",
    ]).call("check", "Scenarios/b").expect(
      0, output: .begins("Scenarios/b/b.yaml:4:15: warning: this scenario checks nothing"),
      .ends("\n\n1 file: 1 warning\n"))
  }

  @Test func `scenarios check of all stories reports unused steps and files`() async throws {
    let call = try await StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Scenarios/left-over.json": "{}",
      "Scenarios/users.yaml": """
      story: Users
      module: users
      scenarios:
        - scenario: Nothing happens
          when: 1 s pass
          then: no requests were sent
      """,
      "Sources/ReaderStories/Facts/FactsModule.swift":
        String(repeating: "// A line.\n", count: 24)
        + String(repeating: "    When(\"…\") { module in\n", count: 200),
    ]).call("check")
    // Without the source file, the warning shows only the module and the file name.
    call.expect(
      0,
      output: .contains(
        """
        Scenarios/left-over.json:1:1: warning: no story uses this file
          Delete it, or use it in a story.
        """), .contains("\nReaderStories/UsersModule.swift:LINE:1: warning: no story uses"))
    let step =
      /Sources\/ReaderStories\/Facts\/FactsModule\.swift:LINE:5: warning: no story uses the step "no error alert was shown"\n  \d+ \|     When\("…"\) { module in\n +\|     \^~+\n  Delete it, or use it in a story\./
    #expect(call.output.contains(step))
    #expect(
      !call.output.contains(
        /FactsModule\.swift:LINE:5: warning: no story uses the step "the screen shows"/)
    )
  }

  @Test func `scenarios check --deep notes checks that hold without their act`() async throws {
    try await StoriesFolder.facts().call("check", "--deep", "--strict", FactsFiles.path).expect(
      0,
      output: """
        Scenarios/facts.yaml:27:15: note: the checks from here on hold without "the reader taps \
        "Show details""
          27 |         then: the details screen did not open
             |               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          If this should change something, correct it or add a check for the change.

        1 file: 1 note

        """)
  }

  @Test func `scenarios check --deep reports a scenario that fails`() async throws {
    try await StoriesFolder.facts(FactsFiles.failingStory).call("check", "--deep", FactsFiles.path)
      .expect(
        1,
        output: .contains(
          #"facts.yaml:18:15: error: "Loading succeeds" fails here: the screen shows: not as expected"#
        ), .contains("Run \"swift run scenarios run Scenarios/facts.yaml:10\" to see more."),
        .ends("1 file: 1 error, 1 note\n"))
  }

  @Test func `scenarios check --deep warns if no scenario ran`() async throws {
    let story = "story: S\nmodule: facts\nscenarios:\n  - { scenario: A, skip: until spring }\n"
    try await StoriesFolder.facts(story).call("check", "--deep", "--strict", FactsFiles.path)
      .expect(1, output: .contains("warning: no scenario ran"))
  }

  private static let leaving = """
    story: The first day
    module: leaving
    scenarios:
      - scenario: Saving
        when:
          - the app connects
          - the app pauses
          - the app computes
        then: { the app's log is: [connected, paused, computed] }
        scenarios:
          - scenario: Again
            when:
              - the app computes on a queue
              - the app starts a program
              - the app saves
              - the app connects
            then:
              the app's log is:
                [not connected, paused, computed, not started, not saved, not connected]
      - scenario: Something else
        then: { the app has succeeded: false }
    """

  @Test func `scenarios check --sandbox reports violations with their places`() async throws {
    let folder = try StoriesFolder(["Scenarios/leaving.yaml": Self.leaving])
    let call = try await folder.hostile("check", "--sandbox", "Scenarios/leaving.yaml")
    let output = call.output.replacing(/\/\S+\/LeavingApp/, with: "LeavingApp")
    #expect(
      output == """
        LeavingApp.swift:LINE:7: error: the app connects to addresses: 3 times, in 2 of 3 scenarios
          18 |       $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(file, $0, length) == 0 }
             |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          3 × LeavingApp.swift:LINE in LeavingApp.connect(): such as 127.0.0.1:9
          The first was in the step at Scenarios/leaving.yaml:6:9.
          Use URLSession, which the scenario's server answers, or replace the connection with a fake.
          To permit it, add .network to the module's "permissions".

        LeavingApp.swift:LINE:5: error: the app starts programs: 1 time, in 1 of 3 scenarios
          25 |     let hasStarted = posix_spawn(&child, "/bin/true", nil, nil, [nil], nil) == 0
             |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          1 × LeavingApp.swift:LINE in LeavingApp.start(): /bin/true
          The first was in the step at Scenarios/leaving.yaml:14:13.
          Replace it with a fake.
          To permit it, add .processes to the module's "permissions".

        LeavingApp.swift:LINE:5: error: the app changes files outside of its folders: 1 time, in 1 of 3 scenarios
          30 |     let hasSaved = FileManager.default.createFile(atPath: "/var/tmp/leaving-app", contents: nil)
             |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          1 × LeavingApp.swift:LINE in LeavingApp.save(): /var/tmp
          The first was in the step at Scenarios/leaving.yaml:15:13.
          Use a folder in FileManager.default.temporaryDirectory.
          To permit it, add .files to the module's "permissions".

        LeavingApp.swift:LINE:5: error: the app puts threads to sleep: 2 times, in 2 of 3 scenarios
          35 |     usleep(20_000)
             |     ^~~~~~~~~~~~~~
          2 × LeavingApp.swift:LINE in LeavingApp.pause(): such as 20 ms
          The first was in the step at Scenarios/leaving.yaml:7:9.
          Use Task.sleep instead.

        LeavingApp.swift:LINE:5: error: the app starts threads: 3 times, in 2 of 3 scenarios
          40 |     Thread {}.start()
             |     ^~~~~~~~~~~~~~~~~
          2 × LeavingApp.swift:LINE in LeavingApp.compute()
          1 × LeavingApp.swift:LINE in LeavingApp.computeOnQueue(), on the DispatchQueue "numbers"
          The first was in the step at Scenarios/leaving.yaml:8:9.
          Use a Task instead.
          To permit it, add .threads to the module's "permissions".

        Scenarios/leaving.yaml:9:13: warning: "Saving" fails here: the app's log is: not as expected
          9 |     then: { the app's log is: [connected, paused, computed] }
            |             ^~~~~~~~~~~~~~~~
          Run "swift run HostileStories run Scenarios/leaving.yaml:4" to see more.

        1 file: 5 errors, 1 warning

        """)
    call.expect(1)
  }

  @Test func `a run of a story with warnings suggests scenarios check`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/a.yaml": Self.unchecked, FactsFiles.path: FactsFiles.story,
    ])
    try await folder.call("run", "Scenarios/a.yaml").expect(
      0,
      output: """
        Facts that nobody looks at   Scenarios/a.yaml
          ✔ The screen appears at night

        1 scenario: 1 passed   (TIME, story time 0 s)
        1 warning; run "swift run scenarios check" to see it

        """)
    try await folder.call("run", FactsFiles.path).expect(output: .lacks("warning"))
  }
}
