import ScenarioLanguage

extension FilePlanner {
  /// Warns about texts that must not occur and that continue on the next line.
  ///
  /// YAML reads a line that is indented too deep as part of the text above it. A check that the
  /// text does not occur then always holds.
  ///
  /// - Parameter isNegated: Whether the check passes if a value does not match.
  mutating func warnOfContinuedTexts(in data: Node, isNegated: Bool) {
    let isNegated = isNegated || data.tag?.hasPrefix("!not") == true
    for item in data.items.map(Array.init) ?? [] {
      warnOfContinuedTexts(in: item, isNegated: isNegated)
    }
    for entry in data.entries.map(Array.init) ?? [] {
      warnOfContinuedTexts(in: entry.value, isNegated: isNegated)
    }
    guard isNegated, continuesBelow(data), let text = data.text else { return }
    report(
      "this text continues on the next line: \"\(text.clipped(to: 60))\"", at: data.range,
      severity: .warning, rule: .continuedText,
      hints: [
        "Indent the next line less if it is a step or a key.",
        "Put the whole text in quotes if it is one text.",
      ])
  }

  /// Returns whether a text without quotes begins on the line of its key or dash and ends below it.
  private func continuesBelow(_ node: Node) -> Bool {
    let (start, end) = (node.range.start, node.range.end)
    // The list of "!one of" is a text for YAML.
    guard start.line < end.line, node.style == .plain, let text = node.text,
      let word = text.split(separator: " ").first, node.tag?.hasSuffix("!one") != true,
      node.tag?.hasSuffix("-one") != true
    else { return false }
    var rest = file.source.lineText(start.line).unicodeScalars.dropFirst(start.column - 1)
    if let tag = node.tag { rest = rest.dropFirst(tag.unicodeScalars.count) }
    return Substring(rest).drop { $0 == " " }.hasPrefix(word)
  }
}
