import ScenarioLanguage
import TestSupport
import Testing

@Suite("Layout rules")
struct LayoutRulesTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      (self.name, self.before, self.after) = (name, before, after)
    }

    var testDescription: String { name }
  }

  @Test(arguments: [
    Rule("two blanks for a level", "a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n"),
    Rule(
      "dashes below their key", "a:\n- b\n-   c: 1\n    d: 2\n", "a:\n  - b\n  - c: 1\n    d: 2\n"),
    Rule("lists in lists", "-   - a\n    - b\n-\n  - c\n", "- - a\n  - b\n- - c\n"),
    Rule("one space after a colon", "a:    1\nb :  2\n\"c\":   3\n", "a: 1\nb: 2\n\"c\": 3\n"),
    Rule("blanks at the end", "a: 1   \n   \nb:  \t\n", "a: 1\n\nb:\n"),
    Rule("brackets", "a: {b: 1,c: [ x,y ] , d: {} }\n", "a: { b: 1, c: [x, y], d: {} }\n"),
    Rule("a tag before a bracket", "a: [ !any , !absent ]\n", "a: [!any, !absent ]\n"),
    Rule(
      "a comment after a tag without a value", "a: !absent # b\nc: !any\n",
      "a: !absent  # b\nc: !any\n"),
    Rule("keys without values in braces", "{ a, b: , c: }\n", "{ a, b: , c: }\n"),
    Rule("a key in a list in brackets", "a: [ b:  1, c ]\n", "a: [b: 1, c]\n"),
    Rule("brackets over lines", "a: [ 1,\n   2,\n   ]\n", "a: [1, 2]\n"),
    Rule(
      "comments in brackets", "a: [1, # one\n  2] # all\n", "a:\n  - 1  # one\n  - 2\n  # all\n"),
    Rule("a text on a line of its own", "a:\n   b c\n", "a: b c\n"),
    Rule("a text over lines", "a: b\n      c\n", "a: b\n  c\n"),
    Rule(
      "a text in quotes over lines", "a: \"b  \n\n   c\\ \n  d\"\n", "a: \"b\n\n  c\\ \n  d\"\n"),
    Rule(
      "a text block", "a: |\n     b  \n\n       c\n\n\nd: 1\n", "a: |\n  b  \n\n    c\n\nd: 1\n"),
    Rule("a text block that begins with blanks", "a: |3\n     b\n   c\n", "a: |2\n    b\n  c\n"),
    Rule("a text block with its empty lines", "a: |+\n b\n\n\nc: 1\n", "a: |+\n  b\n\n\nc: 1\n"),
    Rule("a text block that ends with the file", "a: |\n   b", "a: |-\n  b\n"),
    Rule("a comment after a bar", "a: |   # why\n b\n", "a: |  # why\n  b\n"),
    Rule("anchors and tags", "a:   &x   !t  b\nc: &y\n    d: *x\n", "a: &x !t b\nc: &y\n  d: *x\n"),
    Rule("an alias as a key", "a: &x b\n*x :   1\n", "a: &x b\n*x : 1\n"),
    Rule("a question mark", "? a\n:   1\n", "a: 1\n"),
    Rule("CR LF and CR", "a: 1\r\nb: |\r\n  c\r\nd: 2\r", "a: 1\nb: |\n  c\nd: 2\n"),
    Rule("a byte order mark", "\u{FEFF}a: 1\n", "a: 1\n"),
    Rule(
      "documents", "--- # one\n\n a: 1\n\n...\n%YAML   1.1\n---\nb\n",
      "---  # one\na: 1\n\n...\n%YAML 1.1\n---\nb\n"),
    Rule("nothing", "", ""),
    Rule("only blanks", " \n\n  \n", ""),
    Rule("only comments", "\n   # a\n\n\n # b", "# a\n\n# b\n"),
  ])
  func `formatting gives every construct a uniform layout`(rule: Rule) {
    #expect(formatted(rule.before) == rule.after)
    #expect(formatted(rule.after) == rule.after)
  }

  @Test(arguments: [
    Rule("above", "a:\n      # one\n   # two\n  b: 1\n", "a:\n  # one\n  # two\n  b: 1\n"),
    Rule("after a key", "a:   # one\n  - b\n", "a:  # one\n  - b\n"),
    Rule("between a key and its text", "a:\n # one\n b\n", "a:\n  # one\n  b\n"),
    Rule("after a dash", "- # one\n  a: 1\n", "-  # one\n  a: 1\n"),
    Rule(
      "at the end of a list", "a:\n    - b\n    # - c\n\n# d\ne: 1\n",
      "a:\n  - b\n  # - c\n\n# d\ne: 1\n"),
    Rule("below a list that is not indented", "a:\n- b\n# c\nd: 1\n", "a:\n  - b\n# c\nd: 1\n"),
    Rule("below a document that is only a tag", "!t\n# one\n", "!t\n  # one\n"),
    Rule("below an empty key", "a:\n   # one\nb: 1\n", "a:\n  # one\nb: 1\n"),
    Rule(
      "behind lines that follow each other", "a: 1 # one\nbcd: 2   # two\ne: 3\nf: 4 # four\n",
      "a: 1    # one\nbcd: 2  # two\ne: 3\nf: 4  # four\n"),
    Rule("after wide letters", "a: 中文 # one\nb: x # two\n", "a: 中文  # one\nb: x     # two\n"),
    Rule("at the end of the file", "a:\n  b: 1\n  # one\n# two", "a:\n  b: 1\n  # one\n# two\n"),
    Rule("inside an empty list", "a: [ # one\n# two\n]\n", "a:  # one\n  # two\n  []\n"),
  ])
  func `formatting keeps comments`(rule: Rule) {
    #expect(formatted(rule.before) == rule.after)
    #expect(formatted(rule.after) == rule.after)
  }

  @Test func `formatting splits brackets that are longer than a line`() {
    let word = String(repeating: "x", count: 43)
    // This line has exactly 100 columns.
    let list = "a: [\(word), \(word), 12345]\n"
    #expect(formatted(list) == list)
    #expect(
      formatted("a: [\(word), \(word), 123456]\n") == """
        a:
          - \(word)
          - \(word)
          - 123456

        """)
    #expect(
      formatted("a: { b: [\(word), \(word)], c: 1 } # why\n") == """
        a:  # why
          b: [\(word), \(word)]
          c: 1

        """)
  }

  /// Stories in `Layouts`, whose scenarios, sections, rows and columns get a uniform layout.
  @Test(arguments: CaseFile.all(in: "Layouts"))
  func `formatting separates the parts of a story, and aligns tables`(file: CaseFile) throws {
    try file.expect(formatted(String(decoding: file.bytes(), as: UTF8.self)))
  }

  @Test func `formatting writes short names of units in time words and pauses alone`() {
    let story = """
      story: S
      module: m
      language: de

      scenarios:
        - scenario: A
          steps:
            - wenn: etwas geschieht
            - <pause>
            - <time>: { der Text ist: 2 Sekunden vergehen }
            - "<quoted>"

      """
    func text(_ pause: String, _ time: String, _ quoted: String) -> String {
      story.replacing("<pause>", with: pause).replacing("<time>", with: time)
        .replacing("<quoted>", with: quoted)
    }
    #expect(
      formatted(
        text("5 Sekunden vergehen", "innerhalb von 1 Minute 30Sekunden", "2 Stunden vergehen"))
        == text("5 s vergehen", "innerhalb von 1 min 30 s", "2 Stunden vergehen"))
  }
}
