import ScenarioReports

/// The search for a moment at which a sentence of `never within` holds.
struct NeverSearch {
  let sentences: [PlannedSentence]

  /// The sentences that hold now.
  var held: [PlannedSentence] = []

  /// The indices of the sentences that were evaluated at some moment.
  private var evaluated: Set<Int> = []

  /// A sentence whose number is too large, although it was not the expected one at any moment.
  private(set) var passed: (PlannedSentence, Failure)?

  /// The reasons why observations show no value, by the indices of their sentences.
  private var reasons: [Int: Failure] = [:]

  init(_ sentences: [PlannedSentence]) { self.sentences = sentences }

  /// Adds the failures of a sentence at this moment.
  mutating func add(_ failures: [Failure], ofSentence index: Int) {
    let sentence = sentences[index]
    if failures.isEmpty { held.append(sentence) }
    if let failure = failures.first, let excess = failure.excess, excess > 0 {
      passed = (sentence, failure)
    }
    // The verdict of a `Then` is that it doesn't hold; an observation has no value to compare.
    if sentence.expectation != nil, let failure = failures.first, failure.isReportedByStep {
      reasons[index] = failure
    } else {
      evaluated.insert(index)
    }
  }

  /// The reasons why observations never showed a value.
  var unread: [Failure] {
    sentences.indices.filter { !evaluated.contains($0) }.compactMap { reasons[$0] }
  }
}
