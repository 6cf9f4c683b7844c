import Foundation
import ScenarioReports
import Testing

@Suite("Runs that are divided over machines")
struct DividedRunTests {
  private static let more = """
    story: More facts
    module: facts
    background:
      given: { the server answers GET https://a.example/: { json: {} } }
      when: the screen appears
    scenarios:
      - scenario: Waiting in vain
        then:
          - within 1 s:
              the screen shows: { state: initial }
      - scenario: The state is <state>
        then: { the screen shows: { state: <state> } }
        examples:
          columns: [state]
          rows: [[initial], [final], [absent]]
      - scenario: A known failure
        known issue: FACTS-7
        then: { the screen shows: { state: info } }
        scenarios:
          - scenario: A nested one
            then: { the screen shows: { state: initial } }
      - scenario: Nothing is checked
        when: the reader taps "Show details"
      - scenario: Not now
        skip: too slow
        when: the reader taps "Load a useful fact"
    """

  /// A story of which no scenario uses the answer that all share.
  private static let shared = """
    story: Shared facts
    module: facts
    background:
      given: { the server answers GET https://a.example/: { json: {} } }
      when: the screen appears
    scenarios:
      - scenario: One
        then: { the screen shows: { state: initial } }
      - scenario: Another
        then: { the screen shows: { state: initial } }
      - scenario: A third
        when: the reader taps "Show details"
    """

  private func folder(broken: Bool = false) throws -> StoriesFolder {
    var files = [
      FactsFiles.path: FactsFiles.failingStory, "Scenarios/more/more.yaml": Self.more,
      "Scenarios/shared.yaml": Self.shared,
      "Scenarios/passing.yaml": FactsFiles.story.replacing("Interesting", with: "Passing"),
    ]
    if broken { files["Scenarios/broken.yaml"] = FactsFiles.brokenStory }
    return try StoriesFolder(files)
  }

  /// Runs all parts in a folder, checks their calls, and returns their files.
  private func parts(
    _ total: Int, in folder: StoriesFolder, _ arguments: String...,
    check: (CommandLineCall) -> Void = { _ in }
  ) async throws -> [String] {
    var files: [String] = []
    for number in 1...total {
      files.append("\(number).json")
      check(
        try await folder.call(
          ["run", "--shard", "\(number)/\(total)", "--to", "json=\(number).json"] + arguments))
    }
    return files
  }

  // MARK: - The merged run

  private static let formats = ["junit", "messages", "markdown", "html", "json"]

  /// Replaces what may differ: times, the run's identity, and the digest of the lines.
  private func stable(_ text: String) -> String {
    CommandLineCall.stable(text)
      .replacing(/[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/, with: "ID")
      .replacing(/\d{4}-\d\d-\d\d[T ][0-9:.]+Z?/, with: "MOMENT")
      .replacing(/"(seconds|nanos|duration|began|milliseconds)":[0-9.eE-]+/) {
        "\"\($0.output.1)\":TIME"
      }
      .replacing(/time="[0-9.]+"/, with: "time=\"TIME\"")
      .replacing(/(duration_ms: )?[0-9.]+ (ms|s)\n/, with: "TIME\n")
      .replacing(/duration_ms: [0-9.]+/, with: "TIME")
      .replacing(/"checksum":"[0-9a-f]+"/, with: "DIGEST")
  }

  @Test func `the merged run equals the run that was not divided, in every report`() async throws {
    let (whole, divided) = (try folder(broken: true), try folder(broken: true))
    let destinations = Self.formats.flatMap { ["--to", "\($0)=out.\($0)"] }
    let run = try await whole.call(["run"] + destinations)
    let files = try await parts(3, in: divided)
    let report = try await divided.call(["report"] + files.reversed() + destinations)
    report.expect(run.status)
    run.expect(2)
    // A run lists files with errors, and how to accept changes, as they come.
    #expect(stable(report.output) == stable(run.output))
    for format in Self.formats {
      #expect(
        stable(try divided.text(of: "out.\(format)"))
          == stable(try whole.text(of: "out.\(format)")),
        "\(format)")
    }
    let histories = try await (whole.call("history"), divided.call("history"))
    #expect(stable(histories.0.output) == stable(histories.1.output))
    #expect(histories.0.lineCount == 1)
  }

  @Test func `a missing part is named, and nothing is recorded`() async throws {
    let folder = try folder()
    let files = try await parts(3, in: folder)
    try await folder.call(["report", "--to", "junit=j.xml"] + files.dropLast()).expect(
      2, output: .contains("part 3 of 3 is missing"),
      errors: .contains("error: part 3 of 3 is missing, with "))
    #expect(try folder.text(of: "j.xml").contains("part 3 of 3 is missing"))
    try await folder.call("history").expect(output: .begins("There are no earlier runs"))
  }

  @Test func `a part that could not begin is named with its reason`() async throws {
    let folder = try folder()
    var files = try await parts(2, in: folder)
    _ = try await folder.call("run", "--shard", "2/2", "--folder", "Storys", "--to", "json=2.json")
    var report = try await folder.call(["report"] + files)
    report.expect(
      2, errors: .contains("2.json is no part: nothing ran: there is no folder \"Storys\""))
    try folder.write("", to: "2.json")
    files.append("3.json")
    report = try await folder.call(["report"] + files)
    report.expect(
      errors: .contains("error: 2.json: the file is empty"),
      .contains("error: there is no file \"3.json\""),
      .contains("error: part 2 of 2 is missing, with "))
  }

  @Test func `a part that runs again must be a later attempt at the same stories`() async throws {
    let folder = try folder()
    let files = try await parts(2, in: folder)
    _ = try await folder.call(
      "run", "--shard", "1/2", "--to", "json=again.json", environment: ["SLURM_RESTART_COUNT": "1"])
    try await folder.call(["report", "again.json"] + files).expect(errors: "")
    _ = try await folder.call("run", "--shard", "1/2", "--to", "json=again.json")
    try await folder.call(["report", "again.json"] + files).expect(
      errors: .begins("error: part 1 of 2 is there 2 times for attempt 1: 1.json, again.json"))
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    _ = try await folder.call("run", "--shard", "1/2", "--attempt", "2", "--to", "json=again.json")
    try await folder.call(["report", "again.json"] + files).expect(
      2,
      errors: .begins(
        "error: again.json has a different plan from most parts (part 1 of 2): the stories differ"))
  }

  @Test func `a strict run counts notes and warnings when parts are merged`() async throws {
    let folder = try StoriesFolder(["Scenarios/shared.yaml": Self.shared])
    let whole = try await folder.call("run", "--strict", "--no-history")
    whole.expect(1)
    let files = try await parts(3, in: folder, "--strict") { $0.expect(0) }
    let merged = try await folder.call(["report"] + files)
    let counts = try #require(
      whole.output.firstMatch(of: /\d+ notes?, \d+ warnings? with --strict/)?.output)
    merged.expect(1, output: .contains(String(counts)))
  }

  @Test func `the merged run decides what is newly broken`() async throws {
    let folder = try folder()
    _ = try await folder.call("run")
    let files = try await parts(2, in: folder)
    try await folder.call(["report"] + files).expect(1)
    try await folder.call(["report", "--newly-broken"] + files).expect(0)
  }

  @Test
  func `a part without scenarios says so, and parts of no scenario are refused`() async throws {
    let folder = try StoriesFolder.facts()
    var emptyCount = 0
    let files = try await parts(9, in: folder) {
      if $0.output.contains("This part has none of the 4 scenarios.") { emptyCount += 1 }
    }
    #expect(emptyCount > 0)
    try await folder.call(["report"] + files).expect(0)
    let none = try await folder.call("run", "--shard", "1/2", "--tags", "@none")
    none.expect(2, errors: .contains("no scenario has tags that match \"@none\""))
  }

  @Test func `times divide the scenarios`() async throws {
    let folder = try folder()
    _ = try await folder.call("run", "--to", "json=times.json")
    let files = try await parts(3, in: folder, "--times", "times.json")
    try await folder.call(["report"] + files).expect(1)
    _ = try await folder.call("run", "--shard", "2/3", "--to", "json=2.json")
    try await folder.call(["report"] + files).expect(
      errors: .contains("2.json has a different plan"), .contains("--times had other times"))
    try await folder.call("run", "--shard", "2/3", "--times", "none.json").expect(
      2, errors: .begins("error: there is no file \"none.json\""))
  }

  // MARK: - The call

  @Test func `a part names its build server, and warns if its results are not kept`() async throws {
    try await folder().call(
      "run", "--shard", "auto",
      environment: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5", "CI_JOB_RETRY_COUNT": "0"]
    ).expect(
      output: .begins("Part 2 of 5, by GitLab (CI_NODE_INDEX=2)\n\n"),
      errors: .begins("warning: the results of this part are not kept: add \"--to json=FILE\""))
  }

  // MARK: - Bazel

  private func bazel(
    _ folder: StoriesFolder, _ others: [String: String] = [:]
  ) throws -> [String: String] {
    try FileManager.default.createDirectory(
      at: folder.file("tmp"), withIntermediateDirectories: false)
    return [
      "TEST_SRCDIR": folder.url.path, "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3",
      "TEST_SHARD_STATUS_FILE": folder.file("status").path,
      "XML_OUTPUT_FILE": folder.file("test.xml").path,
      "TEST_PREMATURE_EXIT_FILE": folder.file("exit").path,
      "TEST_UNDECLARED_OUTPUTS_DIR": folder.file("outputs").path,
      "TEST_TMPDIR": folder.file("tmp").path,
    ].merging(others) { $1 }
  }

  @Test func `Bazel gets the files that it asks for, and none in the sources`() async throws {
    let (folder, output) = (try folder(), try StoriesFolder())
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    try await folder.call(
      ["run", "--shard", "auto"], environment: try bazel(output)
    ).expect(output: .begins("Part 2 of 3, by Bazel (TEST_SHARD_INDEX=1)\n"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) == before)
    #expect(try output.text(of: "status") == "")
    #expect(try output.text(of: "test.xml").contains("<testsuites"))
    let run = try output.runs(in: "outputs/results.json")
    #expect(run.first?.shard?.words == "part 2 of 3")
    // Bazel takes a test that leaves this file for one that exited too early.
    #expect(!FileManager.default.fileExists(atPath: output.file("exit").path))
  }

  @Test func `Bazel's --test_filter chooses by name, and not beside --name`() async throws {
    let (folder, output) = (try folder(), try StoriesFolder())
    let filter = try bazel(
      output,
      ["TESTBRIDGE_TEST_ONLY": "Passing", "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "1"])
    try await folder.call(["run", "--shard", "auto"], environment: filter).expect(
      output: .contains("4 scenarios: 4 passed"))
    try await folder.call(
      ["run", "--shard", "auto", "--name", "Loading"], environment: filter
    ).expect(2, errors: .begins("error: --name can't be combined with Bazel's --test_filter"))
    #expect(!FileManager.default.fileExists(atPath: output.file("exit").path))
  }

  @Test func `a killed test of Bazel leaves the file of a premature exit`() async throws {
    let output = try StoriesFolder.facts(FactsFiles.story)
    let exit = output.file("exit").path
    let process = CommandLineCall.process(
      ["run", "--shard", "auto", "--repeat", "1000000"], in: output.url,
      environment: try bazel(output, ["TEST_TOTAL_SHARDS": "2"]))
    let status = try await process.runUntilExit { id in
      while !FileManager.default.fileExists(atPath: exit) { sched_yield() }
      kill(id, SIGKILL)
    }
    #expect(status == -SIGKILL)
    #expect(FileManager.default.fileExists(atPath: exit))
  }
}
