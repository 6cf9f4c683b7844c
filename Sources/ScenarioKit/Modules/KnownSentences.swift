import DisplayText
import ScenarioLanguage

/// The sentences of a module, ready to be matched, without the code behind them.
///
/// Most sentences occur in many scenarios. Without the cache of matches, planning takes 14 times as
/// many instructions.
package final class KnownSentences: Sendable {
  /// A sentence that matches, identified by its position among the entries.
  ///
  /// It has what planning needs of the entry, because reading that from the entry copies it, which
  /// takes 5 % of planning.
  package struct Match: Sendable {
    package var position: Int

    /// The index of the step definition.
    package var step: Int

    package var role: StepDefinition.Role

    /// The values of the sentence's parameters.
    package var values: [any Sendable]
  }

  /// Steps of a module's doubles that the module may list.
  package struct DoubleSteps: Sendable, Hashable, Codable {
    /// The name with which a module lists them, such as `Steps.server`.
    package var name: String

    /// The sentences, as Cucumber Expressions.
    package var expressions: [String]
  }

  /// The module's name.
  package let module: String

  /// The sentences, in the order in which the module defines them, followed by built-in ones.
  package let entries: [Vocabulary.Entry]

  private let subjects = Cache<StepDefinition.Role, Set<String>>()

  /// The parameter types of the sentences.
  package let types: ParameterTypes

  /// The steps of the module's doubles, by the names with which a module lists them.
  package var doubleSteps: [DoubleSteps] { readDoubleSteps() }

  private let readDoubleSteps: @Sendable () -> [DoubleSteps]
  /// The texts with which the sentences of each entry begin.
  private let beginnings: [String]
  private let matches = Cache<String, [Match]>()
  private let doubles = Cache<String, [StepExpression]>()

  init(
    module: String, entries: [Vocabulary.Entry], types: ParameterTypes,
    doubleSteps: @escaping @Sendable () -> [DoubleSteps]
  ) {
    (self.module, self.entries) = (module, entries)
    (self.types, readDoubleSteps) = (types, doubleSteps)
    beginnings = entries.map(\.expression.literalPrefix)
  }

  /// Returns all entries that match a sentence, in order, each with its parameter values.
  ///
  /// - Throws: The error of the first expression that matches but can't convert a parameter, or
  ///   that exceeds its step limit; see ``StepExpression/match(_:)``.
  package func matches(of sentence: String) throws -> [Match] {
    try matches.value(of: sentence) {
      let matches = try search(sentence)
      guard matches.isEmpty, sentence.contains("’") else { return matches }
      return try search(Self.withPlainApostrophes(sentence))
    }
  }

  private func search(_ sentence: String) throws -> [Match] {
    let text = ComposedText(sentence).text.utf8
    // Most entries begin otherwise, and an entry is not copied to find that.
    let candidates = beginnings.indices.filter { text.starts(with: beginnings[$0].utf8) }
    return try candidates.compactMap { position in
      let entry = entries[position]
      return try entry.expression.match(sentence).map {
        Match(
          position: position, step: entry.step, role: entry.signature.role,
          values: $0.map(\.value))
      }
    }
  }

  /// Replaces the apostrophes that keyboards and word processors write, but not those in quotes,
  /// which are the app's.
  private static func withPlainApostrophes(_ sentence: String) -> String {
    sentence.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map {
      $0.isMultiple(of: 2) ? String($1).replacing("’", with: "'") : String($1)
    }.joined(separator: "\"")
  }

  /// Returns the subjects that the sentences of a role begin with, such as `screen`.
  package func subjects(of role: StepDefinition.Role) -> Set<String> {
    subjects.value(of: role) {
      let wordings = entries.filter { $0.signature.role == role }.flatMap(\.signature.wordings)
      return Set(wordings.compactMap { StoryLanguage.subject(of: $0.expression) })
    }
  }

  /// Returns the name of the first steps of a double that a sentence belongs to; `nil` if there are
  /// none.
  package func doubleSteps(matching sentence: String) -> String? {
    doubleSteps.first { steps in
      let expressions = doubles.value(of: steps.name) {
        steps.expressions.compactMap { try? StepExpression($0, parameterTypes: types) }
      }
      return expressions.contains { (try? $0.match(sentence)) != nil }
    }?.name
  }
}
