import Foundation
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

  @Test(arguments: [
    (["run", "--tag", "@a"], "Error: Unknown option '--tag'.\nHere, it is --tags \"@smoke\".\n"),
    (["run", "--format", "junit"], "Here, it is --to junit=FILE.\n"),
    (["run", "--timeout", "5"], "A step may take 60 s of story time, and 4 s of processor time"),
    (["run", "-v"], "Here, it is --trace.\n"),
    (["run", "--dry-run"], "Here, it is the command check.\n"),
    (["rn"], "Did you mean: run\n"), (["test"], "Did you mean: run\n"),
    (["lint"], "Did you mean: check\n"),
  ])
  func `a name of another tool is an error that says what it is called here`(
    arguments: [String], words: String
  ) async throws {
    let call = try await StoriesFolder().call(arguments)
    #expect(call.status == 2)
    #expect(call.errors.contains(words), "\(call.errors)")
    #expect(!call.errors.contains("Did you mean '"), "\(call.errors)")
  }

  @Test func `the command prints its version`() async throws {
    let call = try await StoriesFolder().call(["--version"])
    #expect(call.output == "before 1.0.0\n")
    #expect(call.status == 0)
  }
}
