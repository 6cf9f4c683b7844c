/// A file of stories as it was read: the stories in it, and every mistake in them.
///
/// Reading never fails and never throws. A file that has an error in `mistakes` must not be run. Its
/// stories are available so that their sentences can be checked too, unless the text is not YAML:
/// then it has no stories, and only the first syntax error is reported.
public struct StoryFile: Sendable {
  /// The file's path and text.
  public var source: SourceFile

  /// The stories, one for each YAML document, in the order of the file.
  public var stories: [Story]

  /// The mistakes, in the order of the file.
  public var mistakes: [Diagnostic]

  /// Whether nothing in the file keeps its stories from being run.
  public var isRunnable: Bool { !mistakes.contains { $0.severity == .error } }

  /// Reads the stories in a text.
  public init(reading source: SourceFile) {
    self.source = source
    let yaml = YAMLReader(reading: source)
    let log = StoryLog(of: source)
    stories = StoryReader.stories(in: yaml.documents, log: log)
    var mistakes = yaml.explainedMistakes + log.found.mistakes
    if stories.isEmpty, mistakes.isEmpty {
      mistakes.append(
        Diagnostic(
          "there is no story in this file",
          at: source.place(of: SourceRange(start: .start, end: .start)),
          remedies: ["Write \"story: …\", \"module: …\" and \"scenarios:\"."]))
    }
    self.mistakes = mistakes.sortedByPlace()
  }

  /// Reads a file of stories from disk.
  ///
  /// A file that can't be opened has that as its only mistake.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - shownPath: How the path is shown to people; as it was given unless told otherwise.
  public init(path: String, shownAs shownPath: String? = nil) {
    let shownPath = shownPath ?? path
    do throws(SourceFile.OpeningError) {
      let source = try SourceFile(path: shownPath, readFrom: path)
      self.init(reading: source)
    } catch {
      let start = SourceRange(start: .start, end: .start)
      let mistake = Diagnostic(
        error.message, at: Place(path: shownPath, range: start, lineText: ""),
        rule: .unreadableFile, remedies: error.remedies)
      self.init(
        source: SourceFile(path: shownPath, bytes: []), stories: [], mistakes: [mistake])
    }
  }

  private init(source: SourceFile, stories: [Story], mistakes: [Diagnostic]) {
    self.source = source
    self.stories = stories
    self.mistakes = mistakes
  }
}
