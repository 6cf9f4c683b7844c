/// A text that may be half typed, without the blocks of lines that are not valid YAML.
///
/// libyaml stops at the first error. So the block around an error, which is a line with the lines
/// that are indented deeper, is replaced by spaces, and the rest is read again. All positions stay
/// the same.
package struct ReadableText: Sendable {
  /// The text as it is.
  package let source: SourceFile

  /// The text without the unreadable blocks.
  package private(set) var readable: SourceFile

  /// The syntax errors, one for each unreadable block; empty for valid YAML.
  package private(set) var errors: [Diagnostic] = []

  /// The unreadable blocks, as indices of lines.
  private var blocks: [ClosedRange<Int>] = []

  /// Finds the readable part of a text.
  package init(of source: SourceFile) {
    (self.source, readable) = (source, source)
    var error = Self.error(in: source)
    // Each error is on a later line than the one before it.
    while let found = error {
      errors.append(found)
      error = remove(around: found)
    }
    if !errors.isEmpty, let gherkin = GherkinDiagnostic.of(source) {
      errors = [gherkin]
      removeAll()
    }
  }

  private static func error(in source: SourceFile) -> Diagnostic? {
    YAMLReader(reading: source).explainedDiagnostics.first { $0.rule == .yamlSyntax && $0.isError }
  }

  /// Removes the smallest block without which the text is readable up to a later error, and returns
  /// that error.
  private mutating func remove(around error: Diagnostic) -> Diagnostic? {
    var block = block(at: error.line - 1)
    var candidates = [block]
    if let above = line(above: error.line - 1, where: { _ in true }) {
      candidates.append(self.block(at: above))
    }
    while let parent = parent(of: block) {
      block = self.block(at: parent)
      candidates.append(block)
    }
    for block in candidates.sorted(by: { $0.count < $1.count }) {
      let text = readable.blanking(block)
      let next = Self.error(in: text)
      if let next, next.line <= max(block.upperBound + 1, error.line) { continue }
      blocks.append(block)
      readable = text
      return next
    }
    // Nothing helps, such as with a byte that no text may have.
    removeAll()
    return nil
  }

  private mutating func removeAll() {
    blocks = [0...max(0, source.lineStarts.count - 1)]
    readable = SourceFile(path: source.path, bytes: [])
  }

  // MARK: - Blocks

  private func shape(_ line: Int) -> LineShape { LineShape(source.lineBytes(line + 1) ?? []) }

  /// Returns a line with the lines below it that are indented deeper.
  private func block(at line: Int) -> ClosedRange<Int> {
    let indentation = shape(line).indentation
    var last = line
    for next in line + 1..<max(source.lineStarts.count, line + 1) {
      let shape = shape(next)
      if shape.isEmpty, !shape.content.elementsEqual("---".utf8) { continue }
      guard shape.indentation > indentation else { break }
      last = next
    }
    return line...last
  }

  private func line(above line: Int, where isMeant: (LineShape) -> Bool) -> Int? {
    for above in (0..<line).reversed() {
      let shape = shape(above)
      if shape.content.elementsEqual("---".utf8) { return nil }
      if !shape.isEmpty, isMeant(shape) { return above }
    }
    return nil
  }

  /// Returns the line to which a block belongs; `nil` for a block without indentation.
  private func parent(of block: ClosedRange<Int>) -> Int? {
    let indentation = shape(block.lowerBound).indentation
    return line(above: block.lowerBound) { $0.indentation < indentation }
  }

  /// The lines to which the unreadable blocks belong, and the first lines of their documents.
  private var linesAround: Set<Int> {
    var lines: Set<Int> = []
    for block in blocks {
      var line = block.lowerBound
      while let parent = parent(of: line...line), lines.insert(parent).inserted { line = parent }
      while let above = self.line(above: line, where: { $0.indentation == 0 }) { line = above }
      lines.insert(line)
    }
    return lines
  }

  // MARK: - Diagnostics

  /// The parts that an unreadable block may contain, whose absence can't be reported.
  private static let rulesOfAbsence: Set<Diagnostic.Rule> = [
    .checksNothing, .unusedPhrase, .unusedPlaceholder, .unknownPlaceholder,
  ]

  /// Returns the diagnostics of the text, from those of its readable part.
  ///
  /// For a text with syntax errors, those are left out that may be consequences of what was
  /// removed.
  package func diagnostics(from readable: [Diagnostic]) -> [Diagnostic] {
    guard !errors.isEmpty else { return readable }
    let around = linesAround
    let others = readable.filter { diagnostic in
      !Self.rulesOfAbsence.contains(diagnostic.rule) && !around.contains(diagnostic.line - 1)
    }
    return (errors + (blocks == [0...max(0, source.lineStarts.count - 1)] ? [] : others))
      .sortedByLocation()
  }
}

extension SourceFile {
  /// Returns the text with spaces in place of all characters of some lines.
  fileprivate func blanking(_ lines: ClosedRange<Int>) -> SourceFile {
    var bytes = bytes
    let end =
      lineStarts.indices.contains(lines.upperBound + 1)
      ? lineStarts[lines.upperBound + 1] : bytes.count
    for index in contentStart(ofLine: lines.lowerBound)..<end
    where bytes[index] != .lineFeed && bytes[index] != .carriageReturn {
      bytes[index] = .space
    }
    return SourceFile(path: path, bytes: bytes)
  }
}
