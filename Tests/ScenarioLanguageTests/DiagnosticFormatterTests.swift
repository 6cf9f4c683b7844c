import Testing

@testable import ScenarioLanguage

@Suite("Formatted diagnostics")
struct DiagnosticFormatterTests {
  private func location(_ line: String, _ columns: Range<Int>, number: Int = 1) -> Location {
    let start = Position(line: number, column: columns.lowerBound, offset: 0)
    let end = Position(line: number, column: columns.upperBound, offset: 0)
    return Location(path: "a.yaml", range: SourceRange(start: start, end: end), lineText: line)
  }

  private func excerpt(_ line: String, _ columns: Range<Int>, width: Int = 100) -> String {
    let formatter = DiagnosticFormatter(lineWidth: width)
    let lines = formatter.format(Diagnostic("x", at: location(line, columns))).split(
      separator: "\n")
    return lines.dropFirst().map { String($0.dropFirst(6)) }.joined(separator: "\n")
  }

  @Test func `a formatted diagnostic shows location, message, line and hint`() {
    let diagnostic = Diagnostic(
      "no step matches \"the reader tap \"Load\"\"",
      at: Location(
        path: "Scenarios/facts/facts.yaml",
        range: SourceRange(
          start: Position(line: 14, column: 15, offset: 0),
          end: Position(line: 14, column: 36, offset: 0)),
        lineText: "        when: the reader tap \"Load\""),
      hints: ["Did you mean: the reader taps {string}   (FactsSteps.swift:21)"])
    #expect(
      DiagnosticFormatter().format(diagnostic) == """
        Scenarios/facts/facts.yaml:14:15: error: no step matches "the reader tap "Load""
          14 |         when: the reader tap "Load"
             |               ^~~~~~~~~~~~~~~~~~~~~
          Did you mean: the reader taps {string}   (FactsSteps.swift:21)
        """)
  }

  @Test(arguments: [
    ("when: a", 7..<8, "when: a\n      ^"),
    ("when: abc", 7..<10, "when: abc\n      ^~~"),
    ("\t\twhen: a", 9..<10, "\t\twhen: a\n\t\t      ^"),
    ("когда: да", 8..<10, "когда: да\n       ^~"),
    ("当: 是否", 4..<6, "当: 是否\n    ^~~~"),
    ("e\u{301}e\u{301}: x", 7..<8, "e\u{301}e\u{301}: x\n    ^"),
    ("👍🏽: x", 5..<6, "👍🏽: x\n    ^"),
    ("👨‍👩‍👧: x", 8..<9, "👨‍👩‍👧: x\n    ^"),
    ("🇩🇪: x", 5..<6, "🇩🇪: x\n    ^"),
    ("한국: x", 5..<6, "한국: x\n      ^"),
    ("a\u{200B}b", 3..<4, "a\u{200B}b\n ^"),
    ("abc", 4..<4, "abc\n   ^"),
    ("abc", 9..<12, "abc\n   ^"),
    ("a\u{1B}[2Jb", 6..<7, "a␛[2Jb\n     ^"),
    ("a\u{7F}\u{0}b", 4..<5, "a␡␀b\n   ^"),
  ])
  func `a diagnostic is marked below its source range`(
    line: String, columns: Range<Int>, shown: String
  ) {
    #expect(excerpt(line, columns) == shown)
  }

  @Test func `a source range of several lines is marked on its first line`() {
    var location = location("then: abc   ", 7..<9)
    location.range.end = Position(line: 3, column: 2, offset: 0)
    let text = DiagnosticFormatter().format(Diagnostic("x", at: location))
    #expect(text == "a.yaml:1:7: error: x\n  1 | then: abc\n    |       ^~~")
  }

  @Test func `a diagnostic in a long line shows the text around it`() {
    let line = String(repeating: "ab ", count: 20) + "HERE" + String(repeating: " cd", count: 20)
    #expect(
      excerpt(line, 61..<65, width: 60) == """
        …ab ab ab ab ab ab ab ab ab ab ab ab ab HERE cd cd cd cd cd …
                                                ^~~~
        """)
    #expect(
      excerpt(line, 1..<121, width: 30) == """
        ab ab ab ab ab ab ab ab ab ab …
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """)
  }

  @Test func `a diagnostic in a line of two million characters is short`() {
    let line = String(repeating: "яx", count: 1_000_000)
    #expect(excerpt(line, 1_000_001..<1_000_003).count < 250)
  }

  @Test func `a diagnostic without a line shows no line`() {
    let text = DiagnosticFormatter().format(
      Diagnostic("there is no such file", at: location("", 1..<1)))
    #expect(text == "a.yaml:1:1: error: there is no such file")
  }

  @Test func `a formatted warning is labelled as a warning`() {
    let diagnostic = Diagnostic("x", at: location("a", 1..<2), severity: .warning)
    #expect(DiagnosticFormatter().format(diagnostic) == "a.yaml:1:1: warning: x\n  1 | a\n    | ^")
  }

  @Test func `a diagnostic is coloured on request`() {
    let diagnostic = Diagnostic("x", at: location("ab", 1..<3), hints: ["y"])
    #expect(
      DiagnosticFormatter(isColored: true).format(diagnostic)
        == "\u{1B}[1ma.yaml:1:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mx\u{1B}[0m\n"
        + "  \u{1B}[2m1 |\u{1B}[0m ab\n  \u{1B}[2m  |\u{1B}[0m \u{1B}[1;31m^~\u{1B}[0m\n  y")
  }

  @Test(arguments: [[], nil] as [[Message]?])
  func `a diagnostic without messages keeps its texts`(messages: [Message]?) {
    var diagnostic = Diagnostic("x", at: location("ab", 1..<3), hints: ["y"])
    diagnostic.messages = messages
    let translated = diagnostic.inLanguageOfStory
    #expect(translated.message == "x")
    #expect(translated.hints == ["y"])
  }

  @Test func `diagnostics are sorted by location without duplicates`() {
    let source = SourceFile(path: "a.yaml", text: "ab\ncd")
    let diagnostics = [3..<4, 0..<1, 3..<4].map {
      Diagnostic("at \($0.lowerBound)", at: source.location(of: source.range($0)))
    }
    #expect(
      DiagnosticFormatter().format(diagnostics)
        == "a.yaml:1:1: error: at 0\n  1 | ab\n    | ^\n\na.yaml:2:1: error: at 3\n  2 | cd\n    | ^"
    )
  }
}
