/// A file in Gherkin, Cucumber's language.
struct GherkinFile {
  private let source: SourceFile
  private let lines: [(index: Int, text: Substring)]
  private let keywords: Keywords

  /// Reads a file; `nil` if it is not in Gherkin.
  init?(_ source: SourceFile) {
    let all = String(decoding: source.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.enumerated().map { (index: $0, text: $1.trimmed) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") && !$0.text.hasPrefix("@") }
    guard let first = lines.first else { return nil }
    let languages = StoryLanguage.all.map(\.keywords)
    let counts = languages.map { language in
      lines.count { Self.isStep($0.text, in: language) }
    }
    let most = counts.max() ?? 0
    guard
      Self.title(of: first.text, after: Self.features) != nil
        || Self.title(of: first.text, after: Self.scenarios) != nil && most > 0
    else { return nil }
    keywords = counts.firstIndex(of: most).map { languages[$0] } ?? .english
    self.source = source
    self.lines = lines
  }

  /// The error, with the outline of a story in the language of the file.
  var diagnostic: Diagnostic {
    let line = lines[0].index
    let content = LineShape(source.lineBytes(line + 1) ?? []).content
    let end = content.firstIndex(of: .ascii(":")) ?? content.endIndex
    return Diagnostic(
      "this looks like Gherkin, but a story is written in YAML",
      at: source.location(of: source.range(content.startIndex..<end)), rule: .yamlSyntax,
      hints: ["Write a story like this:"] + outline.map { "  \($0)" })
  }

  private var outline: [String] {
    let title = lines.lazy.compactMap { Self.title(of: $0.text, after: Self.features) }.first
    let scenario = lines.lazy.compactMap { Self.title(of: $0.text, after: Self.scenarios) }.first
    let word = keywords.word(for:)
    return [
      "\(word("story")): \(Self.written(title ?? scenario))", "\(word("module")): …",
      "\(word("scenarios")):", "  - \(word("scenario")): \(Self.written(scenario))",
    ] + ["given", "when", "then"].map { "    \(word($0)): …" }
  }

  /// Returns a text in quotes if YAML needs them.
  private static func written(_ text: String?) -> String {
    guard let text, let first = text.first else { return "…" }
    let isPlain =
      !"[]{}#&*!|>'\"%@`,?:-".contains(first)
      && !text.contains(": ") && !text.contains(" #") && !text.hasSuffix(":")
    return isPlain ? text : "'\(text.replacing("'", with: "''"))'"
  }

  // MARK: - Lines

  private static let features = Set(LanguageFile.hints(for: "feature"))

  private static let scenarios = Set(
    StoryLanguage.allWords(for: "scenario") + LanguageFile.hints(for: "scenario"))

  /// Returns the text after one of the words and a colon.
  private static func title(of line: Substring, after words: Set<String>) -> String? {
    guard let colon = line.firstIndex(of: ":"), words.contains(line[..<colon].lowercased()) else {
      return nil
    }
    return String(line[line.index(after: colon)...].trimmed)
  }

  private static func isStep(_ line: Substring, in keywords: Keywords) -> Bool {
    let line = line.lowercased()
    return Keys.step.contains { name in
      let words = keywords.language == "en" ? [name] : keywords.words(for: name)
      return words.contains { line.hasPrefix($0.lowercased() + " ") }
    }
  }
}
