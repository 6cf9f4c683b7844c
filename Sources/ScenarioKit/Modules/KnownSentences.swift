import ScenarioLanguage
import Synchronization

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

  /// The number of sentences at which the cache is emptied, to bound its memory use.
  private static let limit = 10_000

  /// The module's name.
  package let module: String

  /// The sentences, in the order in which the module defines them, followed by built-in ones.
  package let entries: [Vocabulary.Entry]

  /// The subjects that observations begin with, such as `screen`.
  package var observedSubjects: Set<String> {
    subjects.withLock { subjects in
      let found =
        subjects
        ?? Set(
          entries.lazy.map(\.signature).filter { $0.role == .observation }
            .flatMap { $0.wordings.compactMap { StoryLanguage.subject(of: $0.expression) } })
      subjects = found
      return found
    }
  }

  private let subjects = Mutex<Set<String>?>(nil)

  /// The parameter types of the sentences.
  package let types: ParameterTypes

  /// The steps of the module's doubles, by the names with which a module lists them.
  package var doubleSteps: [DoubleSteps] { readDoubleSteps() }

  private let readDoubleSteps: @Sendable () -> [DoubleSteps]
  private let index: ExpressionIndex
  private let matches = Mutex<[String: [Match]]>([:])

  init(
    module: String, entries: [Vocabulary.Entry], types: ParameterTypes,
    doubleSteps: @escaping @Sendable () -> [DoubleSteps]
  ) {
    (self.module, self.entries) = (module, entries)
    (self.types, readDoubleSteps) = (types, doubleSteps)
    index = ExpressionIndex(entries.map(\.expression))
  }

  /// Returns all entries that match a sentence, in order, each with its parameter values.
  ///
  /// - Throws: The error of the first expression that matches but can't convert a parameter, or
  ///   that exceeds its step limit; see ``StepExpression/match(_:)``.
  package func matches(of sentence: String) throws -> [Match] {
    if let matches = self.matches.withLock({ $0[sentence] }) { return matches }
    var matches = try search(sentence)
    if matches.isEmpty, sentence.contains("’") {
      matches = try search(Self.withPlainApostrophes(sentence))
    }
    self.matches.withLock { kept in
      if kept.count >= Self.limit { kept.removeAll() }
      kept[sentence] = matches
    }
    return matches
  }

  private func search(_ sentence: String) throws -> [Match] {
    try index.candidates(for: sentence).compactMap { position in
      let entry = entries[position]
      return try entry.expression.match(sentence).map {
        Match(
          position: position, step: entry.step, role: entry.signature.role,
          values: $0.arguments.map(\.value))
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

  /// Returns the name of the first steps of a double that a sentence belongs to; `nil` if there are
  /// none.
  package func doubleSteps(matching sentence: String) -> String? {
    doubleSteps.first { steps in
      steps.expressions.contains { source in
        let expression = try? StepExpression(source, parameterTypes: types)
        return (try? expression?.match(sentence)) != nil
      }
    }?.name
  }
}
