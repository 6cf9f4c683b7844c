import ScenarioKit
import ScenarioLanguage

/// A guide to the sentences that stories can use, by module and purpose, with examples from
/// stories.
package struct VocabularyGuide: Sendable {
  struct Module {
    var name: String
    var sections: [Section]
  }

  struct Section {
    var heading: String
    var explanation: String
    var sentences: [Sentence]
  }

  struct Sentence {
    var words: StepExpression
    var otherWords: [StepExpression]
    var step: VocabularyData.Step
    var data: [DataLine]
    var uses: [SentenceUse]

    /// The example of a use.
    var example: SentenceUse? { uses.shortest(preferring: words.source) }
  }

  let modules: [Module]

  /// The language of the guide, whose wordings of steps come first.
  let language: StoryLanguage

  /// Creates a guide to vocabularies, with examples from stories.
  ///
  /// - Parameters:
  ///   - vocabularies: The vocabularies of the modules.
  ///   - uses: The uses of sentences in stories.
  ///   - language: The language of the guide; defaults to English.
  package init(to vocabularies: [VocabularyData], uses: SentenceUses, language: StoryLanguage) {
    self.language = language
    modules = vocabularies.map { vocabulary in
      let sentences = vocabulary.sentences.entries.filter(\.isCommonForm).map { entry in
        let wordings = vocabulary.wordings(of: entry.signature, in: language)
        let step = vocabulary.step(of: entry)
        let uses = uses.uses(of: entry.signature, in: vocabulary.module)
        return Sentence(
          words: wordings[0], otherWords: Array(wordings.dropFirst()), step: step,
          data: DataLine.lines(for: step.data, in: language), uses: uses)
      }
      let sections = Self.purposes.map { role, _, _ in
        let (heading, explanation) = Self.purpose(of: role, in: language)
        return Section(
          heading: heading, explanation: explanation,
          sentences: sentences.filter { $0.step.signature.role == role })
      }
      return Module(name: vocabulary.module, sections: sections.filter { !$0.sentences.isEmpty })
    }
  }

  /// Returns a text in the language of the guide.
  func said(_ text: String) -> String { language.translation(of: text) }

  /// Returns where steps of a role belong, and what they do.
  static func purpose(
    of role: StepDefinition.Role, in language: StoryLanguage
  ) -> (heading: String, explanation: String) {
    guard let (_, heading, explanation) = purposes.first(where: { $0.0 == role }) else {
      return ("", "")
    }
    let words = heading.split(separator: ", ").map {
      language.translation(of: language.word(for: String($0)))
    }
    return (words.joined(separator: ", "), language.translation(of: explanation))
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
  package static let purposes: [(StepDefinition.Role, String, String)] = [
    (.preparation, "given", "Sets up the situation that the app finds."),
    (.act, "when", "Performs an action on the app."), (.check, "then", "Checks the result."),
    (.observation, "then, with data", "Compares a value of the app with the data you write."),
    (.pause, "anywhere", "Lets story time pass."),
  ]
}

extension VocabularyData {
  /// Returns the wordings of a step definition: those in a language first, then the main one.
  package func wordings(of signature: StepSignature, in language: StoryLanguage) -> [StepExpression]
  {
    let entries = sentences.entries.filter { $0.signature == signature }
    let own = entries.filter { $0.language == language.code }
    return (own + entries.filter { $0.language != language.code }).map(\.expression)
  }
}
