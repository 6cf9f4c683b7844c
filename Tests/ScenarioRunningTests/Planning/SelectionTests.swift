import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Selections")
struct SelectionTests {
  /// The scenarios of two files: one with two stories in a folder, and one next to the folder.
  private let scenarios: [PlannedScenario] = {
    let inFolder = """
      story: Lamps
      module: lamp
      tags: [home]

      scenarios:
        - scenario: Outer
          tags: [smoke]
          when: the lamp goes on

          scenarios:
            - scenario: Inner
              then: the lamp shines
            - scenario: Other
              tags: [slow]
              then:
                - the lamp shines
        - scenario: Last
          then: { the lamp is: off }
      ---
      story: More lamps
      module: lamp
      scenarios:
        - scenario: ÜBER
          then: { the lamp is: off }
      """
    let beside =
      "story: Room\nmodule: lamp\nscenarios:\n  - scenario: Outer\n    when: 1 s passes\n"
    let files = [("S/lamps/a.yaml", inFolder), ("S/lamps.yaml", beside)].map { path, text in
      StorySource(file: StoryFile(reading: SourceFile(path: path, text: text)), folder: .none)
    }
    return Plan(files, vocabularies: [Vocabulary(of: LampModule.self)]).scenarios
  }()

  @Test(arguments: [
    (Selection(), true), (Selection(targets: [.init("S/lamps")]), true),
    (Selection(targets: [.init("S/lamps/a.yaml:7")]), false),
    (Selection(targets: [.init("S/lamps/a.yaml:7"), .init("S")]), true),
    (Selection(targets: [.init("S/lamps.yaml")]), false),
    (Selection(names: ["inner"]), true), (Selection(names: ["other"]), false),
  ])
  func `a selection would choose an earlier scenario by its path and name, but not by its line`(
    selection: Selection, isChosen: Bool
  ) throws {
    func isChosenNow(_ selection: Selection) -> Bool {
      selection.wouldChoose(name: "Lamps › Inner", tags: ["home"], in: "S/lamps/a.yaml")
    }
    #expect(isChosenNow(selection) == isChosen)
    var tagged = selection
    tagged.tags = try TagExpression("home")
    #expect(isChosenNow(tagged) == isChosen)
    tagged.tags = try TagExpression("slow")
    #expect(!isChosenNow(tagged))
  }

  @Test(arguments: [
    (4, ["It is a", "it is still a", "It is b", "it is still b"]),
    (6, ["It is a", "it is still a", "It is b", "it is still b"]),
    (7, ["It is a", "it is still a"]), (8, ["It is b", "it is still b"]),
    (10, ["it is still a", "it is still b"]), (11, ["it is still a", "it is still b"]),
  ])
  func `the line of an example selects the scenarios of that example`(line: Int, titles: [String]) {
    let story = """
      story: Lamps
      module: lamp
      scenarios:
        - scenario: It is <state>
          then: { the lamp is: <state> }
          examples:
            - { state: a }
            - { state: b }
          scenarios:
            - scenario: it is still <state>
              then: { the lamp is: <state> }
      """
    let file = StoryFile(reading: SourceFile(path: "a.yaml", text: story))
    let plan = Plan(
      [StorySource(file: file, folder: .none)], vocabularies: [Vocabulary(of: LampModule.self)])
    let target = Selection.Target(path: "a.yaml", line: line)
    let selected = Selection(targets: [target]).select(from: plan.scenarios)
    #expect(selected.compactMap(\.id.titles.last) == titles)
  }

  @Test(arguments: [
    (4, [4, 7]), (5, [4, 7]), (7, [7]), (8, [7]), (9, [9, 12]), (12, [12]), (13, [12]),
  ])
  func `a line selects no other scenario with the same titles`(line: Int, selected: [Int]) {
    let scenarios = plan(
      """
      story: Lamps
      module: lamp
      scenarios:
        - scenario: A
          when: the lamp goes on
          scenarios:
            - scenario: A
              then: the lamp shines
        - scenario: B
          when: the lamp goes on
          scenarios:
            - scenario: A
              then: the lamp shines
      """, for: [Vocabulary(of: LampModule.self)]
    ).scenarios
    let selection = Selection(targets: [Selection.Target(path: "s.yaml", line: line)])
    #expect(
      selection.select(from: scenarios).map(\.location.range.start.line) == selected)
  }

  private func selected(_ selection: Selection) -> [String] {
    selection.select(from: scenarios).map { $0.id.titles.last ?? "" }
  }

  @Test func `an empty selection selects every scenario`() {
    #expect(selected(Selection()) == ["Outer", "Inner", "Other", "Last", "ÜBER", "Outer"])
  }

  @Test(arguments: [
    (["S/lamps/a.yaml"], ["Outer", "Inner", "Other", "Last", "ÜBER"]),
    (["S/lamps"], ["Outer", "Inner", "Other", "Last", "ÜBER"]),
    (["S/lamps/"], ["Outer", "Inner", "Other", "Last", "ÜBER"]),
    (["S"], ["Outer", "Inner", "Other", "Last", "ÜBER", "Outer"]),
    (["."], ["Outer", "Inner", "Other", "Last", "ÜBER", "Outer"]),
    (["S/lamps.yaml"], ["Outer"]),
    (["S/lamp"], []),
    (["S/lamps.yaml", "S/lamps/a.yaml:11"], ["Inner", "Outer"]),
    (["S/lamps/a.yaml:11:9"], ["Inner"]),
    (["S/lamps/a.yaml:11:9:"], ["Inner"]),
  ])
  func `a path selects the scenarios of a file or folder`(texts: [String], titles: [String]) {
    #expect(selected(Selection(targets: texts.map { Selection.Target($0) })) == titles)
  }

  @Test(arguments: [
    (6, ["Outer", "Inner", "Other"]),
    (8, ["Outer", "Inner", "Other"]),
    (10, ["Outer", "Inner", "Other"]),
    (11, ["Inner"]),
    (12, ["Inner"]),
    (13, ["Other"]),
    (16, ["Other"]),
    (17, ["Last"]),
    (18, ["Last"]),
    (23, ["ÜBER"]),
    (1, ["Outer", "Inner", "Other", "Last"]),
    (4, ["Outer", "Inner", "Other", "Last"]),
    (19, ["Outer", "Inner", "Other", "Last", "ÜBER"]),
    (20, ["ÜBER"]),
    (22, ["ÜBER"]),
    (999, ["Outer", "Inner", "Other", "Last", "ÜBER"]),
    (-1, ["Outer", "Inner", "Other", "Last", "ÜBER"]),
  ])
  func `a line selects the scenario at that line with nested scenarios`(
    line: Int, titles: [String]
  ) {
    let target = Selection.Target("S/lamps/a.yaml:\(line)")
    #expect(target == Selection.Target(path: "S/lamps/a.yaml", line: line))
    #expect(selected(Selection(targets: [target])) == titles)
  }

  @Test(arguments: [
    ("inner", ["Inner"]), ("LAMPS › outer", ["Outer", "Inner", "Other"]), ("über", ["ÜBER"]),
    ("Room", ["Outer"]), ("none of this", []),
  ])
  func `a name selects scenarios whose full name contains it`(name: String, titles: [String]) {
    #expect(selected(Selection(names: [name])) == titles)
  }

  @Test(arguments: [
    ("smoke", ["Outer", "Inner", "Other"]), ("smoke and not slow", ["Outer", "Inner"]),
    ("home and not smoke", ["Last"]), ("slow or nothing", ["Other"]), ("nothing", []),
  ])
  func `a tag expression selects the scenarios that match it`(
    tags: String, titles: [String]
  ) throws {
    #expect(selected(Selection(tags: try TagExpression(tags))) == titles)
  }

  @Test func `a selection combines targets, name and tags`() throws {
    let selection = Selection(
      targets: [.init("S/lamps/a.yaml:6"), .init("S/lamps.yaml")], names: ["outer"],
      tags: try TagExpression("slow"))
    #expect(selected(selection) == ["Other"])
  }

  @Test func `an empty result is reported with its criteria and similar tags`() throws {
    let filters = Selection(names: ["outer"], tags: try TagExpression("none"))
    #expect(
      filters.diagnostic(forNoneOf: scenarios).text
        == "no scenario has a name that contains \"outer\" and tags that match \"none\" (6 scenarios searched)"
    )
    let slip = Selection(tags: try TagExpression("@smok and not (slow or hom)"))
    #expect(
      slip.diagnostic(forNoneOf: scenarios).text == """
        no scenario has tags that match "@smok and not (slow or hom)" (6 scenarios searched)
          Did you mean: @smoke
          Did you mean: @home
        """)
    let inPlaces = Selection(
      targets: [.init("S/lamps/a.yaml:6"), .init("S/lamps.yaml")], names: ["none"])
    #expect(
      inPlaces.diagnostic(forNoneOf: scenarios).text
        == "no scenario in S/lamps/a.yaml:6 and S/lamps.yaml has a name that contains \"none\" (4 scenarios searched)"
    )
  }

  @Test func `tags that no scenario has are reported, as warnings if they resemble others`() throws
  {
    let tags = try TagExpression("@smok or @home or not @wip")
    func found(_ selection: Selection) -> [String] {
      selection.unknownTags(among: ["home", "smoke"]).map {
        "\($0.severity.rawValue): \($0.text)"
      }
    }
    let slip = "warning: no scenario has the tag @smok\n  Did you mean: @smoke"
    #expect(found(Selection(tags: tags)) == [slip, "note: no scenario has the tag @wip"])
    // Other files may have the tag.
    #expect(found(Selection(targets: [.init("S")], tags: tags)) == [slip])
    #expect(found(Selection(tags: try TagExpression("@home"))) == [])
    #expect(found(Selection()) == [])
  }

  @Test(
    arguments: [
      ("a.yaml:27:3", "a.yaml", 27), ("a.yaml:-3", "a.yaml", -3), ("a:b", "a:b", nil),
      ("a.yaml:", "a.yaml:", nil), (":5", ":5", nil), ("a:1:2:3", "a:1", 2),
      ("a\u{301}\n.yaml:0012", "a\u{301}\n.yaml", 12),
      ("a:99999999999999999999", "a", Int.max),
    ] as [(String, String, Int?)])
  func `the line and column after a path are parsed`(text: String, path: String, line: Int?) {
    #expect(Selection.Target(text) == Selection.Target(path: path, line: line))
  }
}
