import ScenarioReports
import Testing

@Suite("scenarios run")
struct RunTests {
  @Test func `scenarios run exits with status 0 when all scenarios pass`() async throws {
    let call = try await StoriesFolder([FactsFiles.path: FactsFiles.story]).call("run")
    #expect(
      call.output == """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✔ Loading succeeds   100 ms
              ✔ Tapping details opens the details screen   100 ms
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 4 passed   (TIME, story time 200 ms)

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
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
    let folder = try StoriesFolder([FactsFiles.path: Self.unusedAnswer])
    let usual = try await folder.call("run")
    #expect(usual.status == 0)
    let strict = try await folder.call("run", "--strict")
    #expect(strict.output.contains("no request used the answer for GET https://a.example/"))
    #expect(strict.output.contains("\n1 scenario: 1 passed, 1 note with --strict   (TIME"))
    #expect(strict.status == 1)
    let other = try StoriesFolder(["Scenarios/b.yaml": warning])
    #expect(try await other.call("run").status == 0)
    let call = try await other.call(
      "run", "--strict", "--no-history", "--to", "junit=r.xml", "--to", "json=r.json")
    #expect(
      call.output == """
        B   Scenarios/b.yaml
          ✔ C

        Scenarios/b.yaml:3:25: warning: this scenario checks nothing
          3 | scenarios: [{ scenario: C, when: the screen appears }]
            |                         ^
          Below "then", add a check of what the app shows.

        1 scenario: 1 passed, 1 warning with --strict   (TIME, story time 0 s)
        The reports are in r.xml, r.json

        """)
    #expect(call.status == 1)
    #expect(try other.text(of: "r.xml").contains("3:25: warning: this scenario checks nothing"))
    #expect(try await other.call("report", "r.json").status == 1)
    let inProcess = try await other.call("run", "--strict", "--in-process")
    #expect(inProcess.output.contains("1 passed, 1 warning with --strict"))
    #expect(inProcess.status == 1)
    let clean = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    #expect(try await clean.call("run", "--strict").status == 0)
  }

  private static let failureText = """
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
    """

  @Test
  func
    `scenarios run shows a failure in full and exits with status 1`()
    async throws
  {
    let call = try await StoriesFolder([FactsFiles.path: FactsFiles.failingStory]).call("run")
    #expect(
      call.output == """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✘ Loading succeeds   100 ms
              ○ Tapping details opens the details screen   blocked by "Loading succeeds"
            ✔ Tapping details before anything is loaded does nothing

        \(Self.failureText)

        4 scenarios: 1 failed, 1 blocked, 2 passed   (TIME, story time 200 ms)

        """)
    #expect(call.errors == "")
    #expect(call.status == 1)
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
    let call = try await StoriesFolder(["Scenarios/broken.yaml": FactsFiles.brokenStory]).call(
      "run")
    #expect(
      call.output == Self.brokenText + """

        0 scenarios, 1 file with errors   (TIME, story time 0 s)

        """)
    #expect(call.errors == "")
    #expect(call.status == 2)
  }

  @Test func `scenarios run executes valid files and shows other files' errors last`()
    async throws
  {
    let folder = try StoriesFolder([
      "Scenarios/broken.yaml": FactsFiles.brokenStory, FactsFiles.path: FactsFiles.failingStory,
    ])
    let call = try await folder.call("run")
    #expect(
      call.output == """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✘ Loading succeeds   100 ms
              ○ Tapping details opens the details screen   blocked by "Loading succeeds"
            ✔ Tapping details before anything is loaded does nothing

        \(Self.failureText)

        \(Self.brokenText)
        4 scenarios: 1 failed, 1 blocked, 2 passed, 1 file with errors   (TIME, story time 200 ms)

        """)
    #expect(call.status == 2)
  }

  @Test func `scenarios run ignores errors in files that are not selected`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/broken.yaml": FactsFiles.brokenStory, FactsFiles.path: FactsFiles.story,
    ])
    let call = try await folder.call("run", "Scenarios/facts.yaml")
    #expect(!call.output.contains("broken.yaml"))
    #expect(call.status == 0)
  }

  @Test(
    arguments: [
      (["Scenarios"], ["The screen appears", "Loading", "details opens", "details before"]),
      (["Scenarios/"], ["The screen appears", "Loading", "details opens", "details before"]),
      (
        ["./Scenarios/facts.yaml"],
        ["The screen appears", "Loading", "details opens", "details before"]
      ),
      (["Scenarios/facts.yaml:17"], ["Loading", "details opens"]),
      (["Scenarios/facts.yaml:22"], ["details opens"]),
      (["Scenarios//facts.yaml:22:13"], ["details opens"]),
      (
        ["Scenarios/facts.yaml:22", "Scenarios/facts.yaml:26"], ["details opens", "details before"]
      ),
      (["--name", "loading SUCCEEDS ›"], ["details opens"]),
      (
        ["--tags", "@smoke"], ["The screen appears", "Loading", "details opens", "details before"]
      ),
      (["--tags", "@facts and not @smoke"], []),
      (["--folder", "Scenarios", "Scenarios/facts.yaml:10", "--name", "opens"], ["details opens"]),
    ] as [([String], [String])])
  func `scenarios run executes only the scenarios selected by path, name or tags`(
    arguments: [String], titles: [String]
  ) async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(["run"] + arguments)
    let shown = call.output.split(separator: "\n").filter { $0.contains("✔") }
    #expect(shown.count == titles.count)
    for (line, title) in zip(shown, titles) { #expect(line.contains(title)) }
    #expect(call.status == (titles.isEmpty ? 2 : 0))
  }

  @Test func `a run reports tags that no scenario has`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let tags = ["--tags", "(@smok or @facts) and not @wip"]
    let call = try await folder.call(["run"] + tags)
    let reported = """
      warning: no scenario has the tag @smok
        Did you mean: @smoke
      note: no scenario has the tag @wip

      """
    #expect(call.errors == reported)
    #expect(call.status == 0)
    #expect(try await folder.call(["list"] + tags).errors == reported)
    let strict = try await folder.call(["run", "--strict"] + tags)
    #expect(strict.output.contains("4 passed, 1 note, 1 warning with --strict"))
    #expect(strict.status == 1)
    let noted = try await folder.call("run", "--strict", "--tags", "@facts or @other")
    #expect(noted.errors == "note: no scenario has the tag @other\n")
    #expect(noted.output.contains("4 passed, 1 note with --strict"))
    #expect(noted.status == 1)
  }

  @Test func `scenarios run --strict fails if all scenarios are skipped`() async throws {
    let story = FactsFiles.story.replacing(
      "    when: the screen appears\n", with: "    skip: later\n    when: the screen appears\n")
    let folder = try StoriesFolder([FactsFiles.path: story])
    #expect(try await folder.call("run").status == 0)
    let strict = try await folder.call("run", "--strict")
    #expect(strict.output.contains("4 skipped, no scenario ran"), "\(strict.output)")
    #expect(strict.status == 1)
  }

  @Test func `scenarios run --quiet prints the number of notes`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: Self.unusedAnswer])
    let call = try await folder.call("run", "--quiet")
    #expect(call.output.hasPrefix("1 scenario: 1 passed   (TIME"))
    #expect(call.output.hasSuffix("\n1 note, not shown with --quiet\n"), "\(call.output)")
    #expect(call.status == 0)
  }

  @Test func `the results of a run say which stories were asked for`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(
      "run", FactsFiles.path, "--tags", "@smoke", "--to", "json=r.json", "--to", "markdown=r.md",
      "--to", "html=r.html")
    #expect(call.status == 0)
    let run = try ResultsFile.records(in: try folder.text(of: "r.json"), path: "r.json").first
    #expect(
      run?.scope
        == RunReport.Scope(folder: "Scenarios", paths: [FactsFiles.path], tags: "@smoke"))
    #expect(run?.isPartial == true)
    #expect(try folder.text(of: "r.md").contains("only `\(FactsFiles.path), tags @smoke`"))
    #expect(
      try folder.text(of: "r.html").contains(#""scope":"\#(FactsFiles.path), tags @smoke""#))
  }

  @Test func `scenarios run shows the failure that blocks a selected scenario`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.failingStory])
    let call = try await folder.call("run", "Scenarios/facts.yaml:22", "--to", "junit=r.xml")
    let failure = #"<failure type="failure" message="blocked by &quot;Loading succeeds&quot;: the"#
    #expect(try folder.text(of: "r.xml").contains(failure))
    #expect(call.output.contains("expected  infoText: A lie   (facts.yaml:20)"))
    #expect(call.output.contains("\n1 scenario: 1 blocked   (TIME, story time 100 ms)\n"))
    #expect(call.status == 1)
  }

  @Test(arguments: [
    ["--repeat", "3"], ["--repeat", "3", "--check-determinism"],
    ["--repeat", "3", "--check-determinism", "--jobs", "2"], ["--repeat", "3", "-j", "1"],
    ["--repeat", "3", "-j1"],
  ])
  func `scenarios run --repeat runs each scenario several times and shows it once`(
    arguments: [String]
  )
    async throws
  {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(["run"] + arguments)
    #expect(
      call.output == """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ✔ Loading succeeds   100 ms
              ✔ Tapping details opens the details screen   100 ms
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 4 passed, 3 times each   (TIME, story time 200 ms)

        """)
    #expect(call.status == 0)
  }

  @Test(arguments: [["--check-determinism"], ["--check-determinism", "--repeat", "1"]])
  func `scenarios run --check-determinism runs each scenario at least twice`(arguments: [String])
    async throws
  {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(["run"] + arguments)
    #expect(call.output.contains("\n4 scenarios: 4 passed, 2 times each"))
    #expect(call.status == 0)
  }

  @Test func `scenarios run --trace prints events with their story times`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call("run", "--trace", "Scenarios/facts.yaml:10", "--name", "opens")
    #expect(call.output.contains("\n+0 s  when the screen appears\n"))
    #expect(call.output.contains("\n+0 s  request 1: GET https://info-example.com/get_info\n"))
    #expect(call.output.contains("\n+100 ms  the details screen opened: 1\n"))
    // The task in which the app loads, but none of those in which steps run.
    let tasks = Set(call.output.matches(of: /task \d+/).map { String($0.output) })
    #expect(tasks.count == 1)
    #expect(call.status == 0)
  }

  @Test func `scenarios run exits with status 0 when a known issue blocks a scenario`() async throws
  {
    let story = FactsFiles.failingStory.replacing(
      "scenario: Loading succeeds",
      with: "scenario: Loading succeeds\n        known issue: { FACTS-7: the screen shows }"
    )
    let call = try await StoriesFolder([FactsFiles.path: story]).call("run")
    #expect(
      call.output == """
        Interesting facts   Scenarios/facts.yaml
          ✔ The screen appears
            ◑ Loading succeeds   known issue: FACTS-7
              ○ Tapping details opens the details screen   blocked by "Loading succeeds"
            ✔ Tapping details before anything is loaded does nothing

        4 scenarios: 1 blocked, 1 with a known issue, 2 passed   (TIME, story time 200 ms)

        """)
    #expect(call.status == 0)
  }
}
