/// The result of reading a story file: its stories and diagnostics.
///
/// Reading never fails and never throws. Do not run a file that has an error in `diagnostics`. Its
/// stories are available anyway, so that their sentences can be checked too. If the text is not
/// valid YAML, there are no stories and only the first syntax error is reported.
package struct StoryFile: Sendable {
  /// The file's path and text.
  package var source: SourceFile

  /// The stories, one for each YAML document, in the order of the file.
  package var stories: [Story]

  /// The diagnostics, in the order of the file.
  package var diagnostics: [Diagnostic]

  /// Whether the file has no errors, so that its stories can be run.
  package var isRunnable: Bool { !diagnostics.contains { $0.severity == .error } }

  /// The titles of each scenario after those around it; empty if the file has errors.
  package var titles: Set<[String]> {
    Set(isRunnable ? stories.flatMap { $0.scenarios.paths(after: [$0.title.string]) } : [])
  }

  /// Returns whether a path has the extension of a story, `.yaml` or `.yml`, ignoring case.
  package static func isStory(_ path: String) -> Bool {
    let ending = path.suffix(5).lowercased()
    return ending == ".yaml" || ending.hasSuffix(".yml")
  }

  /// Returns whether a path has an extension that is easily mistaken for that of a story, such as
  /// `.yaml.txt`, which text editors add.
  package static func isMisnamed(_ path: String) -> Bool {
    guard !isStory(path) else { return false }
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name.hasSuffix(".story")
      || name.contains(/[.,]ya?ml(?![a-z])|\.(?:ymal|yam|yaml?l|yal|ylm|yml+|yaaml)\s*$/)
  }
}

extension StoryFile {
  /// Reads the stories in a text.
  package init(reading source: SourceFile) {
    self.source = source
    let (yaml, log) = (YAMLReader(reading: source), StoryLog(of: source))
    stories = StoryReader.stories(in: yaml.documents, log: log)
    var diagnostics = yaml.explainedDiagnostics + log.found.diagnostics
    if stories.isEmpty, diagnostics.isEmpty {
      diagnostics.append(
        Diagnostic(
          "there is no story in this file",
          at: source.location(of: SourceRange(start: .start, end: .start)),
          hints: ["Write \"story: …\", \"module: …\" and \"scenarios:\"."]))
    }
    self.diagnostics = diagnostics.sortedByLocation()
    if !isRunnable, let gherkin = GherkinDiagnostic.of(source) {
      (self.stories, self.diagnostics) = ([], [gherkin])
    }
  }

  /// Reads a story file from disk.
  ///
  /// If the file can't be opened, that is its only diagnostic.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - shownPath: The path to show in diagnostics; `path` by default.
  package init(path: String, shownAs shownPath: String? = nil) {
    let shownPath = shownPath ?? path
    do throws(Diagnostic) {
      self.init(reading: try SourceFile(path: shownPath, readFrom: path))
    } catch {
      self.init(source: SourceFile(path: shownPath, bytes: []), stories: [], diagnostics: [error])
    }
  }
}
