/// A file of stories as it was read: the stories in it, and every mistake in them.
///
/// Reading never fails and never throws. A file that has an error in `mistakes` must not be run;
/// its stories are there nevertheless, as far as they could be made out, so that their sentences
/// can be checked too.
public struct StoryFile: Sendable {
  /// The file's path and text.
  public var source: SourceFile

  /// The stories, one for each YAML document, in the order of the file.
  public var stories: [Story]

  /// Every mistake that was found, in the order of the file.
  public var mistakes: [Mistake]

  /// Whether nothing in the file keeps its stories from being run.
  public var isRunnable: Bool { !mistakes.contains { $0.severity == .error } }

  /// Reads the stories in a text.
  public init(reading source: SourceFile) {
    self.source = source
    let yaml = YAMLReader(reading: source)
    var reader = StoryReader(yaml, of: source)
    stories = reader.stories(in: yaml.documents, upTo: source.lineStarts.count)
    var mistakes = yaml.mistakes + reader.found.mistakes
    if stories.isEmpty, mistakes.isEmpty {
      mistakes.append(
        Mistake(
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
      let mistake = Mistake(
        error.message, at: Place(path: shownPath, range: start, lineText: ""),
        rule: .unreadableFile, remedies: error.remedies)
      self.init(
        source: SourceFile(path: shownPath, bytes: []), stories: [], mistakes: [mistake])
    }
  }

  private init(source: SourceFile, stories: [Story], mistakes: [Mistake]) {
    self.source = source
    self.stories = stories
    self.mistakes = mistakes
  }
}
