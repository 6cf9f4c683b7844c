/// The diagnostic of a file in Gherkin, Cucumber's language.
enum GherkinDiagnostic {
  /// Returns the error of a file, with the outline of a story in its language; `nil` if it is no
  /// Gherkin.
  static func of(_ source: SourceFile) -> Diagnostic? {
    let lines = (1...source.lineStarts.count)
      .map { (number: $0, text: source.lineText($0).trimmed) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") && !$0.text.hasPrefix("@") }
    guard let first = lines.first else { return nil }
    let meant = StoryLanguage.all.first { language in
      let words = GherkinWords(code: language.code)
      let kind = words?.keyword(of: first.text, isStep: false)?.kind
      return kind == .feature
        || kind == .scenario && lines.contains { words?.keyword(of: $0.text, isStep: true) != nil }
    }
    guard let language = meant else { return nil }
    let content = LineShape(source.lineBytes(first.number) ?? []).content
    let end = content.firstIndex(of: .ascii(":")) ?? content.endIndex
    let key = language.word(for:)
    let outline =
      [
        "\(key("story")): …", "\(key("module")): …", "\(key("scenarios")):",
        "  - \(key("scenario")): …",
      ] + ["given", "when", "then"].map { "    \(key($0)): …" }
    var location = source.location(of: source.range(content.startIndex..<end))
    // Nothing else in the file shows the language of its author.
    location.line = .text(location.lineText, language: language.code)
    return Diagnostic(
      "this looks like Gherkin, but a story is written in YAML", at: location, rule: .yamlSyntax,
      hints: ["Write a story like this:"] + outline.map { "  \($0)" }
        + ["Or save it as a .feature file and import it: scenarios import FILE.feature"])
  }
}
