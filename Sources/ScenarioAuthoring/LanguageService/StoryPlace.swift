import ScenarioKit
import ScenarioLanguage

/// A cursor with the story around it.
struct StoryPlace {
  /// The keys and values that can be written at a place of a story.
  enum Context {
    case keys([String])
    case phrases, tags, modules, languages, nothing
    /// Sentences that check, or that do not; all if it is `nil`.
    case sentences(checks: Bool?)
    case data(VocabularyData.Step, keys: [String])
  }

  let cursor: Cursor
  let language: StoryLanguage
  let vocabulary: VocabularyData?
  private(set) var context = Context.keys(Keys.story)

  init(_ cursor: Cursor, in service: LanguageService, _ language: StoryLanguage) {
    (self.cursor, self.language) = (cursor, language)
    func value(of name: String) -> String? {
      let words = StoryLanguage.allWords(for: name)
      return cursor.document.entries?.first { words.contains($0.key.text ?? "") }?.value.text
    }
    vocabulary = value(of: "module").flatMap { service.vocabulary($0) }
    for element in cursor.path {
      switch element {
      case .item:
        if case .keys(Keys.background) = context { context = .keys(Keys.step) }
      case .key(let key): context = self.value(of: key)
      }
    }
  }

  /// The sentences of the vocabulary that a story in this language has.
  var entries: [Vocabulary.Entry] { vocabulary?.sentences.entries.written(in: language.code) ?? [] }

  /// The contexts of the values of keys.
  private static let contexts: [String: Context] = [
    "tags": .tags, "module": .modules, "language": .languages, "phrases": .phrases,
    "background": .keys(Keys.background), "scenarios": .keys(Keys.scenario),
    "steps": .keys(Keys.step), "timeline": .keys(Keys.timeline),
    "given": .sentences(checks: false), "when": .sentences(checks: false),
    "then": .sentences(checks: true), "always": .sentences(checks: true),
    "and": .sentences(checks: nil), "but": .sentences(checks: nil),
  ]

  private func value(of key: String) -> Context {
    switch context {
    case .keys:
      if let known = Self.contexts[language.name(of: key)] { return known }
      return isTimeWord(key) ? .sentences(checks: true) : .nothing
    case .phrases: return .keys(Keys.background)
    case .sentences:
      if isTimeWord(key) { return .sentences(checks: true) }
      guard let vocabulary, let entry = vocabulary.sentences.entry(of: key) else { return .nothing }
      return .data(vocabulary.step(of: entry), keys: [])
    case .data(let step, let keys): return .data(step, keys: keys + [key])
    default: return .nothing
    }
  }

  private func isTimeWord(_ key: String) -> Bool {
    StoryLanguage.timeWords.contains { name in
      language.words(for: name).contains { key == $0 || key.hasPrefix($0 + " ") }
    }
  }
}
