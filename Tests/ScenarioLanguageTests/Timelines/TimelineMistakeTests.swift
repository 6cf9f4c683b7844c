import ScenarioLanguage
import Testing

@Suite("A timeline with mistakes")
struct TimelineMistakeTests {
  private func mistakes(_ keys: String) -> String {
    OneScenario.file(keys).mistakes.map { mistake in
      let start = mistake.start
      return (["\(start.line):\(start.column) \(mistake.message)"] + mistake.remedies)
        .joined(separator: "\n  ")
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "timeline:",
      """
      5:5 nothing stands behind "timeline:"
        Write "step: 100 ms", "when:" and "then:" below it, indented deeper.
      """
    ),
    (
      "timeline: a--b",
      """
      5:15 a timeline has "step", "values", "when" and "then", but this is a text
      """
    ),
    (
      "timeline: {}",
      """
      5:5 this timeline has no step
        Write how much story time a column is, for example: step: 100 ms
      5:5 this timeline has no rows
        Write "when:" and "then:" below it, and their rows below those.
      """
    ),
    (
      "timeline: { step: 100, when: { x: x } }",
      """
      5:23 "100" has no unit
        Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d.
      """
    ),
    (
      "timeline: { step: 0 ms, when: { x: x } }",
      """
      5:23 a column of a timeline can't take no time
        For example: step: 100 ms
      """
    ),
    (
      "timeline: { step: 1 s, row: x, when: { x: x } }",
      """
      5:28 unknown key "row"
        The keys of a timeline are: step, values, when, then
      """
    ),
    (
      "timeline: { step: 1 s, when: x }",
      """
      5:34 a timeline's "when" has a row for each sentence, but this is a text
        For example: the author types: e----p---
      """
    ),
    (
      "timeline: { step: 1 s, then: {} }",
      """
      5:34 a timeline's "then" has a row for each sentence, but this is empty
        For example: can send: f----t---
      """
    ),
    (
      "then: t\ntimeline: { step: 1 s, when: { x: x } }",
      """
      6:5 "timeline" stands behind "then", but happens before it
        Write given, when, timeline, then in this order, or "steps:" for another.
      """
    ),
  ])
  func `says which part is wrong`(keys: String, text: String) {
    #expect(mistakes(keys) == text)
  }

  @Test(arguments: [
    (
      "x: -f-g-g-",
      """
      9:15 no value is called "g"
        Defined in "values": f, t
      """
    ),
    (
      "x: -f+-t",
      """
      9:14 "+" has no meaning in a row of a timeline
        A row has "-" for nothing, letters and digits for values, "#" and "|".
      """
    ),
    (
      "x: -f-|-t",
      """
      9:17 nothing can come behind "|", where the row ends
        Take away what follows it, or the "|" in column 15.
      """
    ),
    (
      "x:",
      """
      9:9 this row has no marbles
        Write them behind the colon, such as f----t---
        Put marbles in quotes where they begin with "#" or "|", or are only "-".
      """
    ),
    ("x: \"  \"", "9:12 this row has no marbles"),
    (
      "x: [f, t]",
      """
      9:13 a row is a text of marbles, but this is a list
        For example: x: f----t---
        Put marbles in quotes where they begin with "#" or "|", or are only "-".
      """
    ),
    (
      "x: !any f",
      """
      9:12 "!any" can't stand in front of this
        Put the text in quotes if it is meant to begin with "!".
      """
    ),
    (
      "x: -f-\n  y: --f-",
      """
      7:23 no row of the timeline has the value "t"
        Use it in a row, or take it away.
      """
    ),
  ])
  func `says what is wrong with a row`(row: String, text: String) {
    let keys = "timeline:\n  step: 1 s\n  values: { f: 0, t: 1 }\n  then:\n    \(row)"
    let other = row.contains("y:") || row.contains("+") ? "" : "\n    z: -ft"
    #expect(mistakes(keys.replacing("\n  y", with: "\n    y") + other) == text)
  }

  @Test(arguments: ["t-", "\"-\"", "a b", "\"#1\"", "\"\""])
  func `says which names can't be`(name: String) {
    let keys = "timeline: { step: 1 s, values: { ? \(name) : 1 }, when: { x: x } }"
    #expect(mistakes(keys).contains("can't be the name of a value"), "\(mistakes(keys))")
  }

  @Test func `lets acts have marks that no value is called`() {
    #expect(mistakes("timeline: { step: 1 s, when: { x: -x--yz } }") == "")
  }

  @Test func `is looked at to its end`() {
    let keys = """
      timeline:
        stp: 1 s
        values: { f: }
        when: { a: [], b: f }
        then: { c: g, d: "|f" }
      """
    #expect(OneScenario.file(keys).mistakes.count == 4, "\(mistakes(keys))")
  }
}
