import Foundation
import ScenarioCommands
import TestSupport
import Testing

@Suite("Options of scenarios run", .timeLimit(.minutes(10)))
struct RunOptionTests {
  private static func call(_ arguments: [String]) async throws -> CommandLineCall {
    let scenarios = ["First", "Second", "Third"].map { title in
      "  - { scenario: \(title), then: { the counter shows: \(title == "Second" ? 1 : 0) } }\n"
    }
    return try await StoriesFolder.story(scenarios.joined(), for: "deaths").hostile(
      ["run"] + arguments)
  }

  @Test func `a quiet run prints failures and the counts`() async throws {
    try await Self.call(["--quiet", "--no-history"]).expect(
      1, output: .begins("✘ Story › Second   Scenarios/story.yaml:5\n"),
      .contains("3 scenarios: 1 failed, 2 passed"), .lacks("First"))
  }

  @Test func `a run that stops at a failure says how many scenarios did not run`() async throws {
    try await Self.call(["--fail-fast", "--isolate", "--jobs", "1", "--no-history"]).expect(
      1,
      output: .contains(
        "2 scenarios: 1 failed, 1 passed, stopped at the first failure, 1 scenario not run"),
      .lacks("Third"))
  }

  @Test func `a run that stops at a failure runs few scenarios after it`() async throws {
    let scenarios = (1...28).map { number in
      "  - { scenario: No \(number), then: { the counter shows: \(number == 1 ? 1 : 0) } }\n"
    }
    let call = try await StoriesFolder.story(scenarios.joined(), for: "deaths").hostile(
      "run", "--fail-fast", "--no-history")
    call.expect(1)
    // It fails at the end of its process, in which at most seven others run.
    let counts = /(\d+) scenarios?: 1 failed.*, stopped at the first failure/
    let found = try #require(call.output.firstMatch(of: counts), "\(call.output)")
    #expect(try #require(Int(found.1)) <= 8, "\(call.output)")
  }

  @Test func `a scenario that a known issue blocks does not pass alone`() async throws {
    let folder = try StoriesFolder.story(
      """
        - scenario: Outer
          known issue: X-1
          then: { the counter shows: 1 }
          scenarios:
            - scenario: Inner
              then: { the counter shows: 0 }
      """, for: "deaths")
    try await folder.hostile("run", "Scenarios/story.yaml:8", "--no-history", "--to", "junit=r.xml")
      .expect(
        1,
        output: .contains(
          "1 scenario: 1 blocked, 1 scenario never runs because of the known issue of \"Outer\""))
    #expect(try folder.text(of: "r.xml").contains("never runs because of"))
    try await folder.hostile("run", "--no-history").expect(0)
  }

  @Test func `a run of what failed runs it again until it passes`() async throws {
    let folder = try StoriesFolder([:])
    func write(_ value: Int) throws {
      try folder.write(
        "story: Counting\nmodule: deaths\nscenarios:\n"
          + "  - { scenario: One, then: { the counter shows: 0 } }\n"
          + "  - { scenario: Two, then: { the counter shows: \(value) } }\n",
        to: "Scenarios/story.yaml")
    }
    func run(_ options: String...) async throws -> CommandLineCall {
      try await folder.hostile(["run", "--quiet"] + options)
    }
    try write(1)
    try await run("--failed").expect(2, errors: .contains("there is no history of Scenarios"))
    try await run().expect(1)
    try await run("--failed").expect(output: .contains("\n1 scenario: 1 failed"))
    // A run of something else is no run of what failed.
    try await run("--name", "One").expect(0)
    try write(0)
    try await run("--failed").expect(0, output: .begins("1 scenario: 1 passed"))
    try await run("--failed").expect(
      0, output: "Nothing failed in the last run, so nothing runs.\n")
    try await run("--failed", "--strict").expect(
      1, output: "Nothing failed in the last run, so nothing runs, which fails with --strict.\n")
    // A scenario may have a new title.
    try write(1)
    try await run().expect(1)
    try folder.write(
      try folder.text(of: "Scenarios/story.yaml").replacing("Two", with: "Renamed"),
      to: "Scenarios/story.yaml")
    try await run("--failed").expect(output: .contains("✘ Counting › Renamed"))
    // A file with errors may have failures.
    try folder.write("story: Counting\nmodul: deaths\n", to: "Scenarios/story.yaml")
    try await run().expect(2)
    try write(0)
    try await run("--failed").expect(output: .begins("2 scenarios: 2 passed"))
  }

  @Test func `a run of what failed finds scenarios that moved`() async throws {
    let story = "story: V\nmodule: deaths\nscenarios:\n"
    let failing = "  - { scenario: A, then: { the counter shows: 1 } }\n"
    let passing = "  - { scenario: B, then: { the counter shows: 0 } }\n"
    let folder = try StoriesFolder([
      "Scenarios/v.yaml": story + failing, "Scenarios/w.yaml": story + passing,
    ])
    try await folder.hostile("run").expect(1)
    // Into a new file, with another title.
    try FileManager.default.removeItem(at: folder.url.appending(path: "Scenarios/v.yaml"))
    try folder.write(story + failing.replacing("A,", with: "C,"), to: "Scenarios/new.yaml")
    try await folder.hostile("run", "--failed").expect(output: .contains("1 scenario: 1 failed"))
    // Into a file that the last run had.
    try await folder.hostile("run").expect(1)
    try FileManager.default.removeItem(at: folder.url.appending(path: "Scenarios/new.yaml"))
    try folder.write(story + passing + failing.replacing("A,", with: "C,"), to: "Scenarios/w.yaml")
    try await folder.hostile("run", "--failed").expect(
      output: .contains("1 scenario: 1 failed"), .contains("was in Scenarios/new.yaml"))
  }

  /// A story with a scenario that fails, and a copy of it with another name.
  private static let (original, copy) = (
    "story: V\nmodule: deaths\ntags: [v]\nscenarios:\n"
      + "  - scenario: A\n    then: { the counter shows: 1 }\n",
    "story: W\nmodule: deaths\ntags: [w]\nscenarios:\n"
      + "  - scenario: A\n    then: { the counter shows: 1 }\n"
  )

  @Test(arguments: [
    ["Scenarios/w.yaml"], ["Scenarios/w.yaml:5"], ["--name", "W"], ["--tags", "w"],
  ])
  func `a copy of a scenario that fails is newly broken in a run of the copy alone`(
    choice: [String]
  ) async throws {
    let folder = try StoriesFolder(["Scenarios/v.yaml": Self.original])
    try await folder.hostile("run").expect(1)
    try folder.write(Self.copy, to: "Scenarios/w.yaml")
    try await folder.hostile(["run", "--newly-broken"] + choice).expect(
      1, output: .lacks("was \"V"))
    try folder.write(Self.copy.replacing("shows: 1", with: "shows: 0"), to: "Scenarios/w.yaml")
    for _ in 1...2 {
      try await folder.hostile("run", "--failed").expect(
        1, output: .contains("✘ V › A   Scenarios/v.yaml"))
    }
  }

  @Test func `a report of the copy of a scenario that fails is newly broken`() async throws {
    let folder = try StoriesFolder(["Scenarios/v.yaml": Self.original])
    try await folder.hostile("run").expect(1)
    try folder.write(Self.copy, to: "Scenarios/w.yaml")
    _ = try await folder.hostile("run", "--no-history", "Scenarios/w.yaml", "--to", "json=x.json")
    try await folder.hostile("report", "x.json", "--newly-broken").expect(1)
  }

  @Test(arguments: [
    (["Scenarios"], "removed"), (["Scenarios/sub"], "missing"),
    (["Scenarios/sub/s.yaml"], "missing"), (["--tags", "smoke"], "missing"),
  ])
  func `a run of some stories reports what the same selection no longer has`(
    choice: [String], word: String
  ) async throws {
    let head = "story: Counting\nmodule: deaths\nscenarios:\n"
    let scenarios = ["One", "Two"].map {
      "  - { scenario: \($0), tags: [smoke], then: { the counter shows: 0 } }\n"
    }
    let folder = try StoriesFolder([
      "Scenarios/sub/s.yaml": head + scenarios.joined(),
      "Scenarios/t.yaml": head + scenarios[0].replacing("smoke", with: "other"),
    ])
    try await folder.hostile("run").expect(0)
    try await folder.hostile(["run"] + choice).expect(output: .lacks(word))
    try folder.write(head + scenarios[0], to: "Scenarios/sub/s.yaml")
    try await folder.hostile(["run"] + choice).expect(
      0, output: .contains(": 1 \(word)"), .contains("  Counting › Two   Scenarios/sub/s.yaml\n"))
  }

  @Test func `scenarios that have lost the tag of a run are reported, and can fail`() async throws {
    let folder = try StoriesFolder([:])
    func write(_ tag: String) throws {
      try folder.write(
        "story: Counting\nmodule: deaths\nscenarios:\n"
          + "  - { scenario: One, tags: [smoke], then: { the counter shows: 0 } }\n"
          + "  - { scenario: Two, tags: [\(tag)], then: { the counter shows: 1 } }\n",
        to: "Scenarios/story.yaml")
    }
    try write("smoke")
    try await folder.hostile("run").expect(1)
    try write("smok")
    try await folder.hostile("run", "--tags", "smoke").expect(
      0, output: .contains("- missing       Counting › Two"))
    try await folder.hostile("run", "--failed").expect(1)
  }

  @Test func `several names choose the scenarios that contain one of them`() async throws {
    try await Self.call(["--name", "first", "--name", "third", "--no-history"]).expect(
      0, output: .contains("2 scenarios: 2 passed"))
    try await Self.call(["--name", "first", "--name", "fourth", "--no-history"]).expect(
      errors: "warning: no scenario has a name that contains \"fourth\"\n")
    try await Self.call(["--name", "fourth", "--name", "fifth"]).expect(
      2, errors: .contains("has a name that contains \"fourth\" or \"fifth\" (3"))
  }

  @Test(arguments: [
    (
      ["run"], "SCENARIOS_NAMES",
      "nothing reads the environment variable SCENARIOS_NAMES\n  Did you mean: SCENARIOS_NAME\n"
    ),
    (["run"], "SCENARIO", "Did you mean: SCENARIOS\n"),
    (["list"], "SCENARIO_TAG", "Did you mean: SCENARIOS_TAGS\n"),
    (["check"], "SCENARIOS_XYZ", "nothing reads the environment variable SCENARIOS_XYZ\n"),
    (["run"], "SCENARIOS_NAME", "is for \"swift test\", and this command ignores it; use --name"),
    (["accept", "--all"], "SCENARIOS_TAGS", "this command ignores it; use --tags"),
    (["run"], "SCENARIOS_ATTEMPT", "SCENARIOS_ATTEMPT must be a whole number from 1, not \"x\""),
    (["run"], "SCENARIOS", "this command ignores it; name the files as arguments"),
  ])
  func `a variable that nothing reads is an error`(
    arguments: [String], variable: String, words: String
  ) async throws {
    try await StoriesFolder.facts().call(
      arguments, environment: [variable: "x"]
    ).expect(2, errors: .contains(words))
  }

  @Test(arguments: ["SCENARIOS_NAME=", "SCENARIOS_RESULTS=r.json", "SCENARIO_FILE=x", "SCENERY=x"])
  func `a variable without a value or of something else is no error`(text: String) async throws {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    try await StoriesFolder.facts().call(
      ["run", "--no-history"], environment: [parts[0]: parts[1]]
    ).expect(0)
  }

  @Test func `a command in a folder of the package works in the package's root`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Package.swift": "", "Sources/App/App.swift": "",
    ])
    let story = URL(filePath: FactsFiles.path)
    let inside = story.deletingLastPathComponent().relativePath
    func call(_ arguments: String..., in place: String) async throws -> CommandLineCall {
      let process = try await FinishedProcess(
        CommandLineCall.process(arguments, in: folder.url.appending(path: place)))
      return CommandLineCall(
        output: CommandLineCall.stable(process.output), errors: process.errors,
        status: process.status)
    }
    let fromRoot = try await call("list", in: ".")
    try await call("list", in: "Sources/App").expect(output: .equals(fromRoot.output))
    try await call(
      "run", story.lastPathComponent, "--to", "junit=r.xml", "--seed", "7", in: inside
    ).expect(0)
    #expect(try folder.text(of: inside + "/r.xml").contains("file=\"\(FactsFiles.path)\""))
    #expect(try RunHistory.exists(in: folder.url.appending(path: ".scenarios")))
    // As a report prints it.
    try await call("run", FactsFiles.path + ":3", in: "Sources").expect(0)
    try await call("check", ".", in: inside).expect(0)
    try await call("run", "missing.yaml", in: inside).expect(
      errors: .contains(inside + "/missing.yaml"))
  }

  @Test func `the command prints its version`() async throws {
    try await StoriesFolder().call(["--version"]).expect(0, output: "before 1.0.0\n")
  }
}
