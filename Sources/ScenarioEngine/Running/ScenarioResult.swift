import ScenarioKit
import ScenarioLanguage
import Simulation

/// The result of a scenario.
public struct ScenarioResult: Sendable {
  /// The scenario.
  public var scenario: PlannedScenario {
    get { shared.value }
    set { shared = Shared(newValue) }
  }

  private var shared: Shared<PlannedScenario>

  /// Whether a known issue of an outer scenario blocks this one.
  package var isBlockedByKnownIssue: Bool {
    verdict == .blocked && reason.flatMap { scenario.knownIssuesAround[$0] } != nil
  }

  /// Whether the scenario failed, or is blocked by a failure that is not a known issue.
  package var isBroken: Bool {
    verdict == .failed || verdict == .undefined || verdict == .blocked && !isBlockedByKnownIssue
  }

  /// The verdict.
  public var verdict: Verdict

  /// The reason for skipping, the known issue, or the title of the blocking scenario; `nil` for
  /// other verdicts.
  public var reason: String?

  /// The steps of the scenario and of the scenarios around it, in order.
  ///
  /// They are computed on each access, because the steps of passed scenarios are rarely needed.
  public var steps: [StepResult] {
    get { makeSteps() }
    set { makeSteps = { newValue } }
  }

  private var makeSteps: @Sendable () -> [StepResult]

  /// The failures, in order.
  public var failures: [Failure]

  /// The notes that do not make the scenario fail.
  public var notes: [Note]

  /// The story time that passed.
  public var storyTime: Duration

  /// The real time that the scenario took.
  public var realTime: Duration

  /// The trace of everything that happened.
  public var trace: Trace

  init(
    scenario: Shared<PlannedScenario>, verdict: Verdict, reason: String? = nil,
    steps: @autoclosure @escaping @Sendable () -> [StepResult], failures: [Failure],
    notes: [Note], storyTime: Duration, realTime: Duration, trace: Trace
  ) {
    shared = scenario
    self.verdict = verdict
    self.reason = reason
    makeSteps = steps
    self.failures = failures
    self.notes = notes
    self.storyTime = storyTime
    self.realTime = realTime
    self.trace = trace
  }
}

/// The result of a step.
public struct StepResult: Sendable, Hashable {
  /// The ways in which a step can end.
  public enum Outcome: String, Sendable, Hashable, Codable {
    /// The step was performed, or the check holds.
    case passed
    /// The step could not be performed, or the check does not hold.
    case failed
    /// The step has no step definition.
    case undefined
    /// The step did not run because something before it failed.
    case notRun
  }

  /// The step as written, in one line.
  public var text: String

  /// The title of the outer scenario that the step belongs to; `nil` for the scenario's own steps
  /// and the background's.
  public var owner: String?

  /// The outcome of the step.
  public var outcome: Outcome

  /// The location of the sentence.
  public var location: Location?

  /// The time at which the step ended, since the start of the scenario.
  public var time: Duration = .zero

  /// The values that the app showed after the step; empty unless the runner keeps them.
  public var shown: [ShownValue] = []

  /// The number of requests and messages that the server had received after the step; 0 unless the
  /// runner keeps shown values.
  package var receivedCount = 0

  /// The purpose of the step, given by its keyword; `nil` if it is unknown.
  public var purpose: Step.Purpose?
}

/// The value of an observation.
public struct ShownValue: Sendable, Hashable {
  /// The observation's sentence, such as `the screen shows`.
  public var name: String

  /// The value.
  public var value: Value
}

/// A failed expectation or another error, with the source location that it concerns.
public struct Failure: Sendable, Hashable, Codable {
  /// The location in the story.
  public var location: Location

  /// The message: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// Further details, one line each.
  public var details: [String]

  /// The differences between the observed value and the expected one.
  public var differences: [Difference]

  /// The whole value that the check looked at, shortened, one line each; empty if the differences
  /// show all of it.
  public var observed: [String] = []

  /// A step definition in Swift that would resolve an undefined step; `nil` for all other failures.
  public var proposal: String?

  /// The time of the failure, since the start of the scenario.
  public var time: Duration

  /// The updates of the story that would make it pass; empty if the failure is not about values.
  package internal(set) var updates: [ValueUpdate]

  /// The request that has no answer, as `GET https://…`; its hint is the last of the details.
  var unansweredRequest: String?

  /// Whether the check itself reported the failure, rather than an error outside of it.
  package var isReportedByCheck = false

  /// Creates a failure; by default there are no details or differences, and the time is the
  /// scenario's start.
  public init(
    _ message: String, at location: Location, details: [String] = [],
    differences: [Difference] = [],
    time: Duration = .zero
  ) {
    self.location = location
    self.message = message
    self.details = details
    self.differences = differences
    self.time = time
    updates = differences.compactMap(\.update)
  }
}

extension Failure {
  /// Returns the failure with its updates marked as impossible, for the reason given.
  func withoutUpdate(because reason: String) -> Failure {
    var failure = self
    failure.updates = updates.map { .impossible($0.target, because: reason) }
    return failure
  }
}

/// Information about a scenario that does not make it fail.
public struct Note: Sendable, Hashable, Codable {
  /// The location in the story.
  public var location: Location

  /// The message: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// The kind of the note, for use by tools; `nil` if it has none.
  public var rule: Diagnostic.Rule?
}
