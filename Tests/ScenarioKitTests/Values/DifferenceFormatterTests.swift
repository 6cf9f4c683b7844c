import DisplayText
import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioKit

@Suite("Formatted differences")
struct DifferenceFormatterTests {
  struct Case: Sendable {
    var expected: String
    var actual: Value
    var text: String

    init(_ expected: String, _ actual: Value, _ text: String) {
      self.expected = expected
      self.actual = actual
      self.text = text
    }
  }

  private static let quick = "The quick brown fox jumps over the lazy dog"
  private static let long = Array(repeating: "lorem ipsum dolor", count: 12).joined(separator: " ")
  private static let poem = (1...30).map { "line \($0)" }.joined(separator: "\n")

  private static let cases: [Case] = [
    Case(
      "state: info",
      ["state": "loading"],
      """
        expected  state: info   (facts.yaml:1)
        actual    state: loading
      """),
    Case(
      "info",
      nil,
      """
        expected  info   (facts.yaml:1)
        actual    missing
      """),
    Case(
      "state: info\ninfoTxt: !contains Quick\nitems: [a, b]",
      ["state": "loading", "infoText": "x", "items": ["a", "b", "c"]],
      """
        expected  state: info                (facts.yaml:1)
        actual    state: loading

        expected  infoTxt: !contains Quick   (facts.yaml:2)
        actual    missing
                  there is "infoText"

        expected  nothing                    (facts.yaml:3)
        actual    items[2]: c
                  2 elements were expected, but there are 3
      """),
    Case(
      "infoText: \(quick)",
      ["infoText": .text(quick.replacing("fox", with: "fix"))],
      """
        expected  infoText: The quick brown fox jumps over the lazy dog   (facts.yaml:1)
        actual    infoText: The quick brown fix jumps over the lazy dog
                                             ^
      """),
    Case(
      "infoText: \(quick)",
      ["infoText": .text(quick + " ")],
      """
        expected  infoText: The quick brown fox jumps over the lazy dog   (facts.yaml:1)
        actual    infoText: "The quick brown fox jumps over the lazy dog "
                                                                        ^
                  only white space or invisible characters differ: at character 44 its end was expected,
                  but there is a space
      """),
    Case(
      "infoText: \(long) A \(long)",
      ["infoText": .text(long + " B " + long)],
      """
        expected  infoText: …ipsum dolor lorem ipsum dolor A lorem ipsum dolor lorem ips…   (facts.yaml:1)
        actual    infoText: …ipsum dolor lorem ipsum dolor B lorem ipsum dolor lorem ips…
                                                           ^
      """),
    Case(
      "infoText: short",
      ["infoText": .text(long)],
      """
        expected  infoText: short   (facts.yaml:1)
        actual    infoText: lorem ipsum dolor lorem ipsum dolor lorem ipsum dolor lorem …
      """),
    Case(
      "infoText: !contains \(long)",
      ["infoText": .text(long.uppercased())],
      """
        expected  infoText: !contains lorem ipsum dolor lorem ipsum dolor lorem ipsum do…   (facts.yaml:1)
        actual    infoText: LOREM IPSUM DOLOR LOREM IPSUM DOLOR LOREM IPSUM DOLOR LOREM …
                  it is contained, but with different letter case
      """),
    Case(
      "state: info",
      ["state": .list(long.split(separator: " ").map { .text(String($0)) })],
      """
        expected  state: info   (facts.yaml:1)
        actual    state: [lorem, ipsum, dolor, lorem, ipsum, dolor, lorem, ipsum, dolor,…
                  a text was expected, but this is a list; write a list as [a, b]
      """),
    Case(
      "about: |\n  As a reader\n  I want a fact,\n  so that I learn.\n",
      ["about": "As a reader\nI want a fact\nso that I learn.\n"],
      """
        expected  about: the lines with -   (facts.yaml:1)
        actual    about: the lines with +
                    As a reader
                  - I want a fact,
                  + I want a fact
                    so that I learn.
      """),
    Case(
      "about: |\n  one\n  two\n",
      ["about": "three\nfour"],
      """
        expected  about: |   (facts.yaml:1)
                    one
                    two
        actual    about: |-
                    three
                    four
      """),
    Case(
      "about: !contains x",
      ["about": "three\n\nfour\n"],
      """
        expected  about: !contains x   (facts.yaml:1)
        actual    about: |
                    three

                    four
      """),
    Case(
      "about: |\n  one\n",
      ["about": "one"],
      """
        expected  about: |   (facts.yaml:1)
                    one
        actual    about: one
                  the expected text ends with a line break, but the actual text doesn't; use |- to omit it
      """),
    Case(
      "|\n  a\n  b\n",
      nil,
      """
        expected  |   (facts.yaml:1)
                    a
                    b
        actual    missing
      """),
    Case(
      "|-\n" + poem.split(separator: "\n").map { "  \($0)\n" }.joined(),
      .text(poem.replacing("line 15", with: "line fifteen").replacing("line 17\n", with: "")),
      """
        expected  the lines with -   (facts.yaml:1)
        actual    the lines with +
                    … 12 equal lines
                    line 13
                    line 14
                  - line 15
                  + line fifteen
                    line 16
                  - line 17
                    line 18
                    line 19
                    … 11 equal lines
      """),
    Case(
      "!contains x",
      .text(poem),
      """
        expected  !contains x   (facts.yaml:1)
        actual    |-
                    line 1
                    line 2
                    line 3
                    line 4
                    line 5
                    line 6
                    line 7
                    line 8
                    line 9
                    line 10
                    line 11
                    line 12
                    line 13
                    line 14
                    line 15
                    line 16
                    line 17
                    line 18
                    line 19
                    line 20
                    … 10 more lines
      """),
    Case(
      "\"a\\nb \"",
      "a\nb\tc",
      """
        expected  the lines with -   (facts.yaml:1)
        actual    the lines with +
                    a
                  - "b "
                  + "b\\tc"
      """),
    Case(
      "текст: Привет, мир и все остальные",
      ["текст": "Привет, мир и все прочие люди"],
      """
        expected  текст: Привет, мир и все остальные   (facts.yaml:1)
        actual    текст: Привет, мир и все прочие люди
                                           ^
      """),
    Case(
      "t: 日本語のテキストです、どうぞよろしく",
      ["t": "日本語のテキストだ、どうぞよろしく"],
      """
        expected  t: 日本語のテキストです、どうぞよろしく   (facts.yaml:1)
        actual    t: 日本語のテキストだ、どうぞよろしく
                                     ^
      """),
  ]

  @Test(arguments: cases)
  func `a formatted difference shows expected above actual`(example: Case) throws {
    let differences = try ExpectedValue(node(example.expected)).differences(from: example.actual)
    #expect(DifferenceFormatter(file: "facts.yaml").text(for: differences) == example.text)
  }

  private func some(_ count: Int) throws -> [Difference] {
    let list = (0..<count).map { "{ a: \($0) }" }.joined(separator: ", ")
    return try ExpectedValue(node("[\(list)]"))
      .differences(from: .list(Array(repeating: ["a": "x"], count: count)))
  }

  @Test func `differences beyond the limit are only counted`() throws {
    let formatter = DifferenceFormatter(limit: 2)
    #expect(try formatter.text(for: some(0)) == "")
    #expect(
      try formatter.text(for: some(3)) == """
          expected  [0].a: 0
          actual    [0].a: x

          expected  [1].a: 1
          actual    [1].a: x

          … and 1 more difference
        """)
    #expect(try formatter.text(for: some(30)).hasSuffix("  … and 28 more differences"))
  }

  private static let germanNotes: [(expected: String, actual: Value, note: String)] = [
    (
      "!not loading", 5,
      "erwartet war ein Text, aber dies ist eine ganze Zahl; "
        + "für einen beliebigen Wert schreiben Sie !any"
    ),
    (
      "!not \"3\"", 3,
      "die Anführungszeichen verlangen Text, aber dies ist eine ganze Zahl; schreiben Sie !not 3"
    ),
    (
      "[{ id: 1, t: a }, { id: 2, t: !count 1 }]", [["id": 2, "t": "abc"]],
      "es hat 3 Zeichen; verglichen mit dem erhaltenen Element [0]"
    ),
    (
      "a b", "a\tb",
      "nur Leerzeichen oder unsichtbare Zeichen sind verschieden: "
        + "bei Zeichen 2 war ein Leerzeichen erwartet, aber dort steht ein Tabulator"
    ),
    ("[a]", [], "erwartet war 1 Element, aber es sind 0"),
    ("{ state: 1 }", ["b c": 1, "d": 2], "es gibt auch: b c, d"),
  ]

  @Test(arguments: germanNotes)
  func `a note is translated with each of its parts, also after it was sent`(
    expected: String, actual: Value, note: String
  ) throws {
    let german = try #require(StoryLanguage.named("de"))
    let found = try ExpectedValue(node(expected)).differences(from: actual)
    let sent = try JSONDecoder().decode([Difference].self, from: JSONEncoder().encode(found))
    for differences in [found, sent] {
      let explanation = try #require(differences.last?.explanation)
      #expect(german.text(of: explanation) == note)
      #expect(explanation.english == differences.last?.note)
    }
  }

  @Test func `a note that was changed, or is a text alone, is explained by its words`() throws {
    var difference = try #require(ExpectedValue(node("[a]")).differences(from: []).first)
    difference.note = "it is 1"
    #expect(difference.explanation == "it is 1")
    difference.note = nil
    #expect(difference.explanation == nil)
    let earlier = Difference(expected: "a", actual: "b", range: difference.range, note: "it is 2")
    #expect(earlier.explanation == "it is 2")
  }

  @Test(arguments: ["expected", "actual", "observed", ""])
  func `a label in a language is as wide as in English, or has a space after it`(word: String)
    throws
  {
    let russian = try #require(StoryLanguage.named("ru"))
    let message = Message(stringLiteral: word)
    let label = DifferenceFormatter.label(message, in: russian)
    #expect(DifferenceFormatter.label(message, in: .english).hasPrefix(word))
    #expect(DifferenceFormatter.label(message, in: .english).count == 10)
    #expect(label.count == 10 && label.hasSuffix(" "))
    #expect(label.hasPrefix(word) == word.isEmpty)
  }

  @Test func `each part of a formatted difference is coloured`() throws {
    let formatter = DifferenceFormatter(file: "a.yaml") { text, color in "<\(color) \(text)>" }
    let differences = try ExpectedValue(node("a: Hello, my world"))
      .differences(from: ["a": "Hello, my  world"])
    #expect(
      formatter.text(for: differences) == """
          <dim expected  ><green a: Hello, my world>   <dim (a.yaml:1)>
          <dim actual    ><red a: Hello, my  world>
                                 <red ^>
                    <dim only white space or invisible characters differ: at character 11 "w" was expected, but>
                    <dim there is a space>
        """)
  }

  @Test(arguments: [60, 100, 200])
  func `formatted differences fit into the given width`(width: Int) throws {
    let data = "a: \(Self.long) A \(Self.long)"
    let differences = try ExpectedValue(node(data))
      .differences(from: ["a": .text(Self.long + " B\n" + Self.long)])
    let text = DifferenceFormatter(file: "facts.yaml", width: width).text(for: differences)
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👨‍👩‍👧", 2), ("❤️", 2), ("й", 1),
    ("한국", 4), ("\u{200B}", 0),
  ])
  func `display width is measured in terminal columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [("abc", "abc"), ("abcd", "ab…"), ("日本語", "日…"), ("", ""), ("日a", "日a")])
  func `text is clipped to a display width`(text: String, cut: String) {
    #expect(DisplayWidth.clipped(text, to: 3) == cut)
  }
}
