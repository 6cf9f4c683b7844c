import ScenarioLanguage

extension FilePlanner {
  /// Reports the step with which a scenario lets more time pass than its clocks can count.
  mutating func checkDuration(of steps: [PlannedStep], behind earlier: [PlannedStep]) {
    var total = earlier.reduce(.zero) { $0 + $1.longestDuration }
    guard total <= DurationText.longest else { return }
    for step in steps {
      total += step.longestDuration
      guard total > DurationText.longest, let place = step.sentences.first?.place else { continue }
      report(
        "with this step the scenario lets \(DurationText.format(total)) pass, which is too long",
        at: place.range,
        remedies: [
          "A story lets \(DurationText.format(DurationText.longest)) pass at most, "
            + "the steps of the scenarios around it counted too."
        ])
      return
    }
  }
}

extension PlannedStep {
  /// How much time passes with the step at most.
  fileprivate var longestDuration: Duration {
    sentences.reduce(timing?.duration ?? .zero) { $0 + ($1.pause ?? .zero) }
  }
}
