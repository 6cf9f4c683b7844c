/// A story file in the standard layout.
///
/// Only the layout changes, and the names of units: `2 seconds` becomes `2 s`. Values, comments,
/// quotes and the order of keys stay as they are. The rules are:
///
/// - **Indentation.** Two spaces per level. The dashes of a list are indented below its key. The
///   keys of an item follow its dash on the same line.
/// - **Spaces.** One after a colon, a comma and a dash; `{ a: b }` and `[a, b]`. None at the end of
///   a line.
/// - **Brackets.** A list or mapping in brackets stays on one line. If that is longer than 100
///   columns or contains comments, it is written on several lines without brackets. Lists and
///   mappings on several lines stay that way.
/// - **Empty lines.** One between two scenarios, and one around `scenarios:` and, at the top level,
///   `background:`, `phrases:` and `always:`. Other empty lines are kept, but at most one in a row.
///   None at the start and the end of the file, after `key:` and after `---`.
/// - **Comments.** A comment on its own line has the indentation of the line that follows it. A
///   comment at the end of a list or mapping, with the same indentation, stays with it. A comment
///   at the end of a line follows two spaces, aligned with those of the lines above and below.
/// - **Timelines.** The marbles of all rows begin in the same column, two spaces after the longest
///   sentence. The quote of a quoted row is before that column. Rows are never in braces.
/// - **Examples.** If all rows have the same keys and fit into 100 columns, their values are
///   aligned.
/// - **Texts.** Blocks with `|` and `>` keep their lines. Other texts of several lines keep their
///   line breaks. A text on the line below its key moves to the line of the key if it fits.
/// - **Bytes.** UTF-8 without a byte order mark. Every line, including the last, ends with LF.
///
/// A `|` block at the end of a file without a final line break becomes `|-`, because the new line
/// break would otherwise become part of the text.
package struct FormattedStoryFile: Sendable {
  /// The original file.
  package let source: SourceFile

  /// The formatted text; `nil` for a file that can't be formatted, such as one with YAML errors.
  package let text: String?

  /// The errors that prevent formatting.
  ///
  /// An error in the story itself, such as an unknown key, doesn't prevent formatting.
  package let diagnostics: [Diagnostic]

  /// Whether the formatted text differs from the file.
  package var isChanged: Bool { text.map { !$0.utf8.elementsEqual(source.bytes) } ?? false }
}

extension FormattedStoryFile {
  /// Formats the text of a file.
  package init(formatting source: SourceFile) {
    let yaml = YAMLReader(reading: source)
    let found = yaml.explainedDiagnostics
    let text = found.isEmpty ? Self.layout(of: source, yaml.documents) : nil
    let refusal = Diagnostic(
      "this file can't be formatted without changing its content", at: .wholeFile(source.path),
      hints: ["Write keys on one line, without \"?\" before them."])
    self.init(
      source: source, text: text,
      diagnostics: text != nil ? [] : found.isEmpty ? [refusal] : found.sortedByLocation())
  }

  /// Reads a story file from disk and formats it.
  ///
  /// If the file can't be opened, that is its only diagnostic.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - shownPath: The path to show in diagnostics; `path` by default.
  package init(path: String, shownAs shownPath: String? = nil) {
    let shownPath = shownPath ?? path
    do throws(Diagnostic) {
      self.init(formatting: try SourceFile(path: shownPath, readFrom: path))
    } catch {
      self.init(source: SourceFile(path: shownPath, bytes: []), text: nil, diagnostics: [error])
    }
  }

  /// Returns the formatted text; `nil` if it would have other values or comments, or if formatting
  /// it again would change it.
  private static func layout(of source: SourceFile, _ documents: [Node]) -> String? {
    let short = shortened(source)
    guard
      let tree = short.map({ SyntaxTree($0) }) ?? SyntaxTree(source, documents), tree.hasPlainKeys
    else { return nil }
    let text = LayoutPrinter.text(of: tree)
    guard let again = SyntaxTree(SourceFile(path: source.path, text: text)), again.hasPlainKeys,
      again.isEquivalent(to: tree), LayoutPrinter.text(of: again) == text
    else { return nil }
    return text
  }

  /// Returns the source with the short names of units in time words and pauses; `nil` if it has
  /// them already.
  static func shortened(_ source: SourceFile) -> SourceFile? {
    var edits: Set<TextEdit> = []
    for story in StoryFile(reading: source).stories {
      let language = StoryLanguage.named(story.language) ?? .english
      let texts =
        story.allSteps.compactMap(\.timing).map { ($0.text, $0.range) }
        + story.allSteps.flatMap(\.sentences).filter { PauseText.isPause($0.text, language) }
        .map { ($0.text, $0.range) }
      for (text, range) in texts {
        let bytes = range.start.offset..<range.end.offset
        let short = DurationText.shortened(text, language)
        // Text from a placeholder or in quotes stays as it is.
        guard short != text, source.bytes[bytes].elementsEqual(text.utf8) else { continue }
        edits.insert(TextEdit(bytes, short))
      }
    }
    guard !edits.isEmpty else { return nil }
    return Array(edits).apply(to: source.bytes).map { SourceFile(path: source.path, bytes: $0) }
  }
}
