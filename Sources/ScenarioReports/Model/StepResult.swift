import ScenarioKit
import ScenarioLanguage

/// The result of a step.
package struct StepResult: Sendable, Hashable, Codable {
  /// The ways in which a step can end.
  package enum Outcome: String, Sendable, Hashable, Codable {
    /// The step was performed, or the check holds.
    case passed
    /// The step could not be performed, or the check does not hold.
    case failed
    /// The step has no step definition.
    case undefined
    /// The step did not run because something before it failed.
    case notRun

    /// The verdict with the symbol and the colour of the outcome.
    package var verdict: Verdict {
      self == .passed ? .passed : self == .undefined ? .undefined : .failed
    }
  }

  /// The step as its author wrote it, on one line.
  package var text: String

  /// The title of the outer scenario that the step belongs to; `nil` for the scenario's own steps
  /// and those of the background.
  package var owner: String?

  /// The outcome of the step.
  package var outcome: Outcome

  /// The line of the step, from 1; 0 if it has none.
  package var line: Int

  /// The time at which the step ended, in nanoseconds of story time since the scenario's start.
  package var nanoseconds: Int64

  /// The values that the app showed after the step and that changed since the previous one; empty
  /// unless they are recorded.
  package var shown: [ShownValue]

  /// The purpose of the step, given by its keyword.
  package var purpose: Step.Purpose

  /// The ranges of the values that a check expects and of their keys; `nil` unless updates are
  /// wanted.
  package var expectedRanges: [SourceRange]?

  /// The sentences of a preparation or an act, each with its data in one line; empty for other steps.
  ///
  /// It is `nil` for a timeline, and unless sentences are wanted.
  package var sentences: [String]?

  /// The answers that the step gives to the server; `nil` for none, and unless sentences are wanted.
  package var answers: ServerAnswers?

  /// The other values that the step compared, by the expressions of their step definitions; `nil`
  /// unless they are wanted.
  package var compared: [ShownValue]?

  package init(
    text: String, owner: String? = nil, outcome: Outcome, line: Int = 0, nanoseconds: Int64 = 0,
    shown: [ShownValue] = [], purpose: Step.Purpose
  ) {
    (self.text, self.owner, self.outcome) = (text, owner, outcome)
    (self.line, self.nanoseconds, self.shown, self.purpose) = (line, nanoseconds, shown, purpose)
  }

  /// The time at which the step ended, since the scenario's start.
  package var time: Duration { .nanoseconds(nanoseconds) }
}

extension ScenarioReport {
  /// Adds the values that the app showed in another run of the same scenario, as long as its steps
  /// ended in the same way.
  package mutating func addShownValues(of others: [StepResult]) {
    // A compact list is decoded at each access.
    var mine = steps
    for (index, other) in zip(mine.indices, others) {
      guard (mine[index].outcome, mine[index].nanoseconds) == (other.outcome, other.nanoseconds)
      else { break }
      (mine[index].shown, mine[index].compared) = (other.shown, other.compared)
    }
    steps = mine
  }
}

/// The value of an observation.
package struct ShownValue: Sendable, Hashable, Codable {
  /// The observation's sentence, such as `the screen shows`.
  package var name: String

  package var value: CodableValue

  package init(name: String, value: Value) { (self.name, self.value) = (name, CodableValue(value)) }
}
