import Foundation
import ScenarioKit
import ScenarioLanguage

/// Data of a sentence with the answers of the server.
package protocol AnsweringData: SentenceData, LiveCheckedData, LocatedData, ServerData {
  /// The requests that the answers are for; `nil` before the data is prepared.
  var pattern: RequestPattern? { get }

  /// The answers, in order.
  var answers: [Answer] { get }

  /// The range of an answer in the story.
  func range(ofAnswer index: Int) -> SourceRange
}

extension AnsweringData {
  package var served: ServerAnswers? { nil }

  /// Whether other answers can be for the same requests.
  package var mayContradict: Bool { pattern.map { !$0.names.isEmpty } ?? false }

  /// The first failure that a real connection can't have.
  package var liveObstacle: Contradiction? {
    for case .failure(let failure) in answers.map(\.outcome) where !failure.canHappenLive {
      return Contradiction(failure.wordsForLive, hints: [TransportFailure.hintForLive])
    }
    return nil
  }

  /// Whether a request that gets one of the answers waits forever.
  package var neverAnswers: Bool {
    answers.contains { if case .failure(.neverAnswers) = $0.outcome { true } else { false } }
  }

  /// Returns the problem of answers that some requests fit as well as those of earlier data.
  package func contradiction(to earlier: any StepData) -> Contradiction? {
    (earlier as? any AnsweringData)?.pattern.flatMap { pattern?.ambiguity(beside: $0) }
  }
}

extension RequestPattern {
  /// Creates the pattern of a sentence whose parameters are a method and a URL, or only a URL.
  init(of sentence: DataSentence) {
    let values = sentence.values
    let url = values.last as? String ?? ""
    self.init(values.count > 1 ? values[0] as? String ?? "" : "GET", url)
  }

  /// Creates the pattern of a sentence that defines answers.
  ///
  /// - Throws: `DataError` if the braces in the URL are not placeholders.
  init(answeredBy sentence: DataSentence) throws(DataError) {
    self.init(of: sentence)
    try check(at: sentence.range)
  }
}
