import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

// Advice for a check that fails at another time than a double answers.
extension ScenarioRun {
  /// Returns details for the last failure of a check; empty if the doubles are not the reason.
  func advice(for failures: [Failure], of step: PlannedStep) -> [Message] {
    if let hint = hintAtPassedState(failures, of: step) { return [hint] }
    guard step.timing == nil || step.timing?.kind == .after,
      let due = doubles.all.compactMap(\.nextDue).min(by: { $0.time < $1.time })
    else { return [] }
    let wait = scenario.language.timeWord(.within, due.time - world.elapsed)
    return [
      "\(due.subject) is due at \(StoryTimeText.offset(due.time)), after this check.",
      "To wait for it, write \"\(wait)\" before the check.",
    ]
  }

  /// Returns a hint for a check of a state such as `loading` that was over at once, because a
  /// double answered without a delay; `nil` for any other failure.
  private func hintAtPassedState(_ failures: [Failure], of step: PlannedStep) -> Message? {
    let expected = failures.flatMap(\.differences).map { "\($0.path) \($0.expected ?? "")" }
    guard step.timing?.kind != .never, expected.contains(where: StoryLanguage.isAboutWaiting),
      let event = doubles.all.compactMap(\.lastImmediate).max(by: { $0.time < $1.time }),
      event.time == world.elapsed
    else { return nil }
    return "\(event.subject) came at once; to check what the app shows before it, "
      + "give the answer \"after: 1 s\"."
  }
}
