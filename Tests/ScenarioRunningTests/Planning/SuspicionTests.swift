import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

/// Returns the warnings on stories, each as `file:line:column message`.
private func warnings(_ files: [(String, String)]) -> [String] {
  let sources = files.map { path, text in
    StorySource(file: StoryFile(reading: SourceFile(path: path, text: text)), folder: .none)
  }
  let plan = Plan(
    sources, vocabularies: [Vocabulary(of: LampModule.self), Vocabulary(of: ShopModule.self)])
  return plan.warnings.map { diagnostic in
    let start = diagnostic.start
    return "\(diagnostic.location?.path ?? ""):\(start.line):\(start.column) \(diagnostic.message)"
  }
}

private func warnings(_ text: String) -> [String] { warnings([("s.yaml", text)]) }

@Suite("Scenarios without checks")
struct UncheckedScenarioTests {
  @Test(arguments: [
    ("then: { the lamp is: {} }", "5:26"), ("then: { the lamp is: [a, { b: {} }] }", "5:35"),
    ("then: { never within 1 s: { the lamp is: !not [{}] } }", "5:52"),
    ("timeline: { step: 1 s, values: { o: {} }, then: { the lamp is: o- } }", "5:41"),
  ])
  func `an expected mapping without keys gets a warning`(steps: String, position: String) {
    #expect(warnings(scenario("lamp", steps)) == ["s.yaml:\(position) every mapping matches {}"])
  }

  private static let pattern =
    "every text matches this pattern, because it also matches no characters"
  private static let tolerance = "nearly every number matches, because the tolerance is so large"

  @Test(
    arguments: [
      ("!matches .*", pattern), ("!matches \\d*", pattern),
      ("!about 3 ± 1000000", tolerance), ("!about 0.5 +- 2000", tolerance),
      ("!about -3 ± 4000", tolerance),
      ("!contains {}", "every list with a mapping matches !contains {}"),
      // Some of these are errors.
      ("!not-matches a?", nil), ("[!matches '']", nil), ("!not-about 3 ± 1", nil),
      ("!not-contains {}", nil), ("!contains !exactly {}", nil), ("!exactly {}", nil), ("[]", nil),
      ("{ a: !exactly {} }", nil), ("!matches ^\\d*$", nil), ("!matches ^$", nil),
      ("!matches a", nil), ("!about 0 ± 5", nil), ("!about 3.14 ± 0.01", nil),
      ("!about 20 ± 100", nil), ("!about 1.7e9 ± 100000", nil), ("!contains a", nil),
    ] as [(String, String?)])
  func `an expected value that nearly every value matches gets a warning`(
    value: String, warning: String?
  ) {
    let found = warnings(scenario("lamp", "then: { the lamp is: \(value) }"))
    #expect(found == (warning.map { ["s.yaml:5:26 \($0)"] } ?? []))
  }

  @Test(arguments: ["the lamp goes on", "the lamp is"])
  func `a failure of a known issue that is no step of its scenario gets a warning`(name: String) {
    let steps = "known issue: { LAMP-7: [The lamp shines, \(name)] }\nthen: the lamp shines"
    #expect(
      warnings(scenario("lamp", steps)) == ["s.yaml:5:46 the scenario has no step \"\(name)\""])
  }

  @Test(arguments: ["the lamp is dark: it is off", "the app crashed", "The lamp shines"])
  func `a failure of a known issue that is a message or a step gets no warning`(name: String) {
    let steps = "known issue: { LAMP-7: [\"\(name)\"] }\nthen: the lamp shines"
    #expect(warnings(scenario("lamp", steps)) == [])
  }

  @Test func `a scenario without checks gets a warning`() {
    let plan = plan(scenario: "when: the lamp goes on", for: LampModule.self)
    #expect(plan.scenarios.count == 1)
    #expect(
      DiagnosticFormatter().format(plan.warnings) == """
        s.yaml:4:15: warning: this scenario checks nothing
          4 |   - scenario: A
            |               ^
          Below "then", add a check of what the app shows.
        """)
  }

  @Test(arguments: [
    "then: the lamp shines", "when: the lamp goes on\nthen: { eventually: the lamp shines }",
    "steps: [when: the lamp goes on, after 1 s: the lamp shines]", "skip: until it is there",
    "timeline: { step: 1 s, values: { o: off }, then: { the lamp is: o- } }",
    "when: the lamp goes on\nscenarios: [{ scenario: B, then: the lamp shines }]",
  ])
  func `scenarios with checks, a skip or nested scenarios get no warning`(steps: String) {
    let plan = plan(scenario: steps, for: LampModule.self)
    #expect(plan.errors == [])
    #expect(plan.warnings == [])
  }

  @Test(arguments: [
    "given: the lamp is bought switched on", "steps: [when: the lamp goes on, and: 1 s passes]",
    "steps: [when: the lamp goes on, then: 1 s passes]",
    "timeline: { step: 1 s, values: { o: off }, when: { the lamp goes on: o- } }",
  ])
  func `preparations, acts and pauses do not count as checks`(steps: String) {
    #expect(warnings(scenario("lamp", steps)) == ["s.yaml:4:15 this scenario checks nothing"])
  }

  @Test func `warnings about a scenario with examples appear only once`() {
    let text = """
      story: S
      module: lamp
      scenarios:
        - scenario: A <n>
          tags: [onces]
          examples: [{ n: 1 }, { n: 2 }]
          when: someone writes "<n>" on it
        - { scenario: B, tags: [once], then: the lamp shines }
        - { scenario: C, tags: [once], then: the lamp shines }
      """
    #expect(
      warnings(text) == [
        "s.yaml:4:15 this scenario checks nothing",
        "s.yaml:5:12 the tag \"onces\" is used once and is nearly the same as \"once\"",
      ])
  }

  @Test func `an always check counts as a check of every scenario`() {
    let text = """
      story: S
      module: lamp
      always: [{ the writing is: "" }]
      scenarios: [{ scenario: A, when: the lamp goes on }]
      """
    #expect(warnings(text) == [])
    let unchecked = text.replacing(/always: .*\n/, with: "")
    #expect(warnings(unchecked) == ["s.yaml:3:25 this scenario checks nothing"])
  }

  @Test func `a story with an unknown step reports only the unknown step`() {
    let plan = plan(scenario: "when: the lamp goes on\nthen: the lamp shine", for: LampModule.self)
    #expect(plan.errors.map(\.message) == ["no step matches \"the lamp shine\""])
  }

  @Test func `checks in a phrase count as checks of its scenario`() {
    let text = """
      story: S
      module: lamp
      phrases:
        the light is there: [{ when: the lamp goes on }, { then: the lamp shines }]
        nobody says this: [{ when: the lamp goes on }]
      scenarios: [{ scenario: A, when: the light is there }]
      """
    #expect(warnings(text) == ["s.yaml:5:3 no step uses \"nobody says this\""])
  }

  @Test func `a nested scenario needs checks of its own`() {
    let text = """
      story: S
      module: lamp
      background: { then: { the lamp is: off } }
      scenarios:
        - scenario: A
          when: the lamp goes on
          then: the lamp shines
          scenarios:
            - { scenario: B, when: the lamp goes off after 1 s }
      """
    #expect(warnings(text) == ["s.yaml:9:21 this scenario checks nothing"])
  }
}

@Suite("Repeated titles")
struct RepeatedTitleTests {
  private func story(_ title: String, module: String = "lamp", _ scenarios: String) -> String {
    "story: \(title)\nmodule: \(module)\nscenarios:\n\(scenarios)\n"
  }

  private let one = "  - { scenario: A, then: { the lamp is: off } }"

  @Test func `a repeated full scenario name gets a warning`() {
    let text = story("S", one) + "---\n" + story("T", one)
    #expect(
      warnings([("a.yaml", text), ("b.yaml", story("S", one))]) == [
        "b.yaml:4:17 another scenario has the same name, \"S › A\", in a.yaml:4"
      ])
  }

  @Test func `examples that share a title get no warning`() {
    let cases = """
        - scenario: A <state>
          then: { the lamp is: off }
          examples: [{ state: "1", count: 1 }, { state: "1", count: 2 }]
          scenarios: [{ scenario: B <count>, then: { the lamp is: off } }]
      """
    #expect(warnings([("a.yaml", story("S", cases))]) == [])
  }

  @Test func `a repeated scenario with nested scenarios gets a single warning`() {
    let nested =
      "  - { scenario: A, then: { the lamp is: off }, scenarios: [{ scenario: B, then: { the lamp is: off } }] }"
    #expect(warnings([("a.yaml", story("S", nested)), ("b.yaml", story("S", nested))]).count == 1)
  }

  @Test func `equal titles under other parents or in other modules are allowed`() {
    let other = "  - { scenario: A, then: the shop is empty }"
    let nested =
      "  - { scenario: B, then: { the lamp is: off }, scenarios: [{ scenario: A, then: { the lamp is: off } }] }"
    #expect(
      warnings([
        ("a.yaml", story("S", one)), ("b.yaml", story("T", module: "shop", other)),
        ("c.yaml", story("U", nested)),
      ]) == [])
  }
}

@Suite("Suspected typos in tags")
struct MistypedTagTests {
  private func warnings(_ tags: [String]) -> [String] {
    let scenarios = tags.enumerated().map { index, tags in
      "  - { scenario: A\(index), tags: [\(tags)], then: { the lamp is: off } }"
    }
    return ScenarioRunningTests.warnings(story("lamp", scenarios.joined(separator: "\n")))
  }

  @Test(arguments: [
    ("smoke", "smok"), ("smoke", "smokee"), ("smoke", "smoek"), ("smoke", "snoke"),
    ("smoke", "Smoke"), ("дымовой", "дымовои"), ("slow", "low"),
  ])
  func `a tag one letter away from another gets a warning`(tag: String, slip: String) {
    #expect(
      warnings([tag, tag, slip]) == [
        "s.yaml:6:28 the tag \"\(slip)\" is used once and is nearly the same as \"\(tag)\""
      ])
  }

  @Test(arguments: [
    ["smoke", "slow"], ["sprint-1", "sprint-2"], ["v1", "v2"], ["ios", "tvos"], ["api", "app"],
    ["smoke", "smoke"], ["smoke", "smoke", "smok", "smok"],
    [String(repeating: "a", count: 70), String(repeating: "a", count: 71)],
  ])
  func `dissimilar, short, numbered or reused tags get no warning`(tags: [String]) {
    #expect(warnings(tags) == [])
  }

  @Test func `two similar tags that are used once get a single warning`() {
    #expect(
      warnings(["smoke", "smokes"]) == [
        "s.yaml:5:28 the tag \"smokes\" is used once and is nearly the same as \"smoke\""
      ])
  }

  @Test func `similar tags among thousands of tags get warnings`() {
    let tags = (0..<Sample.number(2_000, whole: 10_000)).map {
      "a\(String($0, radix: 7).map { String("klmnopq"[$0]) }.joined())z"
    }
    #expect(warnings([tags.joined(separator: ", ")]).count > 1)
  }
}

extension String {
  /// The character whose offset is the value of a digit.
  fileprivate subscript(digit: Character) -> Character {
    self[index(startIndex, offsetBy: digit.wholeNumberValue ?? 0)]
  }
}
