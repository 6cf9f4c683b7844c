/// A file in Gherkin, Cucumber's language, whose first scenario can be shown as a story.
struct GherkinFile {
  /// A step, with its English keyword.
  private struct Step {
    var keyword: String
    var sentence: String
    var hasData = false
  }

  private let source: SourceFile
  private let lines: [(index: Int, text: Substring)]
  private let keywords: Keywords

  /// The index of the line with the first keyword, from 0.
  private let start: Int

  /// Reads a file; `nil` if it is not in Gherkin.
  init?(_ source: SourceFile) {
    let all = String(decoding: source.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = all.enumerated().map { (index: $0, text: $1.trimmed) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") && !$0.text.hasPrefix("@") }
    guard let first = lines.first, let opening = Self.heading(of: first.text) else { return nil }
    let languages = StoryLanguage.all.map(\.keywords)
    let counts = languages.map { language in
      lines.count { Self.step(in: $0.text, language) != nil }
    }
    let most = counts.max() ?? 0
    guard Self.features.contains(opening.word) || Self.scenarios.contains(opening.word) && most > 0
    else { return nil }
    keywords = counts.firstIndex(of: most).map { languages[$0] } ?? .english
    self.source = source
    self.lines = lines
    start = first.index
  }

  /// The error, with the first scenario as a story.
  var diagnostic: Diagnostic {
    let bytes = source.lineBytes(start + 1) ?? []
    let content = LineShape(bytes).content
    let end = content.firstIndex(of: .ascii(":")) ?? content.endIndex
    let story = self.story
    return Diagnostic(
      "this looks like Gherkin, but a story is written in YAML",
      at: source.location(of: source.range(content.startIndex..<end)), rule: .yamlSyntax,
      hints: story.isEmpty
        ? ["Write \"story: …\", \"module: …\" and \"scenarios:\"."]
        : ["A story says the same like this:"] + story.map { "  \($0)" })
  }

  // MARK: - The story

  /// The lines of a story with the first scenario; empty if there is none.
  private var story: [String] {
    guard let start = lines.firstIndex(where: { heading(of: $0, in: Self.scenarios) != nil }),
      let title = heading(of: lines[start], in: Self.scenarios)
    else { return [] }
    let feature = lines.prefix(start).lazy.compactMap { heading(of: $0, in: Self.features) }.first
    let background = lines.prefix(start).firstIndex { heading(of: $0, in: Self.backgrounds) != nil }
    var story = [
      "\(keywords.word(for: "story")): \(Self.written(feature ?? title))",
      "\(keywords.word(for: "module")): …",
    ]
    if let background {
      let steps = steps(from: background + 1)
      if !steps.isEmpty {
        story += ["\(keywords.word(for: "background")):"] + written(steps).map { "  \($0)" }
      }
    }
    let scenario =
      ["\(keywords.word(for: "scenario")): \(Self.written(title))"]
      + written(steps(from: start + 1)) + examples(after: start)
    story.append("\(keywords.word(for: "scenarios")):")
    return story + zip(scenario.indices, scenario).map { $0 == 0 ? "  - \($1)" : "    \($1)" }
  }

  /// Returns the steps of the block that begins at an index of `lines`.
  private func steps(from index: Int) -> [Step] {
    var steps: [Step] = []
    var keyword = "given"
    for (_, text) in lines[index...].prefix(while: { Self.heading(of: $0.text) == nil }) {
      guard let (name, sentence) = Self.step(in: text, keywords) else {
        // A table or a text below a step.
        if !steps.isEmpty { steps[steps.count - 1].hasData = true }
        continue
      }
      if !["and", "but"].contains(name) { keyword = name }
      steps.append(Step(keyword: keyword, sentence: sentence))
    }
    return steps
  }

  private func written(_ steps: [Step]) -> [String] {
    let order = ["given", "when", "then"]
    let positions = steps.compactMap { order.firstIndex(of: $0.keyword) }
    guard positions == positions.sorted() else {
      return ["\(keywords.word(for: "steps")):"]
        + steps.map { "  - \(keywords.word(for: $0.keyword)): \(Self.written($0))" }
    }
    return order.flatMap { keyword -> [String] in
      let steps = steps.filter { $0.keyword == keyword }
      guard steps.count > 1 else {
        return steps.map { "\(keywords.word(for: keyword)): \(Self.written($0))" }
      }
      return ["\(keywords.word(for: keyword)):"] + steps.map { "  - \(Self.written($0))" }
    }
  }

  private static func written(_ step: Step) -> String {
    step.hasData
      ? "{ \(written(step.sentence.trimmingColon)): … }" : written(step.sentence.trimmingColon)
  }

  /// Returns the rows of the scenario's table of examples.
  private func examples(after index: Int) -> [String] {
    let rest = lines[(index + 1)...]
    guard let next = rest.firstIndex(where: { Self.heading(of: $0.text) != nil }),
      heading(of: lines[next], in: Self.examples) != nil
    else { return [] }
    let rows = lines[(next + 1)...].prefix { $0.text.hasPrefix("|") }.map { row in
      row.text.split(separator: "|").map { String($0.trimmed) }
    }
    guard let names = rows.first, rows.count > 1 else { return [] }
    return ["\(keywords.word(for: "examples")):"]
      + rows.dropFirst().map { row in
        "  - { \(zip(names, row).map { "\($0): \(Self.written($1))" }.joined(separator: ", ")) }"
      }
  }

  /// Returns a text in quotes if YAML needs them.
  private static func written(_ text: String) -> String {
    let isPlain =
      text.first.map { !"[]{}#&*!|>'\"%@`,?:-".contains($0) } ?? false
      && !text.contains(": ") && !text.contains(" #") && !text.hasSuffix(":")
    return isPlain ? text : "'\(text.replacing("'", with: "''"))'"
  }

  // MARK: - Lines

  private static let features: Set<String> = [
    "feature", "business need", "ability", "funktionalität", "funktion", "fonctionnalité",
    "característica", "necesidad del negocio", "requisito", "функция", "функциональность",
    "функционал", "свойство",
  ]

  private static let scenarios = Set(StoryLanguage.allWords(for: "scenario")).union([
    "example", "scenario outline", "scenario template", "beispiel", "szenariogrundriss", "exemple",
    "plan du scénario", "ejemplo", "esquema del escenario", "пример", "структура сценария",
    "шаблон сценария",
  ])

  private static let backgrounds = Set(StoryLanguage.allWords(for: "background")).union([
    "контекст"
  ])

  private static let examples = Set(StoryLanguage.allWords(for: "examples")).union(["scenarios"])

  private static let rules: Set<String> = ["rule", "regel", "règle", "regla", "правило"]

  /// Returns the keyword before the colon of a line, in lower case, and the text after it.
  private static func heading(of line: Substring) -> (word: String, text: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let word = line[..<colon].lowercased()
    let isKnown = [features, scenarios, backgrounds, examples, rules].contains {
      $0.contains(word)
    }
    return isKnown ? (word, String(line[line.index(after: colon)...].trimmed)) : nil
  }

  private func heading(of line: (index: Int, text: Substring), in words: Set<String>) -> String? {
    Self.heading(of: line.text).flatMap { words.contains($0.word) ? $0.text : nil }
  }

  /// Returns the English keyword and the sentence of a line; `nil` if it is no step.
  private static func step(
    in line: Substring, _ keywords: Keywords
  ) -> (keyword: String, sentence: String)? {
    if line.hasPrefix("* ") { return ("and", String(line.dropFirst(2).trimmed)) }
    let lowercased = line.lowercased()
    for name in Keys.step {
      let words = keywords.language == "en" ? [name] : keywords.words(for: name)
      if let word = words.first(where: { lowercased.hasPrefix($0.lowercased() + " ") }) {
        return (name, String(line.dropFirst(word.count).trimmed))
      }
    }
    return nil
  }
}

extension String {
  /// The text without a colon at its end.
  fileprivate var trimmingColon: String { hasSuffix(":") ? String(dropLast()) : self }
}
