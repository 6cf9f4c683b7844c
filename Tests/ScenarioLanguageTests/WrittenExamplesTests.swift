import Testing

@testable import ScenarioLanguage

@Suite("Examples in the text of a scenario")
struct WrittenExamplesTests {
  @Test func `examples have their lines and their values as texts`() throws {
    let written = try #require(
      WrittenExamples(
        in: """
              - scenario: A <kind>
                then: { it shows: <value> }
                examples:
                  - { kind: number, value: 1 }
                  - kind: mapping
                    value: { a: [1, 2] }

                  - { kind: text, value: "a: b" }
                tags: [x]
          """))
    #expect(written.lines == 4...8)
    #expect(written.rows[4]?.values == ["kind": "number", "value": "1"])
    #expect(written.rows[5]?.lines == 5...6)
    #expect(written.rows[5]?.values == ["kind": "mapping", "value": "{ a: [1, 2] }"])
    #expect(written.rows[8]?.values["value"] == "a: b")
  }

  @Test func `a table in another language has its values by its columns`() throws {
    let written = try #require(
      WrittenExamples(
        in: """
          - Szenario: <n>
            dann: x
            Beispiele:
              Zeilen:
                - [1, eins]
              Spalten: [n, Wort]
          """))
    #expect(written.lines == 5...5)
    #expect(written.rows[5]?.values == ["n": "1", "Wort": "eins"])
  }

  @Test func `examples that share a line have no values, since the line does not tell them apart`()
    throws
  {
    let written = try #require(
      WrittenExamples(in: "- scenario: <n>\n  then: x\n  examples: [{ n: 1 }, { n: 2 }]"))
    #expect(written.rows.isEmpty)
    #expect(WrittenExamples(in: "- scenario: One\n  then: x") == nil)
    #expect(WrittenExamples(in: "- scenario: {") == nil)
  }
}
