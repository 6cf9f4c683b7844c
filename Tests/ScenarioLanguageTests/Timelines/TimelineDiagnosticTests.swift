import ScenarioLanguage
import Testing

@Suite("Timeline diagnostics")
struct TimelineDiagnosticTests {
  private func diagnostics(_ keys: String) -> String {
    TestStories.scenario(keys).diagnostics.map { diagnostic in
      let start = diagnostic.start
      return (["\(start.line):\(start.column) \(diagnostic.message)"] + diagnostic.hints)
        .joined(separator: "; ")
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "timeline:",
      #"5:5 nothing follows "timeline:"; Write "step: 100 ms", "when:" and "then:" below it, indented deeper."#
    ),
    (
      "timeline: a--b",
      "5:15 a timeline has \"step\", \"values\", \"when\" and \"then\", but this is a text"
    ),
    (
      "timeline: {}",
      """
      5:5 this timeline has no step; Write how much story time a column takes, for example: step: 100 ms
      5:5 this timeline has no rows; Write "when:" and "then:" below it, and their rows below those.
      """
    ),
    (
      "timeline: { step: 100, when: { x: x } }",
      #"5:23 "100" has no unit; Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d."#
    ),
    (
      "timeline: { step: 0 ms, when: { x: x } }",
      "5:23 the story time of a column has to be greater than zero; For example: step: 100 ms"
    ),
    (
      "timeline: { step: 1 s, row: x, when: { x: x } }",
      #"5:28 unknown key "row"; The keys of a timeline are: step, values, when, then"#
    ),
    (
      "timeline: { step: 1 s, when: x }",
      #"5:34 a timeline's "when" has a row for each sentence, but this is a text; For example: the author types: e----p---"#
    ),
    (
      "timeline: { step: 1 s, then: {} }",
      #"5:34 a timeline's "then" has a row for each sentence, but this is empty; For example: can send: f----t---"#
    ),
    (
      "then: t\ntimeline: { step: 1 s, when: { x: x } }",
      #"6:5 "timeline" comes after "then", but happens before it; Write given, when, timeline, then in this order, or "steps:" for another."#
    ),
  ])
  func `an invalid part of a timeline is reported`(keys: String, text: String) {
    #expect(diagnostics(keys) == text)
  }

  @Test(arguments: [
    ("x: -f-g-g-", #"9:15 no value is called "g"; Defined in "values": f, t"#),
    (
      "x: -f+-t",
      ##"9:14 "+" isn't allowed in a row of a timeline; A row has "-" for nothing, letters and digits for values, "#" and "|"."##
    ),
    (
      "x: -f-|-t",
      #"9:17 nothing can follow "|", which ends the row; Remove the text after it, or the "|" in column 15."#
    ),
    (
      "x:",
      ##"9:9 this row has no marbles; Write them after the colon, such as f----t---; Put marbles in quotes if they begin with "#" or "|", or are only "-"."##
    ),
    ("x: \"  \"", "9:12 this row has no marbles"),
    (
      "x: [f, t]",
      ##"9:13 a row is a text of marbles, but this is a list; For example: x: f----t---; Put marbles in quotes if they begin with "#" or "|", or are only "-"."##
    ),
    (
      "x: !any f",
      #"9:12 "!any" isn't allowed before this; Put the text in quotes to begin it with "!"."#
    ),
    (
      "x: -f-\n  y: --f-",
      #"7:23 no row of the timeline uses the value "t"; Use it in a row, or remove it."#
    ),
  ])
  func `an invalid timeline row is reported`(row: String, text: String) {
    let keys = "timeline:\n  step: 1 s\n  values: { f: 0, t: 1 }\n  then:\n    \(row)"
    let other = row.contains("y:") || row.contains("+") ? "" : "\n    z: -ft"
    #expect(diagnostics(keys.replacing("\n  y", with: "\n    y") + other) == text)
  }

  @Test(arguments: ["t-", "\"-\"", "a b", "\"#1\"", "\"\""])
  func `an invalid name of a timeline value is reported`(name: String) {
    let keys = "timeline: { step: 1 s, values: { ? \(name) : 1 }, when: { x: x } }"
    #expect(diagnostics(keys).contains("can't be the name of a value"), "\(diagnostics(keys))")
  }

  @Test func `a timeline act may use marks that name no value`() {
    #expect(diagnostics("timeline: { step: 1 s, when: { x: -x--yz } }") == "")
  }

  @Test func `all errors of a timeline are reported`() {
    let keys = """
      timeline:
        stp: 1 s
        values: { f: }
        when: { a: [], b: f }
        then: { c: g, d: "|f" }
      """
    #expect(TestStories.scenario(keys).diagnostics.count == 5, "\(diagnostics(keys))")
  }
}
