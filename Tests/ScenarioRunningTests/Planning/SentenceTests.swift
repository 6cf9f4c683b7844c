import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Sentences")
struct SentenceTests {
  @Test(arguments: [
    (
      "then: the shop is emty",
      #"5:11-27: no step matches "the shop is emty"; Did you mean: the shop is empty   (Steps.swift:1)"#
    ),
    (
      "when: the reader buys a \"pen\"",
      #"5:11-34: 3 steps match "the reader buys a "pen""; Could be: the reader buys a {word}   (Steps.swift:1); Could be: the reader buys a(n) {string}   (Steps.swift:1); Could be: the reader buys {}   (Steps.swift:1); Use words that only one of them has, or have a developer narrow the others: other words, {string} or {word} in place of {}, {int} in place of {float}."#
    ),
    (
      "then: the items are",
      #"5:11-24: "the items are" needs an expected value; Write it after a colon: { the items are: … }"#
    ),
    (
      "given: the shop has",
      #"5:12-24: "the shop has" needs data; Write it after a colon: { the shop has: … }"#
    ),
    (
      "then: { the shop is empty: true }",
      #"5:32-36: "the shop is empty" takes no data; Remove the colon and the data after it."#
    ),
    (
      "given: { the shop has: [{ name: pen, price: 2 }, { name: ink, price: cheap }] }",
      #"5:74-79: expected a number, but this is the text "cheap""#
    ),
    (
      "given: { the shop has: [{ name: pen, prize: 2 }] }",
      #"5:42-47: unknown key "prize"; Did you mean: price"#
    ),
    (
      "given: { the catalogue is: { file: catalog.txt } }",
      #"5:40-51: there is no file "catalog.txt"; File names are relative to the story's folder: /nowhere/at/all"#
    ),
    (
      "then: { the items are: !contain pen }",
      "5:28-36: unknown tag !contain; Did you mean: !contains"
    ),
    (
      "when: the shop is empty",
      #"5:11-28: "the shop is empty" checks, but it is under "when"; Move it under "then"."#
    ),
    (
      "given: { the items are: [] }",
      #"5:14-27: "the items are" checks, but it is under "given"; Move it under "then"."#
    ),
    (
      "then: the reader leaves a note",
      #"5:11-35: "the reader leaves a note" acts, but it is under "then", where checks belong; Move it under "when"; "steps:" can mix them."#
    ),
    (
      "then: { the shop has: [] }",
      #"5:13-25: "the shop has" prepares, but it is under "then", where checks belong; Move it under "given"."#
    ),
    (
      "then: { within 2 s: the reader leaves a note }",
      #"5:25-49: "the reader leaves a note" acts, but it is under "within 2 s", where checks belong; Move it under "when"; "steps:" can mix them."#
    ),
    (
      "then: { eventually: 1 s passes }",
      #"5:25-35: "1 s passes" lets time pass, but it is under "eventually", where checks belong; Write it as a separate step."#
    ),
    (
      "when: the reader buys 99999999999999999999 items",
      "5:11-53: 99999999999999999999 can't be used as {int}: it must be a whole number from -9223372036854775808 to 9223372036854775807"
    ),
  ])
  func `a sentence that cannot be used is reported at its location`(
    steps: String, diagnostic: String
  ) {
    let plan = plan(scenario: steps, for: ShopModule.self)
    #expect(plan.scenarios.allSatisfy { $0.isUndefined })
    let errors = plan.errors.map {
      $0.inOneLine.replacing(/[A-Za-z]+\.swift:\d+/, with: "Steps.swift:1")
    }
    #expect(errors == [diagnostic])
  }

  @Test func `an unknown sentence without a similar one is reported with those of its keyword`() {
    let plan = plan(scenario: "when: \"🤷\"", for: ShopModule.self)
    #expect(
      DiagnosticFormatter().format(plan.errors) == """
        s.yaml:5:11: error: no step matches "🤷"
          5 |     when: "🤷"
            |           ^~~~
          The sentences under "when": the reader leaves a note: …; the reader buys 2 items; the reader buys a …; the reader buys a "…"; the reader buys …
          For a developer:
            When("🤷") { module in
              throw CheckFailure("this step is not implemented yet")
            }
        """)
  }

  @Test func `an error in one sentence does not hide errors in others`() {
    let plan = plan(
      """
      story: S
      module: shop
      background: { given: the shop had }
      scenarios:
        - scenario: A
          then: the shop is full
          scenarios:
            - { scenario: B, when: the shop is empty, tag: a }
      """, for: [Vocabulary(of: ShopModule.self)])
    #expect(plan.scenarios.isEmpty)
    #expect(
      plan.errors.map { "\($0.start.line) \($0.message)" } == [
        "3 no step matches \"the shop had\"", "6 no step matches \"the shop is full\"",
        "8 \"the shop is empty\" checks, but it is under \"when\"", "8 unknown key \"tag\"",
      ])
  }

  @Test func `a step may omit optional data`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - when: the reader leaves a note
          - then: { the note is: nothing }
          - when: { the reader leaves a note: thank you }
          - then: { the note is: thank you }
        """, to: ShopModule.self)
    #expect(outcome.failures() == [])
  }

  @Test func `a step receives its data as the declared type`() async throws {
    try await withFolder(["catalogue.txt": "pen\nink\n"]) { folder in
      let outcome = await tell(
        scenario: """
          given:
            - the shop has: [{ name: pen, price: 2.5 }, { name: ink, price: 7 }]
            - the catalogue is: { file: catalogue.txt }
          then:
            - the items are: [{ name: pen, price: 2.5 }, { name: ink }]
            - the catalogue has as many bytes as: 8
          """, to: ShopModule.self, in: folder.stories)
      #expect(outcome.failures() == [])
    }
  }

  @Test func `acts under given and preparations under when are allowed`() async {
    let outcome = await tell(
      scenario: """
        given: [the reader leaves a note]
        when: [{ the shop has: [] }]
        then: the shop is empty
        """, to: ShopModule.self)
    #expect(outcome.failures() == [])
  }
}

@Suite("Modules of stories")
struct StoryModuleTests {
  private let vocabularies = [Vocabulary(of: LampModule.self), Vocabulary(of: ShopModule.self)]

  @Test(arguments: [("lamb", "Did you mean: lamp"), ("garden", "Known modules: lamp, shop")])
  func `an unknown module is reported with suggestions`(name: String, hint: String) {
    let plan = plan(scenario(name, "then: the lamp shines"), for: vocabularies)
    #expect(
      StoryResults(plan: plan, results: []).diagnostics == """
        s.yaml:2:9: error: there is no module "\(name)"
          2 | module: \(name)
            |         \(name.indices.map { $0 == name.startIndex ? "^" : "~" }.joined())
          \(hint)
        """)
  }

  @Test func `each story in a file uses its own module`() {
    let plan = plan(
      scenario("lamp", "then: the lamp shines") + "---\n"
        + scenario("shop", "then: the shop is empty").replacing("story: S", with: "story: T"),
      for: vocabularies)
    #expect(plan.scenarios.map(\.module) == ["lamp", "shop"])
    #expect(plan.scenarios.map(\.name) == ["S › A", "T › A"])
    #expect(plan.scenarios.map(\.id.description) == ["s.yaml › S › A", "s.yaml › T › A"])
  }

  @Test func `a file with errors is not planned, but other files are`() {
    let broken = StorySource(
      file: StoryFile(
        reading: SourceFile(path: "a.yaml", text: scenario("lamp", "then: { the lamp shines: 1 }"))),
      folder: .none)
    let whole = StorySource(
      file: StoryFile(
        reading: SourceFile(path: "b.yaml", text: scenario("lamp", "then: the lamp shines"))),
      folder: .none)
    let plan = Plan([broken, whole], vocabularies: vocabularies)
    #expect(plan.brokenFiles.map(\.path) == ["a.yaml"])
    #expect(plan.scenarios.map(\.id.path) == ["b.yaml"])
  }
}
