/// A file in Gherkin, Cucumber's language.
enum GherkinFile {
  /// Returns the error of a file, with the outline of a story in its language; `nil` if it is no
  /// Gherkin.
  static func diagnostic(of source: SourceFile) -> Diagnostic? {
    let all = String(decoding: source.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.enumerated().map { (index: $0, text: $1.trimmed.lowercased()) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") && !$0.text.hasPrefix("@") }
    guard let first = lines.first, let colon = first.text.firstIndex(of: ":") else { return nil }
    let word = String(first.text[..<colon])
    let meant = StoryLanguage.all.first { language in
      func has(_ name: String) -> Bool {
        LanguageFile.hints(for: name, in: language.code).contains(word)
      }
      return has("feature")
        || (has("scenario") || language.words(for: "scenario").contains { $0.lowercased() == word })
          && lines.contains { isStep($0.text, in: language) }
    }
    guard let language = meant else { return nil }
    let content = LineShape(source.lineBytes(first.index + 1) ?? []).content
    let end = content.firstIndex(of: .ascii(":")) ?? content.endIndex
    let key = language.word(for:)
    let outline =
      [
        "\(key("story")): …", "\(key("module")): …", "\(key("scenarios")):",
        "  - \(key("scenario")): …",
      ] + ["given", "when", "then"].map { "    \(key($0)): …" }
    return Diagnostic(
      "this looks like Gherkin, but a story is written in YAML",
      at: source.location(of: source.range(content.startIndex..<end)), rule: .yamlSyntax,
      hints: ["Write a story like this:"] + outline.map { "  \($0)" })
  }

  private static func isStep(_ line: String, in language: StoryLanguage) -> Bool {
    Keys.step.flatMap(language.words).contains { line.hasPrefix($0.lowercased() + " ") }
  }
}
