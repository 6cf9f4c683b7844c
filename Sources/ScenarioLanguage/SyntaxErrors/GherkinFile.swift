/// A file in Gherkin, Cucumber's language.
struct GherkinFile {
  private let source: SourceFile
  private let firstLine: Int
  private let keywords: Keywords

  /// Reads a file; `nil` if it is not in Gherkin.
  init?(_ source: SourceFile) {
    let all = String(decoding: source.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.enumerated().map { (index: $0, text: $1.trimmed.lowercased()) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") && !$0.text.hasPrefix("@") }
    guard let first = lines.first, let colon = first.text.firstIndex(of: ":") else { return nil }
    let counts = StoryLanguage.all.map { language in
      (language, lines.count { Self.isStep($0.text, in: language.keywords) })
    }
    let word = String(first.text[..<colon])
    guard let most = counts.max(by: { $0.1 < $1.1 }),
      Self.features.contains(word) || Self.scenarios.contains(word) && most.1 > 0
    else { return nil }
    // Of languages with as many steps, the first one is English.
    keywords = (counts.first { $0.1 == most.1 } ?? most).0.keywords
    self.source = source
    firstLine = first.index
  }

  /// The error, with the outline of a story in the language of the file.
  var diagnostic: Diagnostic {
    let content = LineShape(source.lineBytes(firstLine + 1) ?? []).content
    let end = content.firstIndex(of: .ascii(":")) ?? content.endIndex
    let word = keywords.word(for:)
    let outline = [
      "\(word("story")): …", "\(word("module")): …", "\(word("scenarios")):",
      "  - \(word("scenario")): …",
    ]
    return Diagnostic(
      "this looks like Gherkin, but a story is written in YAML",
      at: source.location(of: source.range(content.startIndex..<end)), rule: .yamlSyntax,
      hints: ["Write a story like this:"]
        + (outline + ["given", "when", "then"].map { "    \(word($0)): …" }).map { "  \($0)" })
  }

  private static let features = Set(LanguageFile.hints(for: "feature"))

  private static let scenarios = Set(
    StoryLanguage.allWords(for: "scenario") + LanguageFile.hints(for: "scenario"))

  private static func isStep(_ line: String, in keywords: Keywords) -> Bool {
    Keys.step.contains { name in
      let words = keywords.language == "en" ? [name] : keywords.words(for: name)
      return words.contains { line.hasPrefix($0.lowercased() + " ") }
    }
  }
}
