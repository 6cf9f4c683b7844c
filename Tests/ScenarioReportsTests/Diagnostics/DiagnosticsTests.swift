import Foundation
import ScenarioLanguage
import ScenarioReports
import Testing

@Suite("Diagnostics of stories")
struct DiagnosticsTests {
  private static func location(_ path: String, _ line: Int, _ columns: ClosedRange<Int>) -> Location
  {
    Location(
      path: path,
      range: SourceRange(
        start: Position(line: line, column: columns.lowerBound, offset: line * 100),
        end: Position(line: line, column: columns.upperBound, offset: line * 100)),
      lineText: "    when: it rains")
  }

  private let some = CheckReport(
    fileCount: 2,
    diagnostics: [
      Diagnostic(
        "this scenario checks nothing", at: location("Scenarios/b c.yaml", 4, 15...16),
        severity: .warning, rule: .checksNothing, hints: ["Write below \"then\"."]),
      Diagnostic(
        "no step matches \"it rains\"", at: location("Scenarios/a.yaml", 7, 11...19),
        rule: .unknownStep, hints: ["Did you mean: it shines", "Did you mean: it snows"],
        proposal: Diagnostic.Proposal(
          .init(
            module: "weather", before: "When(\"", expression: "it rains",
            after: "\") { module in\n}"),
          isLikely: true)),
      Diagnostic(
        "it holds anyway", at: location("/tmp/ü.yaml", 1, 1...1), severity: .note,
        rule: .unprovenAct),
    ])

  @Test(arguments: [
    ("de", "2 Dateien: Fehler: 1, Warnungen: 1, Hinweise: 1"),
    ("ru", "Файлов: 2; ошибок: 1, предупреждений: 1, заметок: 1"),
    ("en", "2 files: 1 error, 1 warning, 1 note"),
  ]) func `the counts of diagnostics are in the language of the terminal`(
    code: String, counts: String
  ) throws {
    let language = try #require(StoryLanguage.named(code))
    let text = some.text(style: TextStyle(isColored: false), width: 100, in: language)
    #expect(text.hasSuffix("\n\n\(counts)\n"))
    let none = CheckReport(fileCount: 1, diagnostics: [])
      .text(style: TextStyle(isColored: false), width: 100, in: .english)
    #expect(none == "1 file: no problems found\n")
  }

  @Test func `diagnostics are formatted as text`() throws {
    try expect(some.text(style: TextStyle(isColored: false)), toBeIn: "diagnostics.txt")
  }

  @Test func `an empty list of diagnostics is formatted as one line`() {
    let nothing = CheckReport(fileCount: 1, diagnostics: [])
    #expect(nothing.text(style: TextStyle(isColored: false)) == "1 file: no problems found\n")
    #expect(
      nothing.text(style: TextStyle(isColored: true))
        == "\u{1B}[32m1 file: no problems found\u{1B}[0m\n")
  }

  @Test func `diagnostics are encoded as JSON`() throws {
    try expect(some.json(), toBeIn: "diagnostics.json")
  }

  @Test func `a diagnostic rule has a hyphenated identifier`() {
    for rule in [Diagnostic.Rule.unknownStep, .yamlSyntax, .unusedFile] {
      #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
    }
  }
}
