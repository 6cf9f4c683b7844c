/// The examples in the text of a scenario, for reports that have no more than its lines.
package struct WrittenExamples: Sendable {
  /// An example.
  package struct Row: Sendable {
    /// The lines of the example, from 1 within the text.
    package var lines: ClosedRange<Int>

    /// The values as texts by the names of their placeholders.
    package var values: [String: String]
  }

  /// The lines from the first to the last example.
  package let lines: ClosedRange<Int>

  /// The examples by their first lines.
  private let rows: [Int: [Row]]

  /// The title of the scenario, with its placeholders.
  private let title: String

  /// Reads the text of a scenario; `nil` if it has no examples.
  package init?(in text: String) {
    let source = SourceFile(path: "", text: text)
    let document = YAMLReader(reading: source).documents.first
    let names = Set(StoryLanguage.allWords(for: "examples"))
    guard let scenario = document?.items?.first ?? document,
      let field = scenario.entries?.first(where: { names.contains($0.key.text ?? "") })
    else { return nil }
    // A table has a list of names and a list of lists.
    let lists = field.value.entries?.compactMap(\.value.items) ?? []
    let columns = lists.first { $0.first?.text != nil }?.map { $0.text?.trimmed ?? "" } ?? []
    let items = field.value.items ?? lists.first { $0.first?.items != nil }
    let rows = items?.map { item in
      let cells =
        item.entries?.map { ($0.key.text?.trimmed ?? "", $0.value) }
        ?? item.items.map { Array(zip(columns, $0)) } ?? []
      return Row(
        lines: item.range.lines,
        values: Dictionary(
          cells.map { ($0, ($1.text ?? source.text($1.range.offsets)).clippedToTitle) }
        ) { first, _ in first })
    }
    guard let rows, let first = rows.first, let last = rows.last else { return nil }
    lines = first.lines.lowerBound...last.lines.upperBound
    self.rows = Dictionary(grouping: rows, by: \.lines.lowerBound)
    let words = Set(StoryLanguage.allWords(for: "scenario"))
    title = scenario.entries?.first { words.contains($0.key.text ?? "") }?.value.text ?? ""
  }

  /// Returns the example that begins on a line; of several, the one with which the scenario has
  /// this title, or `nil` if that is uncertain.
  package func row(at line: Int, titled full: String) -> Row? {
    let here = rows[line] ?? []
    guard here.count > 1 else { return here.first }
    let matching = here.filter { row in
      let filled = row.values.reduce(title) { $0.replacing("<\($1.key)>", with: $1.value) }
      guard filled == title else { return filled == full }
      return full.hasPrefix(title)
        && row.values.allSatisfy { name, value in
          full.contains("\(name): \(value),") || full.hasSuffix("\(name): \(value))")
        }
    }
    return matching.count == 1 ? matching[0] : nil
  }
}
