import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import Testing

@Suite("The vocabulary guide")
struct VocabularyGuideTests {
  @Test func `the Markdown guide shows each step with its shortest use`() {
    #expect(
      stable(MarkdownGuide(guide()).text)
        == #"""
        # What stories can say

        `"…"` stands for a quoted text; replace `[whole number]` and similar names with values. For `(s)` and `was/were`, use the form that fits the sentence.

        ## Module clock <b>

        ### given

        Sets up the situation that the app finds.

        - `the alarm: …` — used once
          - for example `the alarm: { at: 2 h, tone: bell }` (Scenarios/clock.yaml:4)
          - data: a mapping with these keys
            - `at`: a time such as 100 ms, required
            - `tone`: one of: bell, horn
            - `days`: a list, each a whole number
          - defined at Clock.swift:1

        ### when

        Performs an action on the app.

        - `someone says "…" [whole number] time(s)` — used 2 times
          - for example `someone says "<i>" 1 time` (Scenarios/clock.yaml:10)
          - also: `jemand sagt "…" [whole number] mal`
          - defined at Clock.swift:2

        - `nobody/somebody waits` — never used
          - defined at Clock.swift:3

        ### then, with data

        Compares a value of the app with the data you write.

        - `the hand shows: …` — used 2 times
          - for example `the hand shows: !above 1` (Scenarios/clock.yaml:9)
          - data: the expected value; keys you leave out are not compared
          - defined at Clock.swift:4

        """#.replacing("clock <b>", with: "clock \\<b\\>"))
  }

  @Test func `a guide in another language has that language's wordings first`() throws {
    let guide = guide(VocabularyData(Vocabulary(of: ClockModule.self)), in: "de")
    #expect(
      stable(MarkdownGuide(guide).text, until: "### überall")
        == #"""
        # Was Geschichten sagen können

        `"…"` steht für einen Text in Anführungszeichen; statt `[ganze Zahl]` und ähnlicher Namen schreiben Sie Werte. Bei `(n)` und `wird/werden` wählen Sie die Form, die zum Satz passt.

        ## Modul clock \<b\>

        ### angenommen

        Bereitet die Lage vor, die die App vorfindet.

        - `the alarm: …` — einmal verwendet
          - zum Beispiel `the alarm: { at: 2 h, tone: bell }` (Scenarios/clock.yaml:4)
          - Daten: eine Zuordnung mit diesen Schlüsseln
            - `at`: eine Zeit wie 100 ms, erforderlich
            - `tone`: eines von: bell, horn
            - `days`: eine Liste, jedes Element: eine ganze Zahl
          - definiert bei Clock.swift:1

        ### wenn

        Führt eine Handlung an der App aus.

        - `jemand sagt "…" [ganze Zahl] mal` — 2-mal verwendet
          - zum Beispiel `jemand sagt "x" 1 mal` (Scenarios/clock.yaml:8)
          - auch: `someone says "…" [ganze Zahl] time(s)`
          - definiert bei Clock.swift:2

        - `nobody/somebody waits` — nie verwendet
          - definiert bei Clock.swift:3

        ### dann, mit Daten

        Vergleicht einen Wert der App mit den Daten, die Sie schreiben.

        - `the hand shows: …` — 2-mal verwendet
          - zum Beispiel `the hand shows: !above 1` (Scenarios/clock.yaml:9)
          - Daten: der erwartete Wert; Schlüssel, die Sie weglassen, werden nicht verglichen
          - definiert bei Clock.swift:4

        """#)
    let html = HTMLGuide(guide).text
    #expect(html.contains("<html lang=\"de\">"))
    for mark in [
      "<q>…</q>", "<var>ganze Zahl</var>", "<code>(n)</code>", "<code>wird/werden</code>",
    ] {
      #expect(html.contains(mark))
    }
  }

  @Test(arguments: StoryLanguage.all) func `every language has the guide's marks in sentences`(
    language: StoryLanguage
  ) {
    let guide = guide(VocabularyData(Vocabulary(of: ClockModule.self)), in: language.code)
    let html = HTMLGuide(guide).text
    #expect(!html.contains("«W") && !html.contains("«F"))
    let introduction = html.firstMatch(of: /<\/h1>\s*<p>(.*)<\/p>/)?.1 ?? ""
    #expect(introduction.count(where: { $0 == "<" }) == 8)
  }

  @Test func `the HTML guide is one page without external resources`() {
    let html = stable(HTMLGuide(guide()).text)
    #expect(
      html.contains(
        """
        <article>
        <h4>someone says <q>…</q> <var>whole number</var> time(s)</h4><span class="use">used 2 times</span>
        <p class="example"><code>someone says &quot;&lt;i&gt;&quot; 1 time</code> \
        <small>Scenarios/clock.yaml:10</small></p>
        <p class="also">also</p>
        <ul><li>jemand sagt <q>…</q> <var>whole number</var> mal</li></ul>
        <p class="origin">Clock.swift:2</p>
        </article>

        """))
    #expect(html.contains("<h2>Module clock &lt;b&gt;</h2>"))
    #expect(html.contains("<span class=\"use never\">never used</span>"))
    #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
    for link in ["http:", "https:", "src=", "@import", "url("] { #expect(!html.contains(link)) }
  }

  /// Removes the built-in step definitions that every module has.
  private func stable(_ text: String, until heading: String = "### anywhere") -> String {
    guard let start = text.range(of: "\n" + heading) else { return text }
    return String(text[..<start.lowerBound])
  }

  @Test func `a vocabulary read from JSON gives the same guide and the same schema`() throws {
    for vocabulary in ReaderStories.vocabularies + [Vocabulary(of: ClockModule.self)] {
      let data = VocabularyData(vocabulary)
      let read = try JSONDecoder().decode(VocabularyData.self, from: try JSONEncoder().encode(data))
      #expect(read == data)
      #expect(MarkdownGuide(guide(read)).text == MarkdownGuide(guide(data)).text)
      #expect(try EditorSchema(for: [read]).text() == EditorSchema(for: [data]).text())
    }
  }

  @Test func `the data of a vocabulary has the shapes of data and of observed values`() throws {
    let data = VocabularyData(Vocabulary(of: ClockModule.self))
    let steps = data.steps.filter { !$0.isBuiltIn }
    #expect(
      steps.map(\.data) == [
        .given(
          .mapping(
            [
              .init("at", .duration, isRequired: true), .init("tone", .choice(["bell", "horn"])),
              .init("days", .list(.wholeNumber)),
            ], isOpen: false), isRequired: true),
        .none, .none, .expected,
      ])
    #expect(steps.map(\.shown) == [nil, nil, nil, .wholeNumber])
    #expect(steps.map(\.parameters) == [[], ["string", "int"], [], []])
  }

  @Test func `vocabulary data with a broken sentence is refused`() throws {
    let json = String(
      decoding: try JSONEncoder().encode(VocabularyData(Vocabulary(of: ClockModule.self))),
      as: UTF8.self)
    let broken = json.replacing("{string} {int} time", with: "{strings} {int} time")
    #expect(throws: StepExpression.Problem.self) {
      try JSONDecoder().decode(VocabularyData.self, from: Data(broken.utf8))
    }
  }

  private func guide() -> VocabularyGuide {
    guide(VocabularyData(Vocabulary(of: ClockModule.self)))
  }

  private func guide(_ vocabulary: VocabularyData, in code: String = "en") -> VocabularyGuide {
    let text = """
      story: A clock
      module: clock <b>
      background:
        given: { the alarm: { at: 2 h, tone: bell } }
      scenarios:
        - scenario: It ticks
          steps:
            - when: jemand sagt "x" 1 mal
            - within 1 s: { the hand shows: !above 1 }
            - when: someone says "<i>" 1 time
            - then: { the hand shows: [1, 2, 3] }
      """
    let file = StoryFile(reading: SourceFile(path: "Scenarios/clock.yaml", text: text))
    return VocabularyGuide(
      to: [vocabulary], uses: SentenceUses(in: [file], vocabularies: [vocabulary.sentences]),
      language: StoryLanguage(code: code) ?? .english)
  }
}

private final class ClockModule: Module {
  static let name = "clock <b>"

  private enum Tone: String, Decodable, CaseIterable { case bell, horn }

  private struct Alarm: Decodable {
    var at: Duration
    var tone: Tone?
    var days: [Int]?
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Given("the alarm", data: Alarm.self, fileID: "Clocks/Clock.swift", line: 1) { _, _ in }
    When(
      "someone says {string} {int} time(s)", translations: ["de": "jemand sagt {string} {int} mal"],
      fileID: "Clocks/Clock.swift", line: 2
    ) { (_, _: String, _: Int) in }
    When("nobody/somebody waits", fileID: "Clocks/Clock.swift", line: 3) { _ in }
    Observe("the hand shows", fileID: "Clocks/Clock.swift", line: 4) { _ in 1 }
  }
}
