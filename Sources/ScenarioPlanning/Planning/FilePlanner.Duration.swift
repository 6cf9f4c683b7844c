import ScenarioLanguage

extension FilePlanner {
  /// Reports the step at which a scenario's story time exceeds what its clocks can count.
  mutating func checkDuration(of steps: [PlannedStep], after earlier: [PlannedStep]) {
    var total = earlier.reduce(.zero) { $0 + $1.longestDuration }
    guard total <= DurationText.longest else { return }
    for step in steps {
      total += step.longestDuration
      guard total > DurationText.longest, let location = step.sentences.first?.location else {
        continue
      }
      report(
        "with this step the scenario lasts \(DurationText.format(total)), which is too long",
        at: location.range,
        hints: [
          "A story can take \(DurationText.format(DurationText.longest)) at most, "
            + "including the steps of the scenarios around it."
        ])
      return
    }
  }
}

extension PlannedStep {
  /// The longest story time that can pass in the step.
  fileprivate var longestDuration: Duration {
    sentences.reduce(timing?.duration ?? .zero) { $0 + ($1.pause ?? .zero) }
  }
}
