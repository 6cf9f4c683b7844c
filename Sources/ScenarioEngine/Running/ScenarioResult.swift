import ScenarioKit
import ScenarioLanguage
import Simulation

/// What became of a scenario.
public struct ScenarioResult: Sendable {
  /// The scenario.
  public var scenario: PlannedScenario {
    get { shared.value }
    set { shared = Shared(newValue) }
  }

  private var shared: Shared<PlannedScenario>

  /// Whether a known issue of the scenario around it blocks it.
  package var isBlockedByKnownIssue: Bool {
    verdict == .blocked && reason.flatMap { scenario.knownIssuesAround[$0] } != nil
  }

  /// Whether it counts as broken: it failed, or is blocked by a failure that is not a known issue.
  package var isBroken: Bool {
    verdict == .failed || verdict == .blocked && !isBlockedByKnownIssue
  }

  /// The verdict.
  public var verdict: Verdict

  /// Why it was skipped, the known issue, or the title of what blocks it; `nil` for others.
  public var reason: String?

  /// Its steps with those of the scenarios around it, in order.
  ///
  /// They are put together whenever someone asks: of what passes hardly anybody wants to know them.
  public var steps: [StepResult] {
    get { makeSteps() }
    set { makeSteps = { newValue } }
  }

  private var makeSteps: @Sendable () -> [StepResult]

  /// What does not hold, in order.
  public var failures: [Failure]

  /// What is worth knowing although it does not make the scenario fail.
  public var notes: [Note]

  /// How much story time passed.
  public var storyTime: Duration

  /// How much real time it took.
  public var realTime: Duration

  /// Everything that happened.
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

/// What became of a step.
public struct StepResult: Sendable, Hashable {
  /// The ways a step can end.
  public enum Outcome: String, Sendable, Hashable, Codable {
    /// It was done, or holds.
    case passed
    /// It could not be done, or does not hold.
    case failed
    /// It was not looked at, because something before it failed.
    case notRun
  }

  /// The step as its author wrote it, in one line.
  public var text: String

  /// The title of the scenario around this one that wrote it; `nil` for its own and the
  /// background's.
  public var owner: String?

  /// How it ended.
  public var outcome: Outcome

  /// Where its sentence stands.
  public var place: Place?

  /// When it ended, counted from the start of the scenario.
  public var time: Duration = .zero

  /// What the app showed then; empty unless the runner keeps it.
  public var shown: [ShownValue] = []

  /// What it is for, as its keyword says; `nil` where nobody told.
  public var purpose: Step.Purpose?
}

/// What an observation showed.
public struct ShownValue: Sendable, Hashable {
  /// The observation's sentence, such as `the screen shows`.
  public var name: String

  /// The value.
  public var value: Value
}

/// Something that does not hold, at the line that said it would.
public struct Failure: Sendable, Hashable, Codable {
  /// Where in the story.
  public var place: Place

  /// What is the case, in one sentence that begins in lower case and has no full stop.
  public var message: String

  /// More about it, a line each.
  public var details: [String]

  /// Where an observed value differs from the expected one.
  public var differences: [Difference]

  /// When, counted from the start of the scenario.
  public var time: Duration

  /// How the story would have to change for it to hold; empty where it isn't about values.
  package internal(set) var amendments: [Amendment]

  /// Whether the check itself says so, and nothing that happened beside it.
  package var isSaidByCheck = false

  /// Creates a failure; what is not named is empty, and the time the scenario's start.
  public init(
    _ message: String, at place: Place, details: [String] = [], differences: [Difference] = [],
    time: Duration = .zero
  ) {
    self.place = place
    self.message = message
    self.details = details
    self.differences = differences
    self.time = time
    amendments = differences.compactMap(\.amendment)
  }
}

extension Failure {
  /// The failure where no change of the story is the answer to it.
  func unamendable(because reason: String) -> Failure {
    var failure = self
    failure.amendments = amendments.map { .impossible($0.target, because: reason) }
    return failure
  }
}

/// Something worth knowing about a scenario that does not make it fail.
public struct Note: Sendable, Hashable {
  /// Where in the story.
  public var place: Place

  /// What it is, in one sentence that begins in lower case and has no full stop.
  public var message: String
}
