import StepExpressions
import Synchronization

/// What the sentences of stories mean, found through an index and remembered: most sentences stand
/// in many scenarios.
package final class SentenceMemory: Sendable {
  /// A step that a sentence can mean, by its position in the vocabulary.
  package struct Meaning: Sendable {
    package var position: Int
    package var match: StepMatch
  }

  /// So many different sentences empty the memory, so that stories that never repeat one can't fill
  /// that of the machine.
  private static let limit = 10_000

  private let expressions: [StepExpression]
  private let index: ExpressionIndex
  private let known = Mutex<[String: [Meaning]]>([:])

  init(_ expressions: [StepExpression]) {
    self.expressions = expressions
    index = ExpressionIndex(expressions)
  }

  /// All that a sentence can mean, in the order of the vocabulary.
  ///
  /// - Throws: What the first expression throws that matches but has no value for a parameter, or
  ///   gives up; see ``StepExpression/match(_:)``.
  func meanings(of sentence: String) throws -> [Meaning] {
    if let meanings = known.withLock({ $0[sentence] }) { return meanings }
    var meanings: [Meaning] = []
    for position in index.candidates(for: sentence) {
      if let match = try expressions[position].match(sentence) {
        meanings.append(Meaning(position: position, match: match))
      }
    }
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[sentence] = meanings
    }
    return meanings
  }
}
