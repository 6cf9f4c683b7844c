import DisplayText

extension StoryPartReader {
  /// Warns about placeholders in a scenario that its examples don't fill, each once, apart from
  /// its title.
  ///
  /// - Parameter names: The names of the examples' values; `nil` if there are no examples.
  func warnOfPlaceholders(inScenario node: Node, except names: [String]?) {
    guard context.log.hasAngleBracket, let entries = node.entries else { return }
    let fields = fields(of: entries)
    // Examples that can't be read have a diagnostic of their own.
    guard names != nil || fields.first(named: "examples") == nil else { return }
    // Only the value of a key that a scenario has becomes part of it.
    let filled = fields.filter {
      Keys.scenario.contains($0.name) && !["scenario", "examples", "scenarios"].contains($0.name)
    }
    warnOfPlaceholders(in: filled, except: names ?? []) { name in
      guard let names else {
        return "Write examples in the scenario: \"\(word: "examples"): [{ \(name): … }]\"."
      }
      return "Add it to the examples, which give values to: \(names.joined(separator: ", "))"
    }
  }

  /// Warns about placeholders in steps that no examples apply to, each once.
  ///
  /// - Parameter remedy: Returns the hint that explains where a value can be written.
  func warnOfPlaceholders(
    in fields: [Field], except names: [String] = [], remedy: (String) -> Message
  ) {
    guard context.log.hasAngleBracket else { return }
    var reported: Set<String> = []
    // Elsewhere, the form of another tool fails the check, or means a part of an address.
    let foreign = /\$?\{([^{}]+)\}|\$([\p{L}\p{N}_]+)/
    for (text, range, isPlain, isNegated) in fields.lazy.flatMap(\.value.writtenTexts) {
      for match in isNegated ? text.matches(of: foreign) : [] {
        guard let name = match.1 ?? match.2, names.contains(String(name)) else { continue }
        let (start, end) = (text[..<match.range.lowerBound], text[match.range.upperBound...])
        warn(
          "nothing replaces \"\(String(match.0))\", so it is used as text", at: range,
          rule: .unknownPlaceholder,
          hints: [didYouMean("<\(name)>", corrections: isPlain ? ["\(start)<\(name)>\(end)"] : [])])
        break
      }
      guard let name = Self.placeholder(in: text, except: names), reported.insert(name).inserted,
        // "\\x3C" stands for a "<" that begins no placeholder.
        source.bytes[range.offsets].contains(.ascii("<"))
      else { continue }
      warn(
        "nothing gives <\(name)> a value, so it is used as text", at: range,
        rule: .unknownPlaceholder,
        hints: [
          remedy(name),
          "To use it as text, put the whole in double quotes and write \\x3C in place of <.",
        ])
    }
  }

  /// Returns the name of a placeholder that is a whole text, or stands between spaces or quotes;
  /// `nil` for other uses of `<`, such as HTML.
  private static func placeholder(in text: String, except names: [String]) -> String? {
    guard text.utf8.contains(.ascii("<")), !text.contains("</") else { return nil }
    let found = text.matches(of: /(?:^|[\s"'])<(?<name>\p{L}[\p{L}\p{N} _-]*)>(?=$|[\s"'])/)
    return found.lazy.map { String($0.name) }.first { name in
      // One that is nearly a name is an error.
      !names.contains(name.trimmed) && NearestText.suggestions(for: name, among: names).isEmpty
    }
  }
}

extension Node {
  /// The texts in the node, keys included, with their source ranges, and whether they are without
  /// quotes and negated.
  fileprivate var writtenTexts: [(String, SourceRange, isPlain: Bool, isNegated: Bool)] {
    var end = row
    return rows.compactMap { row in
      let written = table.rows[row]
      if table.tag(ofRow: row)?.hasPrefix("!not") == true {
        end = max(end, row + Int(written.count))
      }
      return table.text(ofRow: row).map {
        ($0, written.range, written.kind == .scalar(.plain), row < end)
      }
    }
  }
}
