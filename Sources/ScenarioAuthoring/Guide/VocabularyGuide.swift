import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// A guide to the sentences that stories can use, by module and purpose, with examples from
/// stories.
package struct VocabularyGuide: Sendable {
  struct Module {
    var name: String
    /// The sentences by their purpose.
    var sections: [(heading: String, explanation: String, sentences: [SentenceDescription])]
  }

  let modules: [Module]

  /// The language of the guide, whose wordings of steps come first.
  let language: StoryLanguage

  /// Creates a guide to vocabularies, with examples from stories.
  ///
  /// - Parameters:
  ///   - vocabularies: The vocabularies of the modules.
  ///   - files: The stories, of which those with errors have no examples.
  ///   - language: The language of the guide; defaults to English.
  package init(
    to vocabularies: [VocabularyData], usedIn files: [StoryFile], language: StoryLanguage
  ) {
    self.language = language
    let uses = SentenceUses(in: files, vocabularies: vocabularies.map(\.sentences))
    modules = vocabularies.map { vocabulary in
      let sentences = vocabulary.sentences.entries.filter(\.isCommonForm).map { entry in
        SentenceDescription(
          of: entry, in: vocabulary, uses: uses.uses(of: entry.signature, in: vocabulary.module),
          language)
      }
      let sections = Self.purposes.map { role, _, _ in
        let (heading, explanation) = Self.purpose(of: role, in: language)
        return (
          heading: heading, explanation: explanation,
          sentences: sentences.filter { $0.step.signature.role == role }
        )
      }
      return Module(name: vocabulary.module, sections: sections.filter { !$0.sentences.isEmpty })
    }
  }

  /// Returns a text in the language of the guide.
  func said(_ text: Message) -> String { language.text(of: text) }

  /// Returns where steps of a role belong, and what they do.
  static func purpose(
    of role: StepDefinition.Role, in language: StoryLanguage
  ) -> (heading: String, explanation: String) {
    guard let (_, heading, explanation) = purposes.first(where: { $0.0 == role }) else {
      return ("", "")
    }
    let words = heading.split(separator: ", ").map {
      language.text(of: Message(verbatim: language.word(for: String($0))))
    }
    return (words.joined(separator: ", "), language.text(of: explanation))
  }

  /// Returns a number of uses, in words.
  static func usage(_ count: Int, in language: StoryLanguage) -> String {
    let text: Message =
      switch count {
      case 0: "never used"
      case 1: "used once"
      default: "used \(count) times"
      }
    return language.text(of: text)
  }

  /// The roles of steps in the order of lists, each with where its steps belong and what they do.
  static let purposes: [(StepDefinition.Role, String, Message)] = [
    (.preparation, "given", "Sets up the situation that the app finds."),
    (.act, "when", "Performs an action on the app."), (.check, "then", "Checks the result."),
    (.observation, "then, with data", "Compares a value of the app with the data you write."),
    (.pause, "anywhere", "Lets story time pass."),
  ]

  /// A sentence of the guide, for those who look for one.
  package struct Entry: Sendable, Encodable {
    package let module: String
    /// The keys under which steps with it stand, such as `given`.
    package let key: String
    package let sentence: String
    /// The forms of its data, one line for each key.
    package let data: [String]?
    /// The keys of the value that it compares.
    package let shows: [String]?
    /// A use in a story, in one line.
    package let example: String?
  }

  /// Returns the sentences of a module that have the most of some words, in lower case, the best
  /// first; without words, all of them.
  package func entries(with words: [String], module: String? = nil) -> [Entry] {
    // Short words, such as "a", are in many sentences.
    let words = words.contains { $0.count > 2 } ? words.filter { $0.count > 2 } : words
    let all = modules.filter { module == nil || module == $0.name }.flatMap { module in
      module.sections.flatMap { section in
        section.sentences.map { entry(of: $0, key: section.heading, in: module.name) }
      }
    }
    let ranked = all.map { entry in
      let details = (entry.data ?? []) + (entry.shows ?? [])
      let text = ([entry.sentence, entry.module, entry.example ?? ""] + details)
        .joined(separator: "\n").lowercased()
      return (entry: entry, hits: words.count(where: text.contains))
    }
    let best = ranked.map(\.hits).max() ?? 0
    return ranked.filter { words.isEmpty || $0.hits > 0 && 2 * $0.hits >= best }
      .sorted { $0.hits > $1.hits }.map(\.entry)
  }

  private func entry(of sentence: SentenceDescription, key: String, in module: String) -> Entry {
    let data = sentence.data.map { line in
      (line.key.map { "\($0): " } ?? "") + line.kind
        + (line.key != nil && line.isRequired ? ", " + said("required") : "")
    }
    let shows = sentence.shownKeys
    return Entry(
      module: module, key: key, sentence: sentence.readable, data: data.isEmpty ? nil : data,
      shows: shows.isEmpty ? nil : shows, example: sentence.example.map(\.notation))
  }

  /// Returns the guide as a list for a terminal.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - showsLocations: Whether the Swift files and lines of definitions are shown.
  ///   - observed: The values that the app showed in runs of the stories.
  package func list(style: TextStyle, showsLocations: Bool, _ observed: ObservedValues) -> String {
    modules.map { module in
      var text = style("module \(module.name)", .bold) + "\n"
      let width = module.sections.flatMap { $0.sentences }.map(\.title.count).max() ?? 0
      for section in module.sections {
        text += "\n  \(style(section.heading, .cyan))\n"
        for sentence in section.sentences {
          let signature = sentence.step.signature
          let gap = String(repeating: " ", count: width - sentence.title.count + 3)
          let origin = showsLocations ? gap + style(signature.origin.description, .dim) : ""
          let notes = sentence.notes(observed.lines(for: signature.expression, in: module.name))
          text += "    \(sentence.title)\(origin)\n"
          text += notes.map { style("      \($0)", .dim) + "\n" }.joined()
        }
      }
      return text
    }.joined(separator: "\n")
  }

  /// The guide as Markdown, for a wiki or a repository.
  package var markdown: String {
    var text = """
      # \(said("What stories can say"))

      \(introduction)

      """
    if modules.count > 1 {
      text += "\n"
      for module in modules {
        text += "- [\(MarkdownText.plain(module.name))](#\(Self.anchor(of: heading(of: module))))\n"
      }
    }
    for module in modules {
      text += "\n## \(MarkdownText.plain(heading(of: module)))\n"
      for section in module.sections {
        text += "\n### \(section.heading)\n\n\(section.explanation)\n"
        for sentence in section.sentences { text += "\n" + sentence.markdown() }
      }
    }
    return text
  }

  /// The explanation of the marks in sentences.
  private var introduction: String {
    said(
      "\"…\" stands for a quoted text; replace [whole number] and similar names with values. "
        + "For (s) and was/were, use the form that fits the sentence."
    ).replacing(/"…"|\[[^\]]+\]|\(\p{L}+\)|\p{L}+\/\p{L}+/) { MarkdownText.code(String($0.output)) }
  }

  private func heading(of module: Module) -> String { said("Module \(module.name)") }

  /// Returns the link to a heading, as GitHub and similar renderers derive it.
  private static func anchor(of heading: String) -> String {
    let characters = heading.lowercased().map { $0 == " " ? "-" : $0 }
    return String(characters.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }
}
