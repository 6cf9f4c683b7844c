import ScenarioLanguage
import ScenarioRunner

/// What the authors of stories want to know about the sentences they can say: by module and
/// purpose, each with an example from real stories.
public struct VocabularyGuide: Sendable {
  struct Module: Sendable {
    var name: String
    var sections: [Section]
  }

  struct Section: Sendable {
    var heading: String
    var explanation: String
    var sentences: [Sentence]
  }

  struct Sentence: Sendable {
    var words: PlainWords
    /// Whether data stands behind a colon.
    var takesData: Bool
    /// What the data looks like, a line each.
    var data: [DataLine]
    var otherWords: [PlainWords]
    /// The shortest use, and its place.
    var example: String?
    var exampleIsRow = false
    var examplePlace: String?
    var useCount: Int
    var origin: String

    /// How often stories say it, in words.
    var usage: String {
      switch useCount {
      case 0: "never used"
      case 1: "used once"
      default: "used \(useCount) times"
      }
    }
  }

  let modules: [Module]

  /// Makes a guide to vocabularies, with examples from the uses that are given.
  public init(to vocabularies: [Vocabulary], uses: SentenceUses) {
    modules = vocabularies.map { vocabulary in
      Module(
        name: vocabulary.module,
        sections: Self.purposes.compactMap { role, heading, explanation in
          let entries = vocabulary.entries.filter { $0.isUsual && $0.definition.role == role }
          guard !entries.isEmpty else { return nil }
          return Section(
            heading: heading, explanation: explanation,
            sentences: entries.map { Self.sentence($0, of: vocabulary, uses: uses) })
        })
    }
  }

  private static let purposes: [(StepDefinition.Role, String, String)] = [
    (.preparation, "given", "Prepares what the app will find."),
    (.act, "when", "Does something to the app."),
    (.check, "then", "Checks what became of it."),
    (.observation, "then, with data", "Compares what the app shows with the data you write."),
    (.pause, "anywhere", "Lets story time pass."),
  ]

  private static func sentence(
    _ entry: Vocabulary.Entry, of vocabulary: Vocabulary, uses: SentenceUses
  ) -> Sentence {
    let definition = entry.definition
    let example = uses.example(of: definition, in: vocabulary.module)
    let others = vocabulary.entries.filter {
      !$0.isUsual && $0.definition.expression == definition.expression
    }
    return Sentence(
      words: PlainWords(entry.expression), takesData: definition.takesData,
      data: DataLine.lines(for: definition.data),
      otherWords: others.map { PlainWords($0.expression) }, example: example?.notation,
      exampleIsRow: example?.marbles != nil, examplePlace: example?.placeText,
      useCount: uses.uses(of: definition, in: vocabulary.module).count,
      origin: definition.origin.description)
  }
}
