import ScenarioKit

extension FilePlanner {
  /// Reports data that contradicts data of earlier steps.
  mutating func reportContradictions(in steps: [PlannedStep], after earlier: [PlannedStep]) {
    guard mayContradict else { return }
    var known = earlier.flatMap(\.sentences).compactMap { $0.arguments.data as? any StepData }
    for sentence in steps.flatMap(\.sentences) {
      guard let data = sentence.arguments.data as? any StepData else { continue }
      if let contradiction = known.lazy.compactMap(data.contradiction).first {
        report(
          contradiction.message, at: sentence.location.range, hints: contradiction.hints)
      }
      known.append(data)
    }
  }
}
