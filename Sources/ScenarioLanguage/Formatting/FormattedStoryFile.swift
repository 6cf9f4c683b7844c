/// A file of stories in the one layout that all stories have.
///
/// Nothing but the layout changes: the file says the same with the same comments in the same order,
/// and its texts keep their quotes and its keys their order. The rules:
///
/// - **Indentation.** Two blanks for each level. The dashes of a list are indented below its key,
///   the keys of an item stand behind its dash.
/// - **Blanks.** One behind a colon, a comma and a dash; `{ a: b }` and `[a, b]`. None at the end
///   of a line.
/// - **Brackets.** What is in brackets is on one line, or, where that is longer than 100 columns or
///   has comments in it, in lines without brackets. What is in lines stays in lines.
/// - **Empty lines.** One between two scenarios, and one around `scenarios:` and, at the top,
///   `background:`. Elsewhere those of the author stay, one at a time; none at the start and the
///   end of the file, below `key:` and below `---`.
/// - **Comments.** One on its own line is indented as what follows it. One at the end of a list or
///   mapping, which is indented as that is, stays with it. One behind something stands two blanks
///   behind it, and under those of the lines above and below.
/// - **Timelines.** The marbles of all rows begin in one column, two blanks behind the longest
///   sentence; a row in quotes has its quote in front of that column. Rows are never in braces.
/// - **Examples.** Where all rows have the same keys and fit into 100 columns, their values stand
///   under each other.
/// - **Texts.** Those behind `|` and `>` keep their lines. Others of several lines keep their
///   breaks. A text on the line below its key is moved behind it where it fits.
/// - **Bytes.** UTF-8 without a byte order mark; lines end with LF, the last one too.
///
/// A text behind `|` that ends with the file, and without a line break, gets a `|-`, since the line
/// break of the last line would become part of it.
public struct FormattedStoryFile: Sendable {
  /// The file as it was.
  public let source: SourceFile

  /// The text in the one layout; `nil` for a file with mistakes in its YAML, which is to be left
  /// alone.
  public let text: String?

  /// The mistakes because of which the file has to be left alone.
  ///
  /// What is wrong only with the story, such as an unknown key, is none.
  public let mistakes: [Diagnostic]

  /// Whether the layout differs from that of the file.
  public var isChanged: Bool {
    text.map { !$0.utf8.elementsEqual(source.bytes) } ?? false
  }

  /// Lays out the text of a file.
  public init(formatting source: SourceFile) {
    let yaml = YAMLReader(reading: source)
    let found = yaml.explainedMistakes
    let text = found.isEmpty ? Self.layout(of: source, yaml.documents) : nil
    let refusal = Diagnostic(
      "this file can't be formatted without changing what it says", at: .wholeFile(source.path),
      remedies: ["Write keys on one line, without \"?\" in front."])
    self.init(
      source: source, text: text,
      mistakes: text != nil
        ? [] : found.isEmpty ? [refusal] : found.sortedByPlace())
  }

  /// Reads a file of stories from disk and lays it out.
  ///
  /// A file that can't be opened has that as its only mistake.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - shownPath: How the path is shown to people; as it was given unless told otherwise.
  public init(path: String, shownAs shownPath: String? = nil) {
    let shownPath = shownPath ?? path
    do throws(SourceFile.OpeningError) {
      self.init(formatting: try SourceFile(path: shownPath, readFrom: path))
    } catch {
      let mistake = Diagnostic(
        error.message, at: .wholeFile(shownPath), remedies: error.remedies)
      self.init(
        source: SourceFile(path: shownPath, bytes: []), text: nil, mistakes: [mistake])
    }
  }

  private init(source: SourceFile, text: String?, mistakes: [Diagnostic]) {
    self.source = source
    self.text = text
    self.mistakes = mistakes
  }

  /// The text in the one layout; `nil` where it would not say the same, or would not stay as it is.
  private static func layout(of source: SourceFile, _ documents: [Node]) -> String? {
    guard let tree = SyntaxTree(source, documents), tree.hasPlainKeys else { return nil }
    let text = LayoutPrinter.text(of: tree)
    guard let again = SyntaxTree(SourceFile(path: source.path, text: text)), again.hasPlainKeys,
      again.says(theSameAs: tree), LayoutPrinter.text(of: again) == text
    else { return nil }
    return text
  }
}

extension Place {
  /// A file as a whole.
  fileprivate static func wholeFile(_ path: String) -> Place {
    Place(path: path, range: SourceRange(start: .start, end: .start), lineText: "")
  }
}
