import ScenarioHTTP
import Synchronization

extension FilePlanner {
  /// Reports answers for addresses that some requests fit as well as those of other answers.
  mutating func reportAmbiguousAnswers(in steps: [PlannedStep], after earlier: [PlannedStep]) {
    guard overlaps.arePossible.load(ordering: .relaxed) else { return }
    var patterns = earlier.flatMap(\.sentences).compactMap(\.requestPattern)
    for sentence in steps.flatMap(\.sentences) {
      guard let pattern = sentence.requestPattern else { continue }
      if let ambiguity = patterns.lazy.compactMap(pattern.ambiguity).first {
        report(ambiguity.message, at: sentence.location.range, hints: [ambiguity.hint])
      }
      patterns.append(pattern)
    }
  }
}

extension PlannedSentence {
  /// The requests that the sentence defines an answer to; `nil` if it defines none.
  fileprivate var requestPattern: RequestPattern? {
    arguments.data is any AnsweringData ? RequestPattern(ofValues: arguments.values) : nil
  }
}
