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

  private let some = Diagnostics(
    fileCount: 2,
    diagnostics: [
      Diagnostic(
        "this scenario checks nothing", at: location("Scenarios/b c.yaml", 4, 15...16),
        severity: .warning, rule: .checksNothing, hints: ["Write below \"then\"."]),
      Diagnostic(
        "no step matches \"it rains\"", at: location("Scenarios/a.yaml", 7, 11...19),
        rule: .unknownStep, hints: ["Did you mean: it shines", "Did you mean: it snows"],
        proposal: Diagnostic.Proposal(code: "When(\"it rains\") { module in\n}", isLikely: true)),
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
    let language = try #require(StoryLanguage(code: code))
    let text = some.text(style: TextStyle(isColored: false), width: 100, in: language)
    #expect(text.hasSuffix("\n\n\(counts)\n"))
    let none = Diagnostics(fileCount: 1, diagnostics: [])
      .text(style: TextStyle(isColored: false), width: 100, in: .english)
    #expect(none == "1 file: no problems found\n")
  }

  @Test func `diagnostics are formatted as text`() {
    #expect(
      some.text(style: TextStyle(isColored: false)) == """
        /tmp/ü.yaml:1:1: note: it holds anyway
          1 |     when: it rains
            | ^

        Scenarios/a.yaml:7:11: error: no step matches "it rains"
          7 |     when: it rains
            |           ^~~~~~~~
          Did you mean: it shines
          Did you mean: it snows
          For a developer:
            When("it rains") { module in
            }

        Scenarios/b c.yaml:4:15: warning: this scenario checks nothing
          4 |     when: it rains
            |               ^
          Write below "then".

        2 files: 1 error, 1 warning, 1 note

        """)
  }

  @Test func `an empty list of diagnostics is formatted as one line`() {
    let nothing = Diagnostics(fileCount: 1, diagnostics: [])
    #expect(nothing.text(style: TextStyle(isColored: false)) == "1 file: no problems found\n")
    #expect(
      nothing.text(style: TextStyle(isColored: true))
        == "\u{1B}[32m1 file: no problems found\u{1B}[0m\n")
  }

  @Test func `diagnostics are encoded as JSON`() throws {
    #expect(
      try some.json() == """
        {
          "diagnostics" : [
            {
              "column" : 1,
              "endColumn" : 1,
              "endLine" : 1,
              "file" : "/tmp/ü.yaml",
              "hints" : [

              ],
              "line" : 1,
              "message" : "it holds anyway",
              "rule" : "unproven-act",
              "severity" : "note"
            },
            {
              "column" : 11,
              "endColumn" : 19,
              "endLine" : 7,
              "file" : "Scenarios/a.yaml",
              "hints" : [
                "Did you mean: it shines",
                "Did you mean: it snows"
              ],
              "line" : 7,
              "message" : "no step matches \\"it rains\\"",
              "proposedStep" : "When(\\"it rains\\") { module in\\n}",
              "rule" : "unknown-step",
              "severity" : "error"
            },
            {
              "column" : 15,
              "endColumn" : 16,
              "endLine" : 4,
              "file" : "Scenarios/b c.yaml",
              "hints" : [
                "Write below \\"then\\"."
              ],
              "line" : 4,
              "message" : "this scenario checks nothing",
              "rule" : "checks-nothing",
              "severity" : "warning"
            }
          ],
          "files" : 2,
          "version" : 1
        }

        """)
  }

  @Test func `diagnostics are encoded as SARIF`() throws {
    let log = try JSONDecoder().decode(
      Log.self, from: Data(try some.sarif(relativeTo: "/tmp/x").utf8))
    #expect(log.version == "2.1.0")
    #expect(log.schema == "https://json.schemastore.org/sarif-2.1.0.json")
    let run = try #require(log.runs.first)
    #expect(log.runs.count == 1)
    #expect(run.columnKind == "unicodeCodePoints")
    #expect(run.tool.driver.name == "scenarios")
    let rules = run.tool.driver.rules
    #expect(rules.map(\.id) == ["unproven-act", "unknown-step", "checks-nothing"])
    #expect(rules.allSatisfy { !$0.shortDescription.text.isEmpty && !$0.help.text.isEmpty })
    #expect(run.results.map { rules[$0.ruleIndex].id } == run.results.map(\.ruleId))
    #expect(run.results.map(\.level) == ["note", "error", "warning"])
    #expect(
      run.results[1].message.text == """
        no step matches "it rains"
        Did you mean: it shines
        Did you mean: it snows
        """)
    #expect(
      run.results.flatMap(\.locations).map(\.physicalLocation.artifactLocation.uri) == [
        "file:///tmp/%C3%BC.yaml", "Scenarios/a.yaml", "Scenarios/b%20c.yaml",
      ])
    #expect(
      run.results.flatMap(\.locations).map(\.physicalLocation.artifactLocation.uriBaseId) == [
        nil, "%SRCROOT%", "%SRCROOT%",
      ])
    #expect(
      run.results[1].locations.map(\.physicalLocation.region) == [
        Log.Region(startLine: 7, startColumn: 11, endLine: 7, endColumn: 19)
      ])
  }

  @Test(arguments: [
    ("/home/me/project", "/home/me/project/Scenarios/a.yaml", "Scenarios/a.yaml"),
    ("/home/me/project/", "/home/me/project/Scenarios/a.yaml", "Scenarios/a.yaml"),
    ("/", "/Scenarios/a.yaml", "Scenarios/a.yaml"),
    ("/home/me", "/home/mend/a.yaml", "file:///home/mend/a.yaml"),
    ("/home/me", "./a.yaml", "a.yaml"),
    ("/home/me", "../a.yaml", "../a.yaml"),
    ("/home/me", "a:b.yaml", "a%3Ab.yaml"),
    ("/home/me", "ж?#%.yaml", "%D0%B6%3F%23%25.yaml"),
  ])
  func `SARIF addresses are relative to the package folder`(
    folder: String, path: String, uri: String
  )
    throws
  {
    let one = Diagnostics(
      fileCount: 1, diagnostics: [Diagnostic("m", at: Self.location(path, 1, 1...2))])
    let log = try JSONDecoder().decode(Log.self, from: Data(try one.sarif(relativeTo: folder).utf8))
    let locations = log.runs.flatMap(\.results).flatMap(\.locations)
    #expect(locations.map(\.physicalLocation.artifactLocation.uri) == [uri])
  }

  @Test func `diagnostics of one kind share a SARIF rule`() throws {
    let two = Diagnostics(
      fileCount: 1,
      diagnostics: [1, 2].map {
        Diagnostic("m", at: Self.location("a.yaml", $0, 1...2), rule: .unusedStep)
      })
    let log = try JSONDecoder().decode(Log.self, from: Data(try two.sarif(relativeTo: "/").utf8))
    #expect(log.runs.first?.tool.driver.rules.map(\.id) == ["unused-step"])
    #expect(log.runs.first?.results.map(\.ruleIndex) == [0, 0])
  }

  @Test func `an empty list of diagnostics is valid SARIF`() throws {
    let text = try Diagnostics(fileCount: 1, diagnostics: []).sarif(relativeTo: "/")
    let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    #expect(log.runs.map(\.results.count) == [0])
    #expect(log.runs.map(\.tool.driver.rules.count) == [0])
  }

  @Test func `a diagnostic rule has a hyphenated identifier and full-sentence texts`() {
    for rule in [Diagnostic.Rule.unknownStep, .yamlSyntax, .unusedFile] {
      #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(rule.summary.hasSuffix("."))
      #expect(rule.help.hasSuffix("."))
    }
  }
}

/// The required properties of a SARIF 2.1.0 log.
///
/// Decoding fails if one of them is missing or has another type.
private struct Log: Decodable {
  struct Run: Decodable {
    var tool: Tool
    var columnKind: String
    var results: [Result]
  }
  struct Tool: Decodable { var driver: Driver }
  struct Driver: Decodable {
    var name: String
    var rules: [Rule]
  }
  struct Rule: Decodable {
    var id: String
    var shortDescription: Message
    var help: Message
  }
  struct Message: Decodable { var text: String }
  struct Result: Decodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
  }
  struct Location: Decodable { var physicalLocation: PhysicalLocation }
  struct PhysicalLocation: Decodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }
  struct ArtifactLocation: Decodable {
    var uri: String
    var uriBaseId: String?
  }
  struct Region: Decodable, Equatable {
    var startLine: Int
    var startColumn: Int
    var endLine: Int
    var endColumn: Int
  }

  var schema: String
  var version: String
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}
