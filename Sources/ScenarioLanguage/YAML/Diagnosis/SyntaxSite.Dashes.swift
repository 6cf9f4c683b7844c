extension SyntaxSite {
  /// A list item whose text follows its dash at once.
  func missingBlank(behindDashOf line: Int) -> SyntaxDiagnosis? {
    let content = shape(line).content
    guard content.first == .ascii("-"), content.count > 1, content.dropFirst().first != .ascii("-")
    else { return nil }
    let dash = content.startIndex
    return SyntaxDiagnosis(
      message: "a blank is missing behind this \"-\"", range: range(dash, dash + 1),
      remedies: ["Did you mean: - \(content.dropFirst().asText)"],
      mends: [insert(" ", at: dash + 1)], isAboutLayout: true)
  }

  /// A list item that begins with a longer dash or a bullet, as word processors write it.
  func otherDash(at line: Int) -> SyntaxDiagnosis? {
    let content = shape(line).content
    let marks = ["–", "—", "−", "•", "·"]
    guard let mark = marks.first(where: { content.starts(with: "\($0) ".utf8) }) else { return nil }
    let start = content.startIndex
    let rest = content[(start + mark.utf8.count)...]
    return SyntaxDiagnosis(
      message: "a list item begins with \"-\", not with \"\(mark)\"",
      range: range(start, start + mark.utf8.count), remedies: ["Did you mean: -\(rest.asText)"],
      mends: [.blank(line: line, from: 0)], isAboutLayout: true)
  }

  private func insert(_ characters: String, at byte: Int) -> SyntaxDiagnosis.Mend {
    let line = map.line(ofByte: byte)
    return .insert(
      characters, line: line, at: text.originalByte(ofLine: line, mended: column(byte)))
  }

  /// A line below list items that should be one too.
  func missingDash(at line: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    let above = openColumns(above: line)
    guard shape.content.startIndex <= max(byte, contextByte), !shape.isItem, !shape.content.isEmpty,
      error.problem != "did not find expected key",
      above.contains(where: { $0.column == shape.contentColumn && $0.isItem })
    else { return nil }
    if let diagnosis = missingBlank(behindDashOf: line) { return diagnosis }
    var remedies = ["Write \"- \(shape.content.asText)\"."]
    if let key = shape.key?.asText, Keys.all.contains(key),
      let column = above.last(where: { !$0.isItem && $0.column != shape.contentColumn })?.column
    {
      remedies = ["Begin it in column \(column + 1), with the other keys."]
    }
    return SyntaxDiagnosis(
      message: "there is no \"- \" in front of this, but it stands below list items",
      range: contentRange(ofLine: line), remedies: remedies,
      mends: [insert("- ", at: shape.content.startIndex)], isAboutLayout: true)
  }

  /// A scenario that has lost its dash, and with it the column of its other keys.
  func missingDash(inFrontOfScenario line: Int, column: Int) -> SyntaxDiagnosis? {
    let shape = shape(line)
    guard !shape.isItem, shape.key?.elementsEqual("scenario".utf8) == true, column >= 2 else {
      return nil
    }
    return SyntaxDiagnosis(
      message: "there is no \"- \" in front of \"scenario:\"", range: contentRange(ofLine: line),
      remedies: ["Write \"- scenario: …\", with the dash in column \(column - 1)."],
      mends: [.indent(line: line, to: column - 2), insert("- ", at: shape.content.startIndex)],
      isAboutLayout: true)
  }
}
