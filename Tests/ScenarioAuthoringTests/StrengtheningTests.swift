import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioAuthoring

@Suite("Strengthening")
struct StrengtheningTests {
  /// Searches a story of the kiosk, in this process.
  private func search(
    _ story: String
  ) throws -> (unnoticed: [UnnoticedChange], counts: Strengthening.Counts) {
    let files = try TemporaryFolder(["kiosk.yaml": story])
    let folder = ScenariosFolder(files.url.path)
    let runner = Runner(contents: [.details, .shownValues])
    var strengthening = Strengthening(of: folder) { scenarios, texts in
      scenarios.map { varied in
        let source = folder.read(varied.path, text: texts[varied.path])
        let plan = Plan([source], vocabularies: [Vocabulary(of: CarefulKiosk.self)])
        return varied.planned(among: plan.scenarios).map { runner.run($0) }
      }
    }
    return (try strengthening.unnoticed(in: "kiosk.yaml"), strengthening.counts)
  }

  private static func story(_ then: String) -> String {
    """
    story: Tickets
    module: kiosk
    scenarios:
      - scenario: A ticket is sold
        given:
          the server answers POST https://kiosk.example/tickets: { after: 1 s, status: 200, json: A7 }
        when: the traveller taps Buy
        then:
          - eventually: { the kiosk shows: \(then) }

    """
  }

  @Test func `a value that no check compares is found, with a check that notices it`() throws {
    let (unnoticed, counts) = try search(Self.story("{ state: sold }"))
    #expect(
      unnoticed.map { "\($0.line):\($0.column) \($0.value) → \($0.other)" } == [
        "6:95 json: A7 → \"A8\""
      ])
    let check = try #require(unnoticed.first?.check)
    #expect(check.line == 4)
    #expect("\(check.sentence): \(check.data)" == "the kiosk shows: { ticket: A7 }")
    // Another status, and no ticket at all.
    #expect(counts.noticed == 2)
    let source = SourceFile(path: "kiosk.yaml", text: Self.story("{ state: sold }"))
    let stronger = try check.add(to: source)
    #expect(stronger.hasSuffix("      - the kiosk shows: { ticket: A7 }\n"))
    #expect(try search(stronger).unnoticed == [])
  }

  @Test func `a value that is checked is not found`() throws {
    let (unnoticed, counts) = try search(Self.story("{ state: sold, ticket: A7 }"))
    #expect(unnoticed == [])
    #expect(counts.noticed == 3)
  }

  @Test func `a value from a row of examples is changed where it is given and not in checks`()
    throws
  {
    let story =
      Self.story("{ state: sold, ticket: <ticket> }").replacing("json: A7", with: "json: <ticket>")
      .replacing("A ticket is sold", with: "The ticket <ticket> is sold")
      + "    examples: [{ ticket: B1 }, { ticket: B2 }]\n"
    let (unnoticed, counts) = try search(story)
    #expect(unnoticed == [])
    // Another status, and two other values of the first row.
    #expect([counts.noticed, counts.withoutCheck] == [3, 0])
  }

  @Test func `values of a background and of scenarios around others are changed for all of them`()
    throws
  {
    let story = """
      story: Tickets
      module: kiosk
      background:
        given:
          the server answers POST https://kiosk.example/tickets: { json: A7 }
      scenarios:
        - scenario: A ticket is sold
          when: the traveller taps Buy
          then: { the kiosk shows: { state: sold } }
          scenarios:
            - scenario: The traveller sees it
              then: { the kiosk shows: { ticket: A7 } }

      """
    let (unnoticed, counts) = try search(story)
    #expect(unnoticed == [])
    #expect(counts.noticed == 2)
    let unchecked = try search(story.replacing("ticket: A7", with: "state: sold")).unnoticed
    #expect(unchecked.map(\.other) == ["\"A8\""])
    #expect(unchecked.first?.scenarios == 2)
  }

  @Test func `the values of a skipped scenario are not changed, and it is named`() throws {
    let skipped = """
        - scenario: Later
          skip: not built
          given:
            the server answers POST https://kiosk.example/tickets: { json: A9 }
          when: the traveller taps Buy

      """
    let (_, counts) = try search(Self.story("{ state: sold, ticket: A7 }") + skipped)
    #expect(counts.tried == 3)
    #expect(counts.exempt.map { $0.hasSuffix("kiosk.yaml:10") } == [true])
  }

  @Test func `in a story that fails nothing is found`() throws {
    let (unnoticed, counts) = try search(Self.story("{ state: failed }"))
    #expect(unnoticed == [])
    #expect(counts.tried == 0)
  }

  @Test(arguments: [
    ("{ minutes: 12 }", ["13", "null"]), ("{ price: 1.5 }", ["2.5", "null"]),
    ("{ isOpen: true }", ["false", "null"]), ("{ title: Dune }", ["\"Dunex\"", "null"]),
    ("{ day: 2021-10-27 }", ["\"2021-10-28\"", "null"]), ("{ code: \"9\" }", ["\"9x\"", "null"]),
    ("{ status: 204 }", ["500"]), ("{ status: 404 }", ["200"]), ("{ after: 1 s }", []),
    ("{ fails: timed out }", ["connection lost"]), ("{ file: a.json }", []),
    ("{ title: <title> }", []), ("{ title: !any }", []), ("{ title: ~ }", []),
    ("[7]", ["[]", "8", "null"]), ("[1, 2]", ["[]", "[2, 1]", "2", "null", "3", "null"]),
  ]) func `each value of a preparation has other ones of its kind`(data: String, others: [String]) {
    let text = "story: S\nmodule: m\nscenarios:\n  - scenario: A\n    given: { it is: \(data) }\n"
    let file = StoryFile(reading: SourceFile(path: "s.yaml", text: text))
    #expect(GivenChange.all(in: file).map(\.new) == others)
  }
}
