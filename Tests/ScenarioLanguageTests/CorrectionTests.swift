import Testing

@testable import ScenarioLanguage

@Suite("Corrections")
struct CorrectionTests {
  private static let hints: [(hints: [Message], corrections: [String])] = [
    (didYouMean(anyOf: ["facts"]), ["facts"]),
    (didYouMean(anyOf: ["facts", "feeds"]), ["facts", "feeds"]),
    ([didYouMean("[smoke, slow]")], ["[smoke, slow]"]),
    (
      [didYouMean("it shows 1, 2   (Steps.swift:3)", corrections: ["it shows 1, 2"])],
      ["it shows 1, 2"]
    ),
    (["Did you mean: facts"], []), (didYouMean(anyOf: []), []),
    ([didYouMean("facts")].withoutCorrections, []),
  ]

  @Test(arguments: hints)
  func `a diagnostic has the corrections of its hints, whatever these say`(
    hints: [Message], corrections: [String]
  ) {
    #expect(Diagnostic("x", hints: hints).corrections == corrections)
  }

  private static let lines: [(written: String, corrected: String?)] = [
    ("when:the screen appears", "when: the screen appears"),
    ("when the screen appears", "when: the screen appears"),
    ("when: @screen", "when: \"@screen\""),
    ("when:\n      -the screen appears", "when:\n      - the screen appears"),
    ("steps:\n      - when the screen appears", "steps:\n      - when: the screen appears"),
    ("then: { within 3 sec.: a is b }", "then: { within 3 s: a is b }"),
    ("steps:\n      - then: within 2 s a is b", "steps:\n      - then: { within 2 s: a is b }"),
    (
      "when: the <nmae> appears\n    examples: [{ name: b }]",
      "when: the <name> appears\n    examples: [{ name: b }]"
    ),
    // The corrections of these hints do not fit into the range of the diagnostic.
    ("when = the screen appears", nil),
    ("then:\n      - within 2 s the screen shows: a", nil),
  ]

  @Test(arguments: lines)
  func `a correction in place of the range of its diagnostic makes the line right`(
    written: String, corrected: String?
  ) {
    let start = "story: S\nmodule: m\nscenarios:\n  - scenario: One\n    "
    let end = "\n    tags: b\n"
    let source = SourceFile(path: "a.yaml", text: start + written + end)
    let found = StoryFile(reading: source).diagnostics.flatMap { diagnostic in
      diagnostic.corrections.compactMap { text -> String? in
        guard let range = diagnostic.location?.range else { return nil }
        let edit = TextEdit(range.start.offset..<range.end.offset, text)
        return [edit].apply(to: source.bytes).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    #expect(found == (corrected.map { [start + $0 + end] } ?? []))
  }

  private static let durations: [(text: String, corrected: String?)] = [
    ("1 min 3 sec.", "1 min 3 s"), ("0,5 s", "0.5 s"), ("1 min 0,5 s", "1 min 0.5 s"),
    // These would still be wrong.
    ("0,5 s and 20 min", nil), ("0,5 s 20 min", nil), ("1,5 h 3 sec.", nil),
  ]

  @Test(arguments: durations)
  func `a duration of several parts is corrected as a whole, or not at all`(
    text: String, corrected: String?
  ) throws {
    let error = #expect(throws: DurationText.Problem.self) {
      _ = try DurationText.duration(from: text)
    }
    #expect(error?.advice.compactMap(\.corrections) == (corrected.map { [[$0]] } ?? []))
  }
}
