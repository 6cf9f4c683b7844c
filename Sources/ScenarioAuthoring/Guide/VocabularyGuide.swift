import ScenarioKit
import StepExpressions

/// A guide to the sentences that stories can use, by module and purpose, with examples from
/// stories.
public struct VocabularyGuide: Sendable {
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
    var uses: [SentenceUse]

    var data: [DataLine] { DataLine.lines(for: step.data) }

    /// The number of uses, in words.
    var usage: String {
      switch uses.count {
      case 0: "never used"
      case 1: "used once"
      default: "used \(uses.count) times"
      }
    }

    /// The example of a use.
    var example: SentenceUse? { uses.shortest }
  }

  let modules: [Module]

  /// Creates a guide to vocabularies, with examples from stories.
  public init(to vocabularies: [VocabularyData], uses: SentenceUses) {
    modules = vocabularies.map { vocabulary in
      let entries = vocabulary.sentences.entries
      let sentences = entries.filter(\.isCommonForm).map { entry in
        Sentence(
          words: entry.expression,
          otherWords:
            entries
            .filter { !$0.isCommonForm && $0.signature.expression == entry.expression.source }
            .map(\.expression),
          step: vocabulary.step(of: entry),
          uses: uses.uses(of: entry.signature, in: vocabulary.module))
      }
      let sections = Self.purposes.map { role, heading, explanation in
        Section(
          heading: heading, explanation: explanation,
          sentences: sentences.filter { $0.step.signature.role == role })
      }
      return Module(name: vocabulary.module, sections: sections.filter { !$0.sentences.isEmpty })
    }
  }

  /// Returns where steps of a role belong, and what they do.
  static func purpose(of role: StepDefinition.Role) -> (heading: String, explanation: String) {
    purposes.first { $0.0 == role }.map { ($0.1, $0.2) } ?? ("", "")
  }

  private static let purposes: [(StepDefinition.Role, String, String)] = [
    (.preparation, "given", "Sets up the situation that the app finds."),
    (.act, "when", "Performs an action on the app."),
    (.check, "then", "Checks the result."),
    (.observation, "then, with data", "Compares a value of the app with the data you write."),
    (.pause, "anywhere", "Lets story time pass."),
  ]
}
