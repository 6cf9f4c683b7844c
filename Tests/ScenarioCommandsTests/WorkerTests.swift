import Foundation
import ScenarioResults
import Testing

/// Tests of the visible effects of worker processes.
@Suite("Workers of a run", .timeLimit(.minutes(10)))
struct WorkerTests {
  /// Returns a story of an app that counts its users for the lifetime of its process.
  private static func story(users: Int) -> String {
    let scenarios = (1...users).map { user in
      """
        - scenario: User \(user)
          when: user \(user) uses the session
          then: { the app shows: 1 }

      """
    }
    return "story: State\nmodule: shared\nscenarios:\n" + scenarios.joined()
  }

  @Test func `a failure caused by an earlier scenario's state becomes a note`()
    async throws
  {
    let folder = try StoriesFolder(["Scenarios/state.yaml": Self.story(users: 2)])
    let call = try await folder.call(
      ["run", "--no-history", "--jobs", "1", "--to", "json=results.json"],
      command: "HostileStories")
    #expect(call.status == 0)
    let scenarios = try ResultsFile.records(
      in: try folder.text(of: "results.json"), path: "results.json"
    ).flatMap(\.scenarios)
    #expect(scenarios.map(\.verdict) == [.passed, .passed])
    #expect(scenarios.first?.notes.map(\.message) == [])
    #expect(
      scenarios.last?.notes.map(\.message) == [
        "it passes alone but fails after \"State › User 1\" in the same process: "
          + "the app keeps state between scenarios"
      ])
  }

  @Test func `an isolated run has no note about shared state`() async throws {
    let folder = try StoriesFolder(["Scenarios/state.yaml": Self.story(users: 3)])
    let call = try await folder.call(
      ["run", "--no-history", "--isolate"], command: "HostileStories")
    #expect(call.status == 0)
    #expect(!call.output.contains("in the same process"))
  }

  @Test func `a determinism check names the scenario that affects another`() async throws {
    let folder = try StoriesFolder(["Scenarios/state.yaml": Self.story(users: 2)])
    let call = try await folder.call(
      ["run", "--no-history", "--check-determinism"], command: "HostileStories")
    #expect(call.status == 1)
    #expect(call.output.contains("it fails only after \"State › User 1\""))
  }

  @Test func `scenarios run --in-process shares the app's state between scenarios`()
    async throws
  {
    let folder = try StoriesFolder(["Scenarios/state.yaml": Self.story(users: 2)])
    let call = try await folder.call(
      ["run", "--no-history", "--in-process"], command: "HostileStories")
    #expect(call.status == 1)
    #expect(call.output.contains("2 scenarios: 1 failed, 1 passed"))
  }

  @Test func `scenarios run --in-process does not capture the app's output`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/printing.yaml": """
      story: Printing
      module: printing
      scenarios:
        - scenario: Loud
          when: the app prints "a line"
      """
    ])
    let inWorker = try await folder.call(["run", "--no-history"], command: "HostileStories")
    #expect(!inWorker.output.contains("«a line»"))
    let inProcess = try await folder.call(
      ["run", "--no-history", "--in-process"], command: "HostileStories")
    #expect(inProcess.output.contains("«a line»"))
  }

  @Test(arguments: [(2, 0), (3, 1), (4, 1)] as [(Int, Int32)])
  func `scenarios run --repeat compares every run`(times: Int, status: Int32) async throws {
    // The environment outlives a run, and the app shows how often it has run.
    let folder = try StoriesFolder([
      "Scenarios/shared.yaml": """
      story: Shared
      module: shared
      scenarios:
        - scenario: Launches
          when: user 1 uses the environment
          then: { the app shows: !below 3 }
      """
    ])
    let call = try await folder.call(
      ["run", "--no-history", "--repeat", "\(times)"], command: "HostileStories")
    #expect(call.status == status)
    #expect(
      call.output.contains("the scenario's result differs between runs") == (status == 1))
  }

  @Test func `scenarios run --memory sets the limit that a failure reports`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/deaths.yaml": """
      story: Deaths
      module: deaths
      scenarios:
        - scenario: Death
          when: the app dies by "memory"
      """
    ])
    let call = try await folder.call(
      ["run", "--no-history", "--memory", "300MB"], command: "HostileStories")
    #expect(call.status == 1)
    #expect(call.output.contains("the app used more than 300 MB of memory"))
  }

  @Test(arguments: [["--jobs", "2"], ["--isolate"]])
  func `tasks, actors, queues and Foundation work in a forked worker`(
    options: [String]
  ) async throws {
    let folder = try StoriesFolder([
      "Scenarios/platform.yaml": """
      story: Platform
      module: honest
      scenarios:
        - scenario: Once
          when: the app uses tasks, actors, queues and Foundation
          then: { the number is: 4 }
        - scenario: Again
          when: the app uses tasks, actors, queues and Foundation
          then: { the number is: 4 }
      """
    ])
    let call = try await folder.call(["run", "--no-history"] + options, command: "HostileStories")
    #expect(call.status == 0, "\(call.output)")
    #expect(call.output.contains("2 scenarios: 2 passed"))
    #expect(!call.output.contains("in the same process"))
  }

  @Test(
    arguments: [4, 120],
    [
      ("the app forks, and its child goes on", 0),
      ("the app kills its process group", 1),
      ("the app writes \"garbage\" to descriptor 4", 0),
      ("the app writes \"garbage\" to descriptor 6", 0),
    ])
  func `no result is lost when the app forks, kills processes or writes garbage`(
    count: Int, act: (step: String, status: Int32)
  ) async throws {
    let others = (1..<count).map { number in
      "  - scenario: Number \(number)\n    then: all is well\n"
    }
    let story = """
      story: Printing
      module: printing
      scenarios:
      \(others.prefix(count / 2).joined())
        - scenario: Hostile
          when: \(act.step)
      \(others.dropFirst(count / 2).joined())
      """
    let folder = try StoriesFolder(["Scenarios/story.yaml": story])
    let call = try await folder.call(
      ["run", "--no-history", "--jobs", "1", "--to", "json=results.json"],
      command: "HostileStories")
    #expect(call.status == act.status, "\(call.output)\(call.errors)")
    let scenarios = try ResultsFile.records(
      in: try folder.text(of: "results.json"), path: "results.json"
    ).flatMap(\.scenarios)
    #expect(scenarios.count == count)
    #expect(scenarios.count { $0.verdict == .failed } == Int(act.status))
  }
}
