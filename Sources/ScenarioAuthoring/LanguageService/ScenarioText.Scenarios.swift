import ScenarioKit
import ScenarioLanguage

extension LanguageService {
  /// Returns a story with a scenario without steps.
  package static func newStory(
    _ title: String, about module: String, scenario: String, in language: StoryLanguage
  ) -> String {
    let mark = ScenarioText.unwritten(language)
    return """
      \(language.word(for: "story")): \(Notation.text(title, in: .block))
      \(language.word(for: "module")): \(Notation.text(module, in: .block))

      \(language.word(for: "scenarios")):
        - \(ScenarioText.heading(scenario, language))
          \(mark.key): \(mark.reason)

      """
  }
}

// Scenarios that are added to a story, or inside of another scenario.
extension ScenarioText {
  /// The key and the title of a scenario.
  static func heading(
    _ title: String, _ language: StoryLanguage, in context: Notation.Context = .block
  ) -> String { "\(language.word(for: "scenario")): \(Notation.text(title, in: context))" }

  static func text(_ text: String, _ language: StoryLanguage) -> String {
    language.studioTexts[text] ?? text
  }

  /// The key that a scenario has until it gets its first step, without which it would be an error.
  static func unwritten(_ language: StoryLanguage) -> (key: String, reason: String) {
    (language.word(for: "skip"), text("not written yet", language))
  }

  /// Removes the mark of a scenario that had no steps so far.
  mutating func removeUnwritten() throws(Diagnostic) {
    guard let skip = names.firstIndex(of: "skip"),
      node.members[skip].value.node.text == Self.unwritten(language).reason
    else { return }
    try apply(node.replacing(skip..<skip + 1, with: [], in: source))
  }

  /// Marks a scenario that has neither steps nor others inside, which would be an error.
  mutating func addUnwritten() throws(Diagnostic) {
    guard Set(names).isDisjoint(with: Self.keys + ["steps", "timeline", "scenarios", "skip"]) else {
      return
    }
    let mark = Self.unwritten(language)
    try apply(adding("\(mark.key): \(mark.reason)") { $0 == "scenario" })
  }

  /// Returns the edit that adds a scenario without steps after the one in a line, or else at the
  /// end of the story, and the line of its title.
  static func adding(
    _ title: String, below line: Int, to story: Story, of source: SourceFile,
    _ language: StoryLanguage
  ) throws(Diagnostic) -> (edit: TextEdit, line: Int) {
    let all = SyntaxTree(source)?.values.last { $0.node.range.start.line <= story.range.start.line }
    let beside = Self(source, scenarioAt: line, language)?.path.last?.list
    guard let list = beside ?? all?.member("scenarios", language) else { throw byHand }
    try refuse(title, in: list, language)
    let mark = unwritten(language)
    let isBelow = line > source.lineIndex(at: list.start) + 1
    let edit = try source.adding(
      "\(heading(title, language))\n\(mark.key): \(mark.reason)",
      or: "{ \(heading(title, language, in: .flow)), \(mark.key): \(mark.reason) }",
      to: list, after: isBelow ? line : nil, isApart: true)
    return (edit, source.lastLine(of: edit) - (list.value.form == .brackets ? 0 : 1))
  }

  /// Refuses a title that another scenario of a list has.
  static func refuse(
    _ title: String, in list: SyntaxMember, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let isUsed = list.value.members.contains {
      $0.value.member("scenario", language)?.value.node.text == title
    }
    if isUsed { throw Diagnostic("a scenario here is called \"\(title)\" already") }
  }
}
