import ScenarioReports
import TestSupport
import Testing

@Suite("scenarios run")
struct RunTests {
  @Test func `scenarios run exits with status 0 when all scenarios pass`() async throws {
    try await StoriesFolder.facts().call("run").expect(
      0,
      output: """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✔ Loading succeeds   100 ms
              ✔ Tapping details opens the details screen   100 ms
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 4 passed   (TIME, story time 200 ms)

        """, errors: "")
  }

  /// A story with one scenario and a note.
  private static let unusedAnswer = FactsFiles.story.replacing(
    "when: the screen appears\n",
    with: "given: { the server answers GET https://a.example/: { json: {} } }\n"
      + "    when: the screen appears\n"
  ).replacing(#/    scenarios:[\s\S]*/#, with: "")

  @Test func `scenarios run --strict fails if there are notes or warnings`() async throws {
    let warning =
      "story: B\nmodule: facts\nscenarios: [{ scenario: C, when: the screen appears }]\n"
    let folder = try StoriesFolder.facts(Self.unusedAnswer)
    try await folder.call("run").expect(0)
    try await folder.call("run", "--strict").expect(
      1, output: .contains("no request used the answer for GET https://a.example/"),
      .contains("\n1 scenario: 1 passed, 1 note with --strict   (TIME"))
    let other = try StoriesFolder(["Scenarios/b.yaml": warning])
    try await other.call("run").expect(0)
    try await other.call(
      "run", "--strict", "--no-history", "--to", "junit=r.xml", "--to", "json=r.json"
    ).expect(
      1,
      output: """
        B   Scenarios/b.yaml
          ✔ C

        Scenarios/b.yaml:3:25: warning: this scenario checks nothing
          3 | scenarios: [{ scenario: C, when: the screen appears }]
            |                         ^
          Below "then", add a check of what the app shows.

        1 scenario: 1 passed, 1 warning with --strict   (TIME, story time 0 s)
        The reports are in r.xml, r.json

        """)
    #expect(try other.text(of: "r.xml").contains("3:25: warning: this scenario checks nothing"))
    try await other.call("report", "r.json").expect(1)
    try await other.call("run", "--strict", "--in-process").expect(
      1, output: .contains("1 passed, 1 warning with --strict"))
    let clean = try StoriesFolder.facts()
    try await clean.call("run", "--strict").expect(0)
  }

  private static let brokenText = """
    Scenarios/broken.yaml:5:5: error: unknown key "wehn"
      5 |     wehn: the screen appears
        |     ^~~~
      Did you mean: when

    Scenarios/broken.yaml:6:11: error: no step matches "the details screen did not opne"
      6 |     then: the details screen did not opne
        |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      Did you mean: the details screen did not open   (FactsModule.swift:LINE)

    Scenarios/broken.yaml:8:5: error: nothing follows "when:"
      8 |     when:
        |     ^~~~
      Write a sentence after the colon, or a list of sentences below it.

    """

  @Test func `scenarios run exits with status 2 and shows all errors of a file`() async throws {
    try await StoriesFolder(["Scenarios/broken.yaml": FactsFiles.brokenStory]).call(
      "run"
    ).expect(
      2,
      output: .equals(
        Self.brokenText + """

          0 scenarios, 1 file with errors   (TIME, story time 0 s)

          """), errors: "")
  }

  @Test func `scenarios run runs valid files and shows other files' errors last`() async throws {
    try await StoriesFolder([
      "Scenarios/broken.yaml": FactsFiles.brokenStory, FactsFiles.path: FactsFiles.failingStory,
    ]).call("run").expect(
      2,
      output: """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✘ Loading succeeds   100 ms
              ○ Tapping details opens the details screen   blocked by "Loading succeeds"
            ✔ Tapping details before anything is loaded does nothing

        ✘ Interesting facts › The screen appears › Loading succeeds   Scenarios/facts.yaml:10
            ✔ when the screen appears
            ✔ then the screen shows: { state: initial }
            ✔ given the server answers GET https://info-example.com/get_info: { after: 100 ms, json: { info…
            ✔ when the reader taps "Load a useful fact"
            ✘ within 1 s the screen shows: { state: info, infoText: A lie }

          Scenarios/facts.yaml:18:15: the screen shows: not as expected, and the app has no pending work   at +100 ms
            expected  infoText: A lie   (facts.yaml:20)
            actual    infoText: A fact
            observed  { state: info, infoText: A fact, timeAgoText: now, buttons: [Show details] }

        \(Self.brokenText)
        4 scenarios: 1 failed, 1 blocked, 2 passed, 1 file with errors   (TIME, story time 200 ms)

        """)
  }

  @Test func `scenarios run ignores errors in files that are not selected`() async throws {
    try await StoriesFolder([
      "Scenarios/broken.yaml": FactsFiles.brokenStory, FactsFiles.path: FactsFiles.story,
    ]).call("run", "Scenarios/facts.yaml").expect(0, output: .lacks("broken.yaml"))
  }

  private static let all = ["The screen appears", "Loading", "details opens", "details before"]

  @Test(
    arguments: [
      (["Scenarios"], all), (["Scenarios/"], all), (["./Scenarios/facts.yaml"], all),
      (["Scenarios/facts.yaml:17"], ["Loading", "details opens"]),
      (["Scenarios/facts.yaml:22"], ["details opens"]),
      (["Scenarios//facts.yaml:22:13"], ["details opens"]),
      (
        ["Scenarios/facts.yaml:22", "Scenarios/facts.yaml:26"], ["details opens", "details before"]
      ),
      (["--name", "loading SUCCEEDS ›"], ["details opens"]), (["--tags", "@smoke"], all),
      (["--tags", "@facts and not @smoke"], []),
      (["--folder", "Scenarios", "Scenarios/facts.yaml:10", "--name", "opens"], ["details opens"]),
    ] as [([String], [String])])
  func `scenarios run executes only the scenarios selected by path, name or tags`(
    arguments: [String], titles: [String]
  ) async throws {
    let call = try await StoriesFolder.facts().call(["run"] + arguments)
    let shown = call.output.split(separator: "\n").filter { $0.contains("✔") }
    #expect(shown.count == titles.count)
    #expect(zip(shown, titles).allSatisfy { $0.contains($1) }, "\(shown)")
    call.expect(titles.isEmpty ? 2 : 0)
  }

  @Test func `a run reports tags that no scenario has`() async throws {
    let folder = try StoriesFolder.facts()
    let tags = ["--tags", "(@smok or @facts) and not @wip"]
    let call = try await folder.call(["run"] + tags)
    let reported = """
      warning: no scenario has the tag @smok
        Did you mean: @smoke
      note: no scenario has the tag @wip

      """
    call.expect(0, errors: .equals(reported))
    try await folder.call(["list"] + tags).expect(errors: .equals(reported))
    try await folder.call(["run", "--strict"] + tags).expect(
      1, output: .contains("4 passed, 1 note, 1 warning with --strict"))
    try await folder.call("run", "--strict", "--tags", "@facts or @other").expect(
      1, output: .contains("4 passed, 1 note with --strict"),
      errors: "note: no scenario has the tag @other\n")
  }

  @Test func `scenarios run --strict fails if all scenarios are skipped`() async throws {
    let story = FactsFiles.story.replacing(
      "    when: the screen appears\n", with: "    skip: later\n    when: the screen appears\n")
    let folder = try StoriesFolder.facts(story)
    try await folder.call("run").expect(0)
    try await folder.call("run", "--strict").expect(
      1, output: .contains("4 skipped, no scenario ran"))
  }

  @Test func `scenarios run --quiet prints the number of notes`() async throws {
    try await StoriesFolder.facts(Self.unusedAnswer).call("run", "--quiet").expect(
      0, output: .begins("1 scenario: 1 passed   (TIME"),
      .ends("\n1 note, not shown with --quiet\n"))
  }

  @Test func `the results of a run say which stories were asked for`() async throws {
    let folder = try StoriesFolder.facts()
    try await folder.call(
      "run", FactsFiles.path, "--tags", "@smoke", "--to", "json=r.json", "--to", "markdown=r.md",
      "--to", "html=r.html"
    ).expect(0)
    let run = try folder.runs(in: "r.json").first
    #expect(
      run?.scope
        == RunReport.Scope(folder: "Scenarios", paths: [FactsFiles.path], tags: "@smoke"))
    #expect(run?.isPartial == true)
    #expect(try folder.text(of: "r.md").contains("only `\(FactsFiles.path), tags @smoke`"))
    #expect(try folder.text(of: "r.html").contains(#""scope":"\#(FactsFiles.path), tags @smoke""#))
  }

  @Test func `scenarios run shows the failure that blocks a selected scenario`() async throws {
    let folder = try StoriesFolder.facts(FactsFiles.failingStory)
    let call = try await folder.call("run", "Scenarios/facts.yaml:22", "--to", "junit=r.xml")
    let failure = #"<failure type="failure" message="blocked by &quot;Loading succeeds&quot;: the"#
    #expect(try folder.text(of: "r.xml").contains(failure))
    call.expect(
      1, output: .contains("expected  infoText: A lie   (facts.yaml:20)"),
      .contains("\n1 scenario: 1 blocked   (TIME, story time 100 ms)\n"))
  }

  private static let repetitions: [(options: [String], times: Int)] = [
    (["--check-determinism"], 2), (["--repeat", "3"], 3),
    (["--repeat", "3", "--check-determinism"], 3), (["--check-determinism", "--repeat", "1"], 2),
    (["--repeat", "3", "-j", "1"], 3), (["--repeat", "3", "-j1"], 3),
    (["--repeat", "3", "--check-determinism", "--jobs", "2"], 3),
  ]

  @Test(arguments: Sample.of(repetitions, oneIn: 3))
  func `--repeat and --check-determinism run each scenario n times and show it once`(
    arguments: [String], times: Int
  ) async throws {
    try await StoriesFolder.facts().call(["run"] + arguments).expect(
      0,
      output: """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✔ Loading succeeds   100 ms
              ✔ Tapping details opens the details screen   100 ms
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 4 passed, run \(times) times each   (TIME, story time 200 ms)

        """)
  }

  @Test func `scenarios run --trace prints events with their story times`() async throws {
    let call = try await StoriesFolder.facts().call(
      "run", "--trace", "Scenarios/facts.yaml:10", "--name", "opens")
    call.expect(
      output: .contains("\n+0 s  when the screen appears\n"),
      .contains("\n+0 s  request 1: GET https://info-example.com/get_info\n"),
      .contains("\n+100 ms  the details screen opened: 1\n"))
    // The task in which the app loads, but none of those in which steps run.
    let tasks = Set(call.output.matches(of: /task \d+/).map { String($0.output) })
    #expect(tasks.count == 1)
    call.expect(0)
  }

  @Test
  func `scenarios run exits with status 0 when a known issue blocks a scenario`() async throws {
    let story = FactsFiles.failingStory.replacing(
      "scenario: Loading succeeds",
      with: "scenario: Loading succeeds\n        known issue: { FACTS-7: the screen shows }"
    )
    try await StoriesFolder.facts(story).call("run").expect(
      0,
      output: """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ◑ Loading succeeds   known issue: FACTS-7
              ○ Tapping details opens the details screen   blocked by "Loading succeeds"
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 1 blocked, 1 with a known issue, 2 passed   (TIME, story time 200 ms)

        """)
  }
}
