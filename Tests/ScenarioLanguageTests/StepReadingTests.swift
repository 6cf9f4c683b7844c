import ScenarioLanguage
import Testing

@Suite("Step reading")
struct StepReadingTests {
  @Test(
    arguments: [
      ("when: a", ["act when: a"]),
      ("when: [a, b]", ["act when: a", "act when: b"]),
      ("when:\n  - a\n  - b: 1", ["act when: a", "act when: b + data"]),
      (
        "given: { a: 1 }\nthen: { b: [1, 2] }", ["prepare given: a + data", "check then: b + data"]
      ),
      ("given: a\nwhen: b\nthen: c", ["prepare given: a", "act when: b", "check then: c"]),
      ("then: '  a  '", ["check then: a"]),
      ("then: >\n  a\n  b\n", ["check then: a b"]),
      ("then: a\n  b", ["check then: a b"]),
      ("then: { a: null }", ["check then: a + data"]),
      ("then: { a: '' }", ["check then: a + data"]),
      ("then: { a: !any }", ["check then: a + data"]),
      ("then: { eventually: a }", ["check then eventually 1 min: a"]),
      ("then: { within 2 s: a }", ["check then within 2 s: a"]),
      ("then: { after 100ms: { a: 1 } }", ["check then after 100 ms: a + data"]),
      ("then: { for 1.5 s: a }", ["check then throughout 1.5 s: a"]),
      ("then: { never within 1 h: a }", ["check then never 1 h: a"]),
      ("then:\n  - within 1 d: [a, { b: 1 }]", ["check then within 1 d: a & b + data"]),
      ("then: { for the reader: a }", ["check then: for the reader + data"]),
      ("then: { after the fact: a }", ["check then: after the fact + data"]),
      ("when: 100 ms pass", ["act when: 100 ms pass"]),
      ("when: eventually the screen appears", ["act when: eventually the screen appears"]),
      (
        "steps:\n  - then: a\n  - 100 ms pass\n  - 1 s passes\n  - and: b",
        ["check then: a", "act : 100 ms pass", "act : 1 s passes", "check and: b"]
      ),
      (
        "given: [a, b]\nsteps: [{ when: c }, { and: d }]",
        ["prepare given: a", "prepare given: b", "act when: c", "act and: d"]
      ),
      ("then: [a, 1 s pass]", ["check then: a", "check then: 1 s pass"]),
      (
        "steps: [{ when: a }, { then: b }, { when: c }]",
        ["act when: a", "check then: b", "act when: c"]
      ),
      (
        "steps:\n  - given: a\n  - and: b\n  - when: c\n  - but: d",
        ["prepare given: a", "prepare and: b", "act when: c", "act but: d"]
      ),
      (
        "steps:\n  - when: a\n  - after 100 ms: { b: 1 }\n  - and: c",
        ["act when: a", "check after 100 ms after 100 ms: b + data", "check and: c"]
      ),
      (
        "steps:\n  - then: { within 1 s: a }\n  - then: [b, c]",
        ["check then within 1 s: a", "check then: b", "check then: c"]
      ),
      (
        "steps:\n  - then: a\n  - and: { eventually: b }",
        ["check then: a", "check and eventually 1 min: b"]
      ),
    ])
  func `steps are read from short and long forms`(lines: String, steps: [String]) throws {
    let (scenario, diagnostics) = TestStories.scenario(lines)
    #expect(diagnostics == [])
    #expect(scenario?.steps.map(\.shown) == steps)
  }

  @Test func `a step has the source range of its sentence`() throws {
    let step = try #require(TestStories.scenario("when: the reader taps").scenario?.steps.first)
    #expect(
      ([step.range] + step.sentences.map(\.range)).map(\.shown) == ["5:11-5:26", "5:11-5:26"])
  }

  @Test func `a step is read without a time word whose duration is invalid`() throws {
    let (scenario, diagnostics) = TestStories.scenario("then: { within 2: a }")
    #expect(scenario?.steps.map(\.shown) == ["check then: a"])
    #expect(diagnostics.map(\.message) == ["\"2\" has no unit"])
  }

  @Test func `a scenario with a skip or nested scenarios needs no steps`() {
    #expect(TestStories.scenario("skip: until storage lands").diagnostics == [])
    #expect(TestStories.scenario("scenarios:\n  - scenario: Two\n    when: a").diagnostics == [])
  }

  @Test func `a scenario is read with tags, known issue and skip`() throws {
    let (scenario, diagnostics) = TestStories.scenario(
      "tags: [a, b]\nknown issue: LINKS-7\nskip: later\nwhen: a")
    #expect(diagnostics == [])
    #expect(scenario?.tags.map(\.string) == ["a", "b"])
    let reasons = [scenario?.knownIssue?.reason.string, scenario?.skip?.string]
    #expect(reasons == ["LINKS-7", "later"])
    #expect(scenario?.skip?.range.shown == "7:11-7:16")
  }

  @Test func `steps under a mistyped keyword are read`() {
    let (scenario, diagnostics) = TestStories.scenario("wen: the reader taps\nthne: { a: 1 }")
    #expect(diagnostics.count == 2)
    #expect(scenario?.steps.map(\.shown) == ["act when: the reader taps", "check then: a + data"])
  }
}
