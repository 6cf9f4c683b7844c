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
    #expect(written.row(at: 4, titled: "")?.values == ["kind": "number", "value": "1"])
    #expect(written.row(at: 5, titled: "")?.lines == 5...6)
    let mapping = ["kind": "mapping", "value": "{ a: [1, 2] }"]
    #expect(written.row(at: 5, titled: "")?.values == mapping)
    #expect(written.row(at: 8, titled: "")?.values["value"] == "a: b")
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
    #expect(written.row(at: 5, titled: "")?.values == ["n": "1", "Wort": "eins"])
  }

  @Test func `examples that share a line are told apart by the title of their scenario`() throws {
    let written = try #require(
      WrittenExamples(in: "- scenario: A <n>\n  then: x\n  examples: [{ n: 1 }, { n: 12 }]"))
    #expect(written.row(at: 3, titled: "A 1")?.values == ["n": "1"])
    #expect(written.row(at: 3, titled: "A 12")?.values == ["n": "12"])
    #expect(written.row(at: 3, titled: "A 2") == nil)
    let unnamed = try #require(
      WrittenExamples(
        in: "- scenario: A\n  then: <n> <m>\n  examples: [{ n: 1, m: x }, { n: 12, m: x }]"))
    #expect(unnamed.row(at: 3, titled: "A (n: 1, m: x)")?.values["n"] == "1")
    #expect(unnamed.row(at: 3, titled: "A (n: 12, m: x)")?.values["n"] == "12")
    #expect(unnamed.row(at: 3, titled: "A") == nil)
    #expect(WrittenExamples(in: "- scenario: One\n  then: x") == nil)
    #expect(WrittenExamples(in: "- scenario: {") == nil)
  }
}
