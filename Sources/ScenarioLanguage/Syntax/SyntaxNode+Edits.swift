// Edits of lists and mappings that keep their notation and the comments around them.
extension SyntaxNode {
  /// Returns the edit that replaces members; `nil` if there is no place for it.
  ///
  /// A comment beside a removed member or deeper than it goes with it. A comment above it stays.
  ///
  /// - Parameter texts: The new members without indentation, and with dashes unless the list is in
  ///   brackets.
  package func replacing(
    _ run: Range<Int>, with texts: [String], in source: SourceFile
  ) -> TextEdit? {
    if form == .brackets { return replacingInBrackets(run, with: texts, in: source) }
    guard form == .lines, !members.isEmpty else { return nil }
    let column = column(in: source)
    let text = texts.joined(separator: "\n").indented(by: column)
    let unindented = String(text.dropFirst(column))
    let margin = String(repeating: " ", count: column)
    let start = members[min(run.lowerBound, members.count - 1)].start
    if !run.isEmpty {
      let end = source.lineEnd(of: members[run.upperBound - 1].end)
      return texts.isEmpty
        ? removing(run, upTo: end, in: source) : TextEdit(start..<end, unindented)
    }
    if run.lowerBound == 0, !isOnOwnLine {
      return TextEdit(start..<start, unindented + "\n" + margin)
    }
    let previous =
      run.lowerBound == members.count
      ? end : run.lowerBound == 0 ? self.start : members[run.lowerBound - 1].end
    let location = source.lineEnd(of: previous)
    return TextEdit(location..<location, "\n" + text)
  }

  /// The column of the first member, from 0.
  package func column(in source: SourceFile) -> Int {
    source.position(atOffset: members[0].start).column - 1
  }

  /// Returns the edit that removes lines.
  private func removing(_ run: Range<Int>, upTo end: Int, in source: SourceFile) -> TextEdit? {
    let (first, next) = (members[run.lowerBound].start, run.upperBound)
    var start = source.lineRange(at: first).lowerBound
    guard source.bytes[start..<first].allSatisfy(\.isSpaceOrTab) else {
      // The next member moves to the line of the dash.
      guard next < members.count, members[next].above.isEmpty else { return nil }
      return TextEdit(first..<members[next].start, "")
    }
    let after = source.nextLine(after: end)
    // At the end of a file without a final line break, the preceding one goes instead.
    if after == end, start > 0 { start = source.lineEnd(of: start) }
    return TextEdit(start..<after, "")
  }

  private func replacingInBrackets(
    _ run: Range<Int>, with texts: [String], in source: SourceFile
  ) -> TextEdit? {
    let separator = separator(after: max(run.lowerBound - 1, 0), in: source)
    let text = texts.joined(separator: separator)
    if !run.isEmpty, !texts.isEmpty {
      return TextEdit(members[run.lowerBound].start..<members[run.upperBound - 1].end, text)
    }
    if run.upperBound < members.count, run.lowerBound == 0 || !run.isEmpty {
      let next = members[run.upperBound].start
      return run.isEmpty
        ? TextEdit(next..<next, text + separator)
        : TextEdit(members[run.lowerBound].start..<next, "")
    }
    guard run.lowerBound > 0 else {
      return members.isEmpty ? TextEdit(end - 1..<end - 1, text) : nil
    }
    let previous = members[run.lowerBound - 1].end
    return run.isEmpty
      ? TextEdit(previous..<previous, separator + text)
      : TextEdit(previous..<members[run.upperBound - 1].end, "")
  }

  /// Returns the separator between members in brackets, copied from neighbours if possible.
  private func separator(after index: Int, in source: SourceFile) -> String {
    guard let first = members.first else { return ", " }
    guard members.count > 1 else {
      let isBelow = source.text(contentStart..<first.start).contains(where: \.isNewline)
      return isBelow ? ",\n" + String(repeating: " ", count: column(in: source)) : ", "
    }
    let left = min(index, members.count - 2)
    let text = source.text(members[left].end..<members[left + 1].start)
    let isPlain = text.allSatisfy { $0.isWhitespace || $0 == "," }
    return isPlain && text.contains(",") ? text.replacing("\r\n", with: "\n") : ", "
  }
}

extension String {
  /// The text with spaces before each line that is not empty.
  package func indented(by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}

extension SourceFile {
  /// The line break that the file uses.
  private var lineBreak: String {
    lineStarts.count > 1 ? text(lineRange(at: 0).upperBound..<lineStarts[1]) : "\n"
  }

  /// Returns the end of the line on which a part ends that may contain its line break.
  func lineEnd(of end: Int) -> Int {
    let isAfterBreak = lineStarts.contains(end) && end > 0
    return lineRange(at: isAfterBreak ? end - 1 : end).upperBound
  }

  /// Returns a range as text whose lines but the first have fewer spaces before them.
  package func text(_ range: Range<Int>, unindentedBy count: Int) -> String {
    let lines = text(range).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return
      (lines.prefix(1)
      + lines.dropFirst().map { $0.dropFirst(min(count, $0.prefix { $0 == " " }.count)) })
      .joined(separator: "\n")
  }

  /// Returns an edit with the line breaks of the file.
  package func written(_ edit: TextEdit) -> TextEdit {
    TextEdit(edit.range, edit.text.replacing("\n", with: lineBreak))
  }
}
