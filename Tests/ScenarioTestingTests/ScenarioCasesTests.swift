import ScenarioTesting
import Testing

@Suite("The scenario cases of a folder")
struct ScenarioCasesTests {
  private static let counter = """
    story: A counter
    module: counter
    scenarios:
      - scenario: It counts
        tags: [smoke]
        when: the reader taps plus 1 time
        scenarios:
          - scenario: It counts on
            when: the reader taps plus 2 times
      - scenario: It starts at nothing
        tags: [slow]
        steps:
          - then: { the counter shows: { count: 0 } }
    """

  private static let other = """
    story: Another counter
    module: counter
    scenarios:
      - scenario: It counts, too
        when: the reader taps plus 1 time
    """

  private static let broken = """
    story: A broken counter
    module: counter
    scenarios:
      - scenario: It counts
        when: { the reader taps plus 1 time: now }
    """

  private func package(broken: Bool = false) throws -> ScenarioPackage {
    var files = ["counter.yaml": Self.counter, "more/other.yml": Self.other]
    if broken { files["more/broken.yaml"] = Self.broken }
    return try ScenarioPackage(files)
  }

  private static let names = [
    "A counter › It counts", "A counter › It counts › It counts on",
    "A counter › It starts at nothing", "Another counter › It counts, too",
  ]

  @Test func `the cases of a folder are its scenarios with full names`() throws {
    #expect(try package().cases().map(\.testDescription) == Self.names)
  }

  @Test func `a broken file has one case, and a case is identified by its file and titles`() throws
  {
    let cases = try package(broken: true).cases()
    #expect(cases.map(\.testDescription) == ["Scenarios/more/broken.yaml can be run"] + Self.names)
    #expect(
      try cases.map { try $0.identity } == [
        "Scenarios/more/broken.yaml",
        "Scenarios/counter.yaml › A counter › It counts",
        "Scenarios/counter.yaml › A counter › It counts › It counts on",
        "Scenarios/counter.yaml › A counter › It starts at nothing",
        "Scenarios/more/other.yml › Another counter › It counts, too",
      ])
  }

  @Test func `a scenario case keeps its identity when its file changes elsewhere`() throws {
    let longer = Self.counter.replacing(
      "scenarios:\n  - scenario: It counts\n",
      with: """
        # A comment that moves everything down, and a new scenario.
        scenarios:
          - scenario: It is there
            when: the reader taps plus 5 times
          - scenario: It counts

        """)
    try #require(longer != Self.counter)
    let before = try ScenarioPackage(["counter.yaml": Self.counter]).cases()
    let after = try ScenarioPackage(["counter.yaml": longer]).cases()
    #expect(try after.dropFirst().map { try $0.identity } == before.map { try $0.identity })
  }

  @Test(
    arguments: [
      (
        ["SCENARIOS": "", "SCENARIOS_NAME": "", "SCENARIOS_TAGS": ""],
        ["It counts", "It counts on", "It starts at nothing", "It counts, too"]
      ),
      (["SCENARIOS": "Scenarios/more"], ["It counts, too"]),
      (["SCENARIOS": "Scenarios/counter.yaml:9"], ["It counts on"]),
      (
        ["SCENARIOS": "Scenarios/counter.yaml:9, Scenarios/more/other.yml\n"],
        ["It counts on", "It counts, too"]
      ),
      (["SCENARIOS_NAME": "COUNTS ON"], ["It counts on"]),
      (["SCENARIOS_TAGS": "@smoke"], ["It counts", "It counts on"]),
      (["SCENARIOS_TAGS": "not @smoke"], ["It starts at nothing", "It counts, too"]),
      (
        ["SCENARIOS": "Scenarios/counter.yaml", "SCENARIOS_TAGS": "not @smoke"],
        ["It starts at nothing"]
      ),
      (["SCENARIOS": "./Scenarios//more/"], ["It counts, too"]),
      (["SCENARIOS": "Scenarios/more/../counter.yaml:9:11"], ["It counts on"]),
      (["SCENARIOS": "ROOT/Scenarios/more/other.yml"], ["It counts, too"]),
    ] as [([String: String], [String])])
  func `scenario cases are selected by environment variables`(
    environment: [String: String], titles: [String]
  ) throws {
    let package = try package()
    let names = package.cases(
      environment.mapValues { $0.replacing("ROOT/", with: package.root) }
    ).map(\.testDescription)
    #expect(names.map { $0.split(separator: " › ").last.map(String.init) } == titles)
  }

  @Test func `an unknown path adds a failing case and keeps the other cases`() async throws {
    let package = try package()
    let cases = package.cases([
      "SCENARIOS": "Scenarios/more, othr.yml, Scenarios/counter.yaml:14,Scenarios/counter.yaml:13"
    ])
    #expect(
      cases.map(\.testDescription) == [
        "There are scenarios to run", "There are scenarios to run",
        "A counter › It starts at nothing", "Another counter › It counts, too",
      ])
    var texts: [String] = []
    for problem in cases.prefix(2) {
      texts += await problem.outcome(by: package.root).issues.map(\.text)
    }
    #expect(
      texts == [
        "there is no file or folder \"othr.yml\"\n  Did you mean: Scenarios/more/other.yml",
        "Scenarios/counter.yaml has no line 14 (it has 13)",
      ])
  }

  @Test func `a tag that no scenario has adds a case with a warning`() async throws {
    let package = try package()
    let cases = package.cases(["SCENARIOS_TAGS": "@slow or @smok and not @wip"])
    #expect(
      cases.map(\.testDescription) == [
        "The selected tags exist", "The selected tags exist", "A counter › It starts at nothing",
      ])
    var issues: [StoryRun.Entry] = []
    for tag in cases.prefix(2) { issues += await tag.outcome(by: package.root).issues }
    #expect(
      issues.map(\.text) == [
        "no scenario has the tag @smok\n  Did you mean: @smoke", "no scenario has the tag @wip",
      ])
    #expect(issues.map(\.isWarning) == [true, true])
  }

  @Test func `a broken file that is not selected has no case`() throws {
    let package = try package(broken: true)
    #expect(
      package.cases(["SCENARIOS": "Scenarios/counter.yaml"]).map(\.testDescription)
        == Array(Self.names.dropLast()))
    #expect(
      package.cases(["SCENARIOS": "Scenarios/more/broken.yaml"]).map(\.testDescription) == [
        "Scenarios/more/broken.yaml can be run"
      ])
  }

  /// Selections of nothing, by what is said of them.
  private static let selections: [String: [String: String]] = [
    #"no scenario has a name that contains "no such name" (4 scenarios searched)"#:
      ["SCENARIOS_NAME": "no such name"],
    #"no scenario in Scenarios/more has tags that match "@smoke" (1 scenario searched)"#:
      ["SCENARIOS": "Scenarios/more", "SCENARIOS_TAGS": "@smoke"],
    """
    the tag expression has a problem at column 8:

    @smoke and
           ^-^
    There is no tag after "and".
    Write a tag there, such as "smoke and not (slow or flaky)".
    """: ["SCENARIOS_TAGS": "@smoke and"],
    "nothing reads the environment variable SCENARIOS_NAMES\n  Did you mean: SCENARIOS_NAME":
      ["SCENARIOS_NAMES": "nothing"],
    "nothing reads the environment variable SCENARIO\n  Did you mean: SCENARIOS":
      ["SCENARIO": "Scenarios/counter.yaml"],
  ]

  @Test(arguments: selections.map { ($0, $1) })
  func `a selection without scenarios has one failing case`(
    message: String, environment: [String: String]
  ) async throws {
    try await expectOneCase(of: package(), environment, with: message)
  }

  /// Folders without scenarios, by what is said of them.
  private static let folders: [String: [String: String]] = [
    #"there is no folder "Scenarios""#: [:],
    #"there is no story in "Scenarios": no file in it ends in .yaml or .yml"#:
      ["notes.txt": "No story."],
  ]

  @Test(arguments: folders.map { ($0, $1) })
  func `a folder without scenarios has one failing case`(message: String, files: [String: String])
    async throws
  {
    let package = try ScenarioPackage(files)
    #expect(try package.cases().map { try $0.identity } == [message])
    try await expectOneCase(of: package, [:], with: message)
  }

  private func expectOneCase(
    of package: ScenarioPackage, _ environment: [String: String], with message: String
  ) async throws {
    let cases = package.cases(environment)
    #expect(cases.map(\.testDescription) == ["There are scenarios to run"])
    let outcome = await cases.first?.outcome(by: package.root)
    #expect(outcome?.issues.map(\.text) == [message])
  }
}
