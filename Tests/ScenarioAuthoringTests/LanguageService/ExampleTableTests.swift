import Foundation
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

@Suite("Examples as a table")
struct ExampleTableTests {
  private static let head = "story: S\nmodule: facts\nscenarios:\n  - scenario: A <a> <b>\n"

  private static func service(_ text: String) -> LanguageService {
    let service = LanguageService(folder: PrefixTests.folder.path, shownAs: "Scenarios")
    service.update("facts/facts.yaml", text: text, version: 1)
    return service
  }

  /// Writes the examples of the scenario in a line, and returns the text.
  private static func write(
    _ table: ExampleTable, to line: Int = 4, _ service: LanguageService
  ) throws -> String {
    try service.change(scenarioAt: line, in: "facts/facts.yaml", .setExamples(table)).text
  }

  /// Examples before and after the change: `b` of the first row becomes "two", the second row goes, and
  /// one comes.
  static let cases: [(before: String, then: String)] = [
    (
      "    examples:\n      - { a: 1, b:  2 } # why\n      # gone\n      - { a: 3, b: 4 }\n",
      "    examples:\n      - { a: 1, b:  two } # why\n      # gone\n      - { a: x y, b: \"c: d\" }\n"
    ),
    (
      "    examples: [{ a: 1, b: 2 }, { a: 3, b: 4 }]\n    when: a\n",
      "    examples: [{ a: 1, b: two }, { a: x y, b: \"c: d\" }]\n    when: a\n"
    ),
    (
      "    examples:\n      columns: [a, b]\n      rows:\n        - [1, \"2\"]\n        - [3, 4]\n    when: a\n",
      "    examples:\n      columns: [a, b]\n      rows:\n        - [1, \"two\"]\n        - [x y, \"c: d\"]\n    when: a\n"
    ),
    (
      "    examples:\n      - a: 1\n        b: 2\n\n      - a: 3\n        b: 4\n\n  - scenario: B",
      "    examples:\n      - a: 1\n        b: two\n\n      - { a: x y, b: \"c: d\" }\n\n  - scenario: B"
    ),
  ]

  @Test(arguments: cases.indices, [false, true])
  func `only what differs is written`(index: Int, isWindows: Bool) throws {
    func ended(_ text: String) -> String { isWindows ? text.replacing("\n", with: "\r\n") : text }
    let (before, then) = Self.cases[index]
    let service = Self.service(ended(Self.head + before))
    var table = try #require(try service.examples(ofScenarioAt: 4, in: "facts/facts.yaml"))
    #expect(table.columns == ["a", "b"])
    #expect(table.rows.map(\.cells) == [["1", "2"], ["3", "4"]])
    #expect(try Self.write(table, service) == ended(Self.head + before))
    table.rows[0].cells[1] = "two"
    table.rows[1] = ExampleTable.Row(["x y", "c: d"])
    #expect(try Self.write(table, service) == ended(Self.head + then))
  }

  @Test(arguments: cases.indices)
  func `a new row stands where it was added, and another order is refused`(index: Int) throws {
    let service = Self.service(Self.head + Self.cases[index].before)
    var table = try #require(try service.examples(ofScenarioAt: 4, in: "facts/facts.yaml"))
    table.rows.swapAt(0, 1)
    #expect(throws: Diagnostic.self) { try Self.write(table, service) }
    table.rows.swapAt(0, 1)
    for at in [1, 0] { table.rows.insert(ExampleTable.Row(["new", "\(at)"]), at: at) }
    service.update("facts/facts.yaml", text: try Self.write(table, service), version: 2)
    let written = try service.examples(ofScenarioAt: 4, in: "facts/facts.yaml")
    #expect(written?.rows.map(\.cells) == table.rows.map(\.cells))
  }

  @Test(arguments: cases.indices.dropLast(2))
  func `a new column has a value in each row`(index: Int) throws {
    let service = Self.service(Self.head + Self.cases[index].before)
    var table = try #require(try service.examples(ofScenarioAt: 4, in: "facts/facts.yaml"))
    table.columns.append("c d")
    for row in table.rows.indices { table.rows[row].cells.append("{ x: \(row) }") }
    let text = try Self.write(table, service)
    #expect(
      text == Self.head
        + Self.cases[index].before.replacing("2 }", with: "2, c d: { x: 0 } }")
        .replacing("4 }", with: "4, c d: { x: 1 } }"))
  }

  @Test func `a scenario without examples gets some before its nested ones`() throws {
    let text = Self.head + "    when: a\n\n    scenarios:\n      - scenario: I\n        when: b\n"
    let service = Self.service(text)
    #expect(try service.examples(ofScenarioAt: 4, in: "facts/facts.yaml") == nil)
    let table = ExampleTable(
      columns: ["a", "b"], rows: [ExampleTable.Row(["", "#x"]), ExampleTable.Row(["1", "- y"])])
    #expect(
      try Self.write(table, service) == Self.head
        + "    when: a\n    examples:\n      - { a: \"\", b: \"#x\" }\n      - { a: 1, b: \"- y\" }\n"
        + "\n    scenarios:\n      - scenario: I\n        when: b\n")
  }

  @Test(arguments: Sample.of(PrefixTests.stories.map(\.file.source.path), oneIn: 4))
  func `examples that are written as they are leave every byte as it is`(path: String) throws {
    let file = try #require(PrefixTests.stories.first { $0.file.source.path == path }).file
    let text = String(decoding: file.source.bytes, as: UTF8.self)
    let service = Self.service(text)
    func visit(_ scenario: Scenario) throws {
      let line = scenario.title.range.start.line
      if let table = try service.examples(ofScenarioAt: line, in: "facts/facts.yaml") {
        #expect(!table.rows.isEmpty)
        #expect(try Self.write(table, to: line, service) == text)
      }
      for nested in scenario.scenarios { try visit(nested) }
    }
    // A scenario with examples is there once for each.
    var lines: Set<Int> = []
    for scenario in file.stories.flatMap(\.scenarios)
    where lines.insert(scenario.title.range.start.line).inserted {
      try visit(scenario)
    }
  }
}
