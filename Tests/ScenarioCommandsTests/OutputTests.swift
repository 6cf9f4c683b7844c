import Foundation
import TestSupport
import Testing

@Suite("The output of commands")
struct OutputTests {
  private static let hostile = #"""
    story: "Evil\n::error::story"
    module: facts
    scenarios:
      - scenario: "Out\x1b[2Jer"
        scenarios:
          - scenario: "::error::title"
            skip: "why\n::warning::reason"
            when: the screen appears
            then: no requests were sent
          - scenario: Fails
            when: the screen appears
            then: { the screen shows: { state: "\x1b[31m\n::error::value" } }
    """#

  @Test(arguments: [
    ["run"], ["list"], ["check"], ["run", "--trace"], ["run", "--in-process"],
    ["run", "--to", "html=Scenarios/\n::error::x.yaml"],
  ])
  func `texts of stories can't forge commands of a build server`(arguments: [String]) async throws {
    let call = try await StoriesFolder(["Scenarios/e\u{1B}[2J\n::error::vil.yaml": Self.hostile])
      .call(arguments)
    #expect(!call.output.isEmpty || !call.errors.isEmpty)
    for text in [call.output, call.errors] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      let commands = text.split(separator: "\n").filter {
        $0.drop(while: \.isWhitespace).hasPrefix("::")
      }
      #expect(commands == [])
    }
  }

  private static let equalCalls = [
    ["run", "--strict", "--no-history"], ["run", "--no-history", "--jobs", "3", "--trace"],
    ["run", "--no-history", "--isolate"],
    ["run", "--no-history", "--check-determinism", "--quiet"],
    ["run", "--no-history", "--to", "json=r"], ["run", "--no-history", "--to", "junit=r"],
    ["run", "--no-history", "--to", "html=r"], ["list"], ["check", "--deep"], ["steps"], ["schema"],
    ["accept", "--dry-run"], ["format", "--check"],
  ]

  @Test(arguments: Sample.of(equalCalls, oneIn: 3))
  func `equal calls print and write the same`(arguments: [String]) async throws {
    // Here, scenarios fail, warn, crash and depend on each other.
    let stories = try StoriesFolder([:])
    let ordered = URL(filePath: #filePath).appending(
      path: "../../HostileStories/Stories/ordered.yaml"
    ).standardizedFileURL
    try stories.write(String(contentsOf: ordered, encoding: .utf8), to: "Scenarios/ordered.yaml")
    try stories.write(
      """
      story: Deaths
      module: deaths
      scenarios:
        - { scenario: Death, when: the app dies by "force unwrap" }
        - { scenario: Known, known issue: A-1, then: { the counter shows: 1 } }
        - { scenario: Typo, then: { the counter show: 1 } }
        - { scenario: Value, then: { the counter shows: 2 } }
      """, to: "Scenarios/deaths.yaml")
    var results: Set<[String]> = []
    for _ in 0..<Sample.number(2, whole: 3) {
      let call = try await stories.hostile(arguments)
      let file = (try? stories.text(of: "r")) ?? ""
      results.insert([call.output, call.errors, "\(call.status)", Self.withoutTimes(file)])
    }
    #expect(results.count == 1, "\(results)")
  }

  /// Removes dates, durations in real time, identifiers and process IDs from a report.
  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27}/, with: "ID")
      .replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?/, with: "DATE")
      .replacing(/"(?:began|seconds|nanos)":\s*[0-9.e+-]+/, with: "TIME")
      .replacing(/"checksum":"\w+"/, with: "SUM")
      .replacing(/"timestamp":\s*\{[^}]*\}/, with: "TIME")
      .replacing(/"duration":\s*\{[^}]*\}/, with: "TIME")
      .replacing(/(?:time|duration_ms)[=:] ?"?[0-9.]+"?/, with: "TIME")
      .replacing(/[0-9.]+ m?s\b/, with: "TIME")
  }

  @Test(arguments: [["run"], ["list"], ["steps"], ["check"], ["run", "--to", "json"], ["schema"]])
  func `a command fails if its output can't be written`(arguments: [String]) async throws {
    let folder = try StoriesFolder.facts()
    let process = CommandLineCall.process(arguments, in: folder.url)
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let errors = Pipe()
    process.standardError = errors
    let status = try await process.runUntilExit()
    let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(status == 2)
    #expect(
      text.hasSuffix(
        "error: the output is incomplete, because it can't be written: No space left on device\n"))
  }

  @Test func `a scenario that only groups others is shown but does not count`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: The screen
          scenarios:
            - scenario: It appears
              when: the screen appears
              then: no requests were sent
            - scenario: It appears twice
              steps:
                - when: the screen appears
                - then: no requests were sent
      """
    ])
    try await folder.call("run").expect(
      output: """
        Interesting facts   Scenarios/facts.yaml
          The screen
            ✔ It appears
            ✔ It appears twice

        2 scenarios: 2 passed   (TIME, story time 0 s)

        """)
    try await folder.call("list", "Scenarios/facts.yaml:4").expect(
      output: """
        Interesting facts   module facts
          The screen
            It appears   Scenarios/facts.yaml:6
            It appears twice   Scenarios/facts.yaml:9

        2 scenarios

        """)
  }

  @Test func `a run has the attempt of its option or of the build server`() async throws {
    let folder = try StoriesFolder.facts()
    for (arguments, attempt) in [(["--attempt", "7"], 7), ([], 3)] {
      _ = try await folder.call(
        ["run", "--to", "json=results.ndjson"] + arguments,
        environment: ["GITHUB_RUN_ATTEMPT": "3"])
      #expect(try folder.text(of: "results.ndjson").contains("\"attempt\":\(attempt),"))
    }
  }

  @Test func `a secret of a story is in no output and no report`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.failingStory.replacing(
        "json: { infoText", with: "json: { accessToken: tok-4711, infoText")
    ])
    let call = try await folder.call(
      "run", "--trace", "--to", "json=r.json", "--to", "html=r.html", "--to", "messages=r.ndjson")
    call.expect(1, output: .contains("accessToken: •••"))
    for text in [
      call.output, call.errors, try folder.text(of: "r.json"), try folder.text(of: "r.html"),
      try folder.text(of: "r.ndjson"),
    ] {
      #expect(!text.contains("tok-4711"))
    }
  }

  @Test func `a run that would replace a story with a report does not begin`() async throws {
    let folder = try StoriesFolder.facts()
    try await folder.call("run", "--to", "html=\(FactsFiles.path)").expect(
      2, output: "",
      errors: """
        error: a report can't be written to "Scenarios/facts.yaml": story files end in .yaml or .yml
          Choose another file name.

        """)
    #expect(try folder.text(of: FactsFiles.path) == FactsFiles.story)
    try folder.write("# Notes", to: "notes.md")
    try await folder.call("report", "notes.md", "--to", "markdown=notes.md").expect(
      errors: .begins("error: \"notes.md\" exists and is no markdown report"))
    #expect(try folder.text(of: "notes.md") == "# Notes")
  }
}
