import Foundation
import ScenarioReports
import Testing

/// Tests of the visible effects of worker processes.
@Suite("Workers of a run", .timeLimit(.minutes(10)))
struct WorkerTests {
  /// Creates a folder for an app that counts its users for the lifetime of its process.
  private static func folder(users: Int) throws -> StoriesFolder {
    try StoriesFolder.story(DeathTests.scenarios(of: ["session"], users: users), for: "shared")
  }

  @Test func `a failure caused by an earlier scenario's state becomes a note`() async throws {
    let folder = try Self.folder(users: 2)
    try await folder.hostile("run", "--no-history", "--jobs", "1", "--to", "json=results.json")
      .expect(0)
    let scenarios = try folder.runs().flatMap(\.scenarios)
    #expect(scenarios.map(\.verdict) == [.passed, .passed])
    #expect(scenarios.first?.notes.map(\.message) == [])
    #expect(
      scenarios.last?.notes.map(\.message) == [
        "it passes alone but fails after \"Story › session 1\" in the same process: "
          + "the app keeps state between scenarios"
      ])
  }

  @Test func `an isolated run has no note about shared state`() async throws {
    try await Self.folder(users: 3).hostile(
      "run", "--no-history", "--isolate"
    ).expect(0, output: .lacks("in the same process"))
  }

  @Test func `a determinism check names the scenario that affects another`() async throws {
    try await Self.folder(users: 2).hostile(
      "run", "--no-history", "--check-determinism"
    ).expect(1, output: .contains("it fails only after \"Story › session 1\""))
  }

  @Test(arguments: [
    [], ["--to", "json=results.json"], ["--to", "html=page.html"], ["--check-determinism"],
    ["--isolate", "--to", "json=results.json"], ["--jobs", "2", "--to", "json=results.json"],
  ])
  func `observations for reports change no result`(options: [String]) async throws {
    let folder = try StoriesFolder.story(
      """
        - scenario: The app is created in a step
          steps:
            - given: the day begins
            - when: the app is created
            - when: the app is used
        - scenario: The app counts how often it is observed
          given: the app is created
          when: the app is used
          then: { the app was observed: 1 }
      """, for: "late")
    try await folder.hostile(["run", "--no-history"] + options).expect(
      0, output: .contains("2 scenarios: 2 passed"))
    guard options.contains("json=results.json") else { return }
    let reports = try folder.runs().flatMap(\.scenarios)
    let shown = reports.first?.steps.map { step in
      step.shown.filter { $0.name == "the app shows" }.map { "\($0.value.value)" }
    }
    #expect(shown == [[], ["new"], ["used"]])
  }

  @Test func `a determinism check names what newly executed processes differ in`() async throws {
    let hash = "it depends on the order of a Set or a Dictionary, or on a hash value"
    let kinds = [
      ("a number", "it depends on randomness"), ("an order", hash), ("a hash", hash),
      ("an address", "it depends on an address, such as that of an ObjectIdentifier"),
      ("a constant", nil), ("a label", nil),
    ]
    let scenarios = kinds.map { "  - { scenario: \($0.0), when: the app draws \($0.0) }\n" }
    let folder = try StoriesFolder.story(scenarios.joined(), for: "undetermined")
    try await folder.hostile(
      "run", "--no-history", "--check-determinism", "--to", "json=results.json"
    ).expect(1)
    let reports = try folder.runs().flatMap(\.scenarios)
    #expect(reports.map { $0.failures.first?.message } == kinds.map(\.1))
    for failure in reports.flatMap(\.failures) {
      let values = failure.details.prefix(2).compactMap { $0.split(separator: "drew: ").last }
      #expect(failure.details.count == 3)
      #expect(Set(values).count == 2, "\(failure.details)")
    }
  }

  @Test func `state that lives as long as the app is a note of a determinism check`() async throws {
    try await StoriesFolder.story(
      """
        - scenario: One
          when: user 1 uses the clock
        - scenario: Other
          when: user 2 uses the clock
      """, for: "shared"
    ).hostile("run", "--no-history", "--check-determinism").expect(
      0,
      output: .contains(
        "note: it behaves differently after its own first run than alone, because the app keeps state"
          + " between scenarios; entry 4 of the trace was"))
  }

  @Test func `scenarios run --in-process shares the app's state between scenarios`() async throws {
    try await Self.folder(users: 2).hostile(
      "run", "--no-history", "--in-process"
    ).expect(1, output: .contains("2 scenarios: 1 failed, 1 passed"))
  }

  @Test func `scenarios run --in-process fails if the app exits with success`() async throws {
    try await StoriesFolder.story(
      """
        - scenario: A success
          when: the app dies by "exit 0"
      """, for: "deaths"
    ).hostile("run", "--no-history", "--in-process").expect(
      1, errors: .contains("error: the app ended the process while a scenario ran"))
  }

  @Test func `scenarios run --in-process does not capture the app's output`() async throws {
    let folder = try StoriesFolder.story(
      """
        - scenario: Loud
          when: the app prints "a line"
      """, for: "printing")
    try await folder.hostile("run", "--no-history").expect(output: .lacks("«a line»"))
    try await folder.hostile("run", "--no-history", "--in-process").expect(
      output: .contains("«a line»"))
  }

  @Test(arguments: [(2, 0), (3, 1), (4, 1)] as [(Int, Int32)])
  func `scenarios run --repeat compares every run`(times: Int, status: Int32) async throws {
    // A static variable outlives a run, and the app adds 500 to it in each.
    let call = try await StoriesFolder.story(
      """
        - scenario: Counts
          when: user 1 uses the counter
          then: { the app shows: !below 1001 }
      """, for: "shared"
    ).hostile("run", "--no-history", "--repeat", "\(times)")
    call.expect(status)
    #expect(call.output.contains("the scenario's result differs between runs") == (status == 1))
  }

  @Test func `scenarios run --seed chooses the app's random numbers`() async throws {
    let folder = try StoriesFolder.story(
      """
        - scenario: Numbers
          when: user 1 uses the random numbers
          then: { the app shows: 0 }
      """, for: "shared")
    var numbers: [Substring?] = []
    for seed in ["0", "7", "7", "18446744073709551615"] {
      let call = try await folder.hostile("run", "--no-history", "--seed", seed)
      call.expect(1, output: seed == "0" ? .lacks("Seed") : .contains("Seed \(seed)"))
      numbers.append(call.output.firstMatch(of: /actual +(\d+)/)?.output.1)
    }
    let usual = try await folder.hostile("run", "--no-history")
    usual.expect(1, output: .lacks("Seed"))
    #expect(numbers[0] == usual.output.firstMatch(of: /actual +(\d+)/)?.output.1)
    #expect(numbers[1] == numbers[2])
    #expect(Set(numbers.compactMap(\.self)).count == 3)
  }

  @Test(arguments: [["--jobs", "2"], ["--isolate"]])
  func `tasks, actors, queues and Foundation work in a forked worker`(
    options: [String]
  ) async throws {
    try await StoriesFolder.story(
      """
        - scenario: Once
          when: the app uses tasks, actors, queues and Foundation
          then: { the number is: 4 }
        - scenario: Again
          when: the app uses tasks, actors, queues and Foundation
          then: { the number is: 4 }
      """, for: "honest"
    ).hostile(["run", "--no-history"] + options).expect(
      0, output: .contains("2 scenarios: 2 passed"), .lacks("in the same process"))
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
    try await folder.hostile("run", "--no-history", "--jobs", "1", "--to", "json=results.json")
      .expect(act.status)
    let scenarios = try folder.runs().flatMap(\.scenarios)
    #expect(scenarios.count == count)
    #expect(scenarios.count { $0.verdict == .failed } == Int(act.status))
  }
}
