import ScenarioKit

extension FilePlanner {
  /// Reports data that contradicts data of earlier steps.
  mutating func reportContradictions(in steps: [PlannedStep], after earlier: [PlannedStep]) {
    guard mayContradict else { return }
    var known = earlier.flatMap(\.sentences).compactMap(\.comparedData)
    for sentence in steps.flatMap(\.sentences) {
      guard let data = sentence.comparedData else { continue }
      if let contradiction = known.lazy.compactMap(data.contradiction).first {
        report(
          contradiction.message, at: sentence.location.range, hints: contradiction.hints)
      }
      known.append(data)
    }
  }
}

extension PlannedSentence {
  /// The data, if it can contradict that of other sentences.
  var comparedData: (any ComparedData)? {
    definition.comparesData ? arguments.data as? any ComparedData : nil
  }
}
