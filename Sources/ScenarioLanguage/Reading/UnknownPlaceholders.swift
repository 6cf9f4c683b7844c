extension StoryPartReader {
  /// Warns about placeholders in the steps of a scenario without examples, each once.
  func warnOfPlaceholders(inScenario node: Node) {
    guard context.log.hasAngleBracket, let entries = node.entries else { return }
    let fields = fields(of: entries)
    guard fields.first(named: "examples") == nil else { return }
    let steps = fields.filter { Keys.shortSteps.contains($0.name) || $0.name == "steps" }
    warnOfPlaceholders(in: steps) {
      "Write examples in the scenario: \"\(word: "examples"): [{ \($0): … }]\"."
    }
  }

  /// Warns about placeholders in steps that no examples apply to, each once.
  ///
  /// - Parameter remedy: Returns the hint that explains where a value can be written.
  func warnOfPlaceholders(in fields: [Field], remedy: (String) -> Message) {
    guard context.log.hasAngleBracket else { return }
    var reported: Set<String> = []
    for (text, range) in fields.lazy.flatMap(\.value.writtenTexts) {
      guard let name = Self.placeholder(in: text), reported.insert(name).inserted,
        // "\\x3C" stands for a "<" that begins no placeholder.
        source.bytes[range.start.offset..<range.end.offset].contains(.ascii("<"))
      else { continue }
      warn(
        "nothing gives <\(name)> a value, so it is used as text", at: range,
        rule: .unknownPlaceholder,
        hints: [
          remedy(name),
          "If it is meant as text, put the whole in double quotes and write \\x3C in place of <.",
        ])
    }
  }

  /// Returns the name of a placeholder that is a whole text, or stands between spaces or quotes;
  /// `nil` for other uses of `<`, such as HTML.
  private static func placeholder(in text: String) -> String? {
    guard text.utf8.contains(.ascii("<")), !text.contains("</") else { return nil }
    let found = text.firstMatch(of: /(?:^|[\s"'])<(?<name>\p{L}[\p{L}\p{N} _-]*)>(?:$|[\s"'])/)
    return found.map { String($0.name) }
  }
}

extension Node {
  /// The texts in the node, keys included, with their source ranges.
  fileprivate var writtenTexts: some Sequence<(text: String, range: SourceRange)> {
    (row..<row + Int(table.rows[row].count)).lazy.compactMap { [table] row in
      table.text(ofRow: row).map { ($0, table.rows[row].range) }
    }
  }
}
