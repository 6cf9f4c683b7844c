import Testing

@testable import ScenarioLanguage

@Suite("Examples in the text of a scenario")
struct WrittenExamplesTests {
  /// Returns the examples in a text.
  private func examples(in text: String) throws -> WrittenExamples {
    try #require(WrittenExamples(in: text))
  }

  @Test func `examples have their lines and their values as texts`() throws {
    let written = try examples(
      in: """
            - scenario: A <kind>
              then: { it shows: <value> }
              examples:
                - { kind: number, value: 1 }
                - kind: mapping
                  value: { a: [1, 2] }

                - { kind: text, value: "a: b" }
              tags: [x]
        """)
    #expect(written.lines == 4...8)
    #expect(written.row(at: 5, titled: "")?.lines == 5...6)
    #expect(
      [4, 5, 8].compactMap { written.row(at: $0, titled: "")?.values } == [
        ["kind": "number", "value": "1"], ["kind": "mapping", "value": "{ a: [1, 2] }"],
        ["kind": "text", "value": "a: b"],
      ])
  }

  @Test func `a table in another language has its values by its columns`() throws {
    let written = try examples(
      in: """
        - Szenario: <n>
          dann: x
          Beispiele:
            Zeilen:
              - [1, eins]
            Spalten: [n, Wort]
        """)
    #expect(written.lines == 5...5)
    #expect(written.row(at: 5, titled: "")?.values == ["n": "1", "Wort": "eins"])
  }

  @Test func `examples that share a line differ by the title of their scenario`() throws {
    func numbers(of titles: String..., in text: String) throws -> [String?] {
      let examples = try examples(in: text)
      return titles.map { examples.row(at: 3, titled: $0)?.values["n"] }
    }
    #expect(
      try numbers(
        of: "A 1", "A 12", "A 2",
        in: "- scenario: A <n>\n  then: x\n  examples: [{ n: 1 }, { n: 12 }]")
        == ["1", "12", nil])
    #expect(
      try numbers(
        of: "A (n: 1, m: x)", "A (n: 12, m: x)", "A",
        in: "- scenario: A\n  then: <n> <m>\n  examples: [{ n: 1, m: x }, { n: 12, m: x }]")
        == ["1", "12", nil])
    #expect(WrittenExamples(in: "- scenario: One\n  then: x") == nil)
    #expect(WrittenExamples(in: "- scenario: {") == nil)
  }
}
