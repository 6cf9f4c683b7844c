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

  /// Returns the edits that remove members and insert others, each before the one with an index;
  /// `nil` for those that can't be inserted.
  ///
  /// A member that is inserted beside removed ones takes their position.
  package func replacing(
    _ removed: Set<Int>, inserting texts: [(index: Int, text: String)], in source: SourceFile
  ) -> [TextEdit?] {
    var runs = RangeSet(removed.map { $0..<$0 + 1 }).ranges.map { $0 }
    for index in Set(texts.map(\.index))
    where !runs.contains(where: { $0.lowerBound...$0.upperBound ~= index }) {
      runs.append(index..<index)
    }
    return runs.map { run in
      let own = texts.filter { run.lowerBound...run.upperBound ~= $0.index }
      return replacing(run, with: own.map(\.text), in: source)
    }
  }

  /// Returns the range of a member with the comments directly above it, up to the end of its last
  /// line that is not empty; `nil` if the member does not begin its line.
  package func block(_ index: Int, in source: SourceFile) -> Range<Int>? {
    let member = members[index]
    if form == .brackets { return hasCommentsInBrackets ? nil : member.start..<member.end }
    let line = source.lineRange(at: member.start)
    guard form == .lines, source.bytes[line.lowerBound..<member.start].allSatisfy(\.isSpaceOrTab)
    else { return nil }
    let before = index > 0 ? source.lineEnd(of: members[index - 1].end) : start
    var first = source.lineIndex(at: member.start)
    while first - 1 > source.lineIndex(at: before),
      source.bytes[source.lineStarts[first - 1]...].first(where: { !$0.isSpaceOrTab })
        == .ascii("#")
    { first -= 1 }
    let end = source.bytes[..<member.end].lastIndex { !$0.isWhiteSpace } ?? line.upperBound
    return source.lineStarts[first]..<source.lineRange(at: end).upperBound
  }

  /// Returns the edits that swap a member with the next one, with the comments directly above them.
  package func swapping(_ index: Int, in source: SourceFile) -> [TextEdit]? {
    guard let one = block(index, in: source), let next = block(index + 1, in: source) else {
      return nil
    }
    return [TextEdit(one, source.text(next)), TextEdit(next, source.text(one))]
  }

  /// Returns the edit that removes a member with the comments directly above it, and the empty lines
  /// between it and a neighbour.
  package func removing(_ index: Int, in source: SourceFile) -> TextEdit? {
    if form == .brackets { return replacing(index..<index + 1, with: [], in: source) }
    guard let block = block(index, in: source) else { return nil }
    func isEmpty(_ range: Range<Int>) -> Bool { source.bytes[range].allSatisfy(\.isWhiteSpace) }
    if index > 0, let before = self.block(index - 1, in: source)?.upperBound,
      isEmpty(before..<block.lowerBound)
    {
      return TextEdit(before..<block.upperBound, "")
    }
    if index == 0, members.count > 1, let next = self.block(1, in: source)?.lowerBound,
      isEmpty(block.upperBound..<next)
    {
      return TextEdit(block.lowerBound..<next, "")
    }
    return TextEdit(block.lowerBound..<source.nextLine(after: block.upperBound), "")
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
  /// The text as an item of a list.
  package var listed: String { "- " + indented(by: 2).dropFirst(2) }

  /// The text with spaces before each line that is not empty.
  package func indented(by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}

extension SourceFile {
  /// Returns the end of the line on which a part ends that may contain its line break.
  func lineEnd(of end: Int) -> Int {
    lineRange(at: end > 0 && lineStarts.contains(end) ? end - 1 : end).upperBound
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
    let lineBreak = lineStarts.count > 1 ? text(lineRange(at: 0).upperBound..<lineStarts[1]) : "\n"
    return TextEdit(edit.range, edit.text.replacing("\n", with: lineBreak))
  }
}
