import StepExpressions
import Synchronization

/// The meanings of sentences, found through an index and kept, because most sentences stand in many
/// scenarios.
package final class SentenceCache: Sendable {
  /// A step that a sentence can mean, by its position in the vocabulary.
  package struct Meaning: Sendable {
    package var position: Int
    package var match: StepMatch
  }

  /// The number of sentences at which the cache is emptied, to bound the memory that it takes.
  private static let limit = 10_000

  private let expressions: [StepExpression]
  private let index: ExpressionIndex
  private let meanings = Mutex<[String: [Meaning]]>([:])

  init(_ expressions: [StepExpression]) {
    self.expressions = expressions
    index = ExpressionIndex(expressions)
  }

  /// All that a sentence can mean, in the order of the vocabulary.
  ///
  /// - Throws: What the first expression throws that matches but has no value for a parameter, or
  ///   gives up; see ``StepExpression/match(_:)``.
  func meanings(of sentence: String) throws -> [Meaning] {
    if let meanings = self.meanings.withLock({ $0[sentence] }) { return meanings }
    var meanings: [Meaning] = []
    for position in index.candidates(for: sentence) {
      if let match = try expressions[position].match(sentence) {
        meanings.append(Meaning(position: position, match: match))
      }
    }
    self.meanings.withLock { kept in
      if kept.count >= Self.limit { kept.removeAll() }
      kept[sentence] = meanings
    }
    return meanings
  }
}
