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
    let folder = try StoriesFolder([
      "Scenarios/story.yaml": "story: Counting\nmodule: deaths\nscenarios:\n" + scenarios.joined()
    ])
    return try await folder.call(["run"] + arguments, command: "HostileStories")
  }

  @Test func `a quiet run prints failures and the counts`() async throws {
    let call = try await Self.call(["--quiet", "--no-history"])
    #expect(call.status == 1)
    #expect(
      call.output.hasPrefix("✘ Counting › Second   Scenarios/story.yaml:5\n"), "\(call.output)")
    #expect(call.output.contains("3 scenarios: 1 failed, 2 passed"))
    #expect(!call.output.contains("First"))
  }

  @Test func `a run that stops at a failure says how many scenarios did not run`() async throws {
    let call = try await Self.call(["--fail-fast", "--isolate", "--jobs", "1", "--no-history"])
    #expect(call.status == 1)
    #expect(
      call.output.contains(
        "2 scenarios: 1 failed, 1 passed, stopped at the first failure, 1 scenario not run"),
      "\(call.output)")
    #expect(!call.output.contains("Third"))
  }

  @Test func `a run that stops at a failure runs few scenarios after it`() async throws {
    let scenarios = (1...28).map { number in
      "  - { scenario: No \(number), then: { the counter shows: \(number == 1 ? 1 : 0) } }\n"
    }
    let folder = try StoriesFolder([
      "Scenarios/story.yaml": "story: Counting\nmodule: deaths\nscenarios:\n" + scenarios.joined()
    ])
    let call = try await folder.call(
      ["run", "--fail-fast", "--no-history"], command: "HostileStories")
    #expect(call.status == 1)
    // It fails at the end of its process, in which at most seven others run.
    let counts = /(\d+) scenarios?: 1 failed.*, stopped at the first failure/
    let found = try #require(call.output.firstMatch(of: counts), "\(call.output)")
    #expect(try #require(Int(found.1)) <= 8, "\(call.output)")
  }

  @Test func `a scenario that a known issue blocks does not pass alone`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/story.yaml": """
      story: Counting
      module: deaths
      scenarios:
        - scenario: Outer
          known issue: X-1
          then: { the counter shows: 1 }
          scenarios:
            - scenario: Inner
              then: { the counter shows: 0 }
      """
    ])
    let alone = try await folder.call(
      ["run", "Scenarios/story.yaml:8", "--no-history", "--to", "junit=r.xml"],
      command: "HostileStories")
    #expect(alone.status == 1)
    #expect(
      alone.output.contains(
        "1 scenario: 1 blocked, 1 scenario never runs because of the known issue of \"Outer\""),
      "\(alone.output)")
    #expect(try folder.text(of: "r.xml").contains("never runs because of"))
    let both = try await folder.call(["run", "--no-history"], command: "HostileStories")
    #expect(both.status == 0, "\(both.output)")
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
      try await folder.call(["run", "--quiet"] + options, command: "HostileStories")
    }
    try write(1)
    let unknown = try await run("--failed")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("there is no history of Scenarios"), "\(unknown.errors)")
    #expect(try await run().status == 1)
    #expect(try await run("--failed").output.contains("\n1 scenario: 1 failed"))
    // A run of something else is no run of what failed.
    #expect(try await run("--name", "One").status == 0)
    try write(0)
    let fixed = try await run("--failed")
    #expect(fixed.status == 0)
    #expect(fixed.output.hasPrefix("1 scenario: 1 passed"), "\(fixed.output)")
    let nothing = try await run("--failed")
    #expect(nothing.output == "Nothing failed in the last run, so nothing runs.\n")
    #expect(nothing.status == 0)
    let strict = try await run("--failed", "--strict")
    #expect(
      strict.output
        == "Nothing failed in the last run, so nothing runs, which fails with --strict.\n")
    #expect(strict.status == 1)
    // A scenario may have a new title.
    try write(1)
    #expect(try await run().status == 1)
    try folder.write(
      try folder.text(of: "Scenarios/story.yaml").replacing("Two", with: "Renamed"),
      to: "Scenarios/story.yaml")
    #expect(try await run("--failed").output.contains("✘ Counting › Renamed"))
    // A file with errors may have failures.
    try folder.write("story: Counting\nmodul: deaths\n", to: "Scenarios/story.yaml")
    #expect(try await run().status == 2)
    try write(0)
    #expect(try await run("--failed").output.hasPrefix("2 scenarios: 2 passed"))
  }

  @Test func `a run of what failed finds scenarios that moved`() async throws {
    let story = "story: V\nmodule: deaths\nscenarios:\n"
    let failing = "  - { scenario: A, then: { the counter shows: 1 } }\n"
    let passing = "  - { scenario: B, then: { the counter shows: 0 } }\n"
    let folder = try StoriesFolder([
      "Scenarios/v.yaml": story + failing, "Scenarios/w.yaml": story + passing,
    ])
    func run(_ options: String...) async throws -> CommandLineCall {
      try await folder.call(["run"] + options, command: "HostileStories")
    }
    #expect(try await run().status == 1)
    // Into a new file, with another title.
    try FileManager.default.removeItem(at: folder.url.appending(path: "Scenarios/v.yaml"))
    try folder.write(
      story + failing.replacing("A,", with: "C,"), to: "Scenarios/new.yaml")
    let renamed = try await run("--failed")
    #expect(renamed.output.contains("1 scenario: 1 failed"), "\(renamed.output)")
    // Into a file that the last run had.
    #expect(try await run().status == 1)
    try FileManager.default.removeItem(at: folder.url.appending(path: "Scenarios/new.yaml"))
    try folder.write(
      story + passing + failing.replacing("A,", with: "C,"), to: "Scenarios/w.yaml")
    let moved = try await run("--failed")
    #expect(moved.output.contains("1 scenario: 1 failed"), "\(moved.output)")
    #expect(moved.output.contains("was in Scenarios/new.yaml"), "\(moved.output)")
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
    func call(_ arguments: [String]) async throws -> CommandLineCall {
      try await folder.call(arguments, command: "HostileStories")
    }
    #expect(try await call(["run"]).status == 1)
    try folder.write(Self.copy, to: "Scenarios/w.yaml")
    let copied = try await call(["run", "--newly-broken"] + choice)
    #expect(copied.status == 1)
    #expect(!copied.output.contains("was \"V"), "\(copied.output)")
    try folder.write(Self.copy.replacing("shows: 1", with: "shows: 0"), to: "Scenarios/w.yaml")
    for _ in 1...2 {
      let failed = try await call(["run", "--failed"])
      #expect(failed.output.contains("✘ V › A   Scenarios/v.yaml"), "\(failed.output)")
      #expect(failed.status == 1)
    }
  }

  @Test func `a report of the copy of a scenario that fails is newly broken`() async throws {
    let folder = try StoriesFolder(["Scenarios/v.yaml": Self.original])
    func call(_ arguments: String...) async throws -> CommandLineCall {
      try await folder.call(arguments, command: "HostileStories")
    }
    #expect(try await call("run").status == 1)
    try folder.write(Self.copy, to: "Scenarios/w.yaml")
    _ = try await call("run", "--no-history", "Scenarios/w.yaml", "--to", "json=x.json")
    #expect(try await call("report", "x.json", "--newly-broken").status == 1)
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
    func run(_ options: [String]) async throws -> CommandLineCall {
      try await folder.call(["run"] + options, command: "HostileStories")
    }
    #expect(try await run([]).status == 0)
    #expect(try await !run(choice).output.contains(word))
    try folder.write(head + scenarios[0], to: "Scenarios/sub/s.yaml")
    let less = try await run(choice)
    #expect(less.output.contains(": 1 \(word)"), "\(less.output)")
    #expect(less.output.contains("  Counting › Two   Scenarios/sub/s.yaml\n"), "\(less.output)")
    #expect(less.status == 0)
  }

  @Test func `a run by tags reports scenarios that have lost the tag, which still can fail`()
    async throws
  {
    let folder = try StoriesFolder([:])
    func write(_ tag: String) throws {
      try folder.write(
        "story: Counting\nmodule: deaths\nscenarios:\n"
          + "  - { scenario: One, tags: [smoke], then: { the counter shows: 0 } }\n"
          + "  - { scenario: Two, tags: [\(tag)], then: { the counter shows: 1 } }\n",
        to: "Scenarios/story.yaml")
    }
    func run(_ options: String...) async throws -> CommandLineCall {
      try await folder.call(["run"] + options, command: "HostileStories")
    }
    try write("smoke")
    #expect(try await run().status == 1)
    try write("smok")
    let tagged = try await run("--tags", "smoke")
    #expect(tagged.output.contains("- missing       Counting › Two"), "\(tagged.output)")
    #expect(tagged.status == 0)
    #expect(try await run("--failed").status == 1)
  }

  @Test func `several names choose the scenarios that contain one of them`() async throws {
    let call = try await Self.call(["--name", "first", "--name", "third", "--no-history"])
    #expect(call.status == 0)
    #expect(call.output.contains("2 scenarios: 2 passed"), "\(call.output)")
    let unused = try await Self.call(["--name", "first", "--name", "fourth", "--no-history"])
    #expect(
      unused.errors == "warning: no scenario has a name that contains \"fourth\"\n")
    let none = try await Self.call(["--name", "fourth", "--name", "fifth"])
    #expect(none.status == 2)
    #expect(none.errors.contains("has a name that contains \"fourth\" or \"fifth\" (3"))
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
    let call = try await StoriesFolder([FactsFiles.path: FactsFiles.story]).call(
      arguments, environment: [variable: "x"])
    #expect(call.status == 2)
    #expect(call.errors.contains(words), "\(call.errors)")
  }

  @Test(arguments: ["SCENARIOS_NAME=", "SCENARIOS_RESULTS=r.json", "SCENARIO_FILE=x", "SCENERY=x"])
  func `a variable without a value or of something else is no error`(text: String) async throws {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    let call = try await StoriesFolder([FactsFiles.path: FactsFiles.story]).call(
      ["run", "--no-history"], environment: [parts[0]: parts[1]])
    #expect(call.status == 0, "\(call.errors)")
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
    #expect(try await call("list", in: "Sources/App").output == fromRoot.output)
    let named = try await call(
      "run", story.lastPathComponent, "--to", "junit=r.xml", "--seed", "7", in: inside)
    #expect(named.status == 0, "\(named.errors)")
    #expect(try folder.text(of: inside + "/r.xml").contains("file=\"\(FactsFiles.path)\""))
    #expect(RunHistory.exists(in: folder.url.appending(path: ".scenarios")))
    // As a report prints it.
    #expect(try await call("run", FactsFiles.path + ":3", in: "Sources").status == 0)
    #expect(try await call("check", ".", in: inside).status == 0)
    #expect(
      try await call("run", "missing.yaml", in: inside).errors.contains(inside + "/missing.yaml"))
  }

  @Test func `the command prints its version`() async throws {
    let call = try await StoriesFolder().call(["--version"])
    #expect(call.output == "before 1.0.0\n")
    #expect(call.status == 0)
  }
}
