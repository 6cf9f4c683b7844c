import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

/// The world in which a scenario runs: a simulation, or the real world.
package protocol World: AnyObject {
  /// A clock that shows the world's time.
  var clock: StoryClock { get }

  /// The time elapsed since the start.
  var elapsed: Duration { get }

  /// The times of known future events, since the start.
  var pendingInstants: [Duration] { get }

  /// The sandbox violations so far.
  var violations: [SandboxViolation] { get }

  /// Returns the app's functions that led to a violation; `nil` if they are not known.
  func callStack(ofViolation index: Int) -> CallStack?

  /// The timers of the app that are set, of those that fire for ever or late.
  var lastingTimers: [LastingTimer] { get }

  /// Whether time passes while code runs.
  var isInRealTime: Bool { get }

  /// The source of answers over real connections; `nil` if the scenario's doubles answer.
  var source: (any AnswerSource)? { get }

  /// A closure called each time the app seems to be at rest; it may read the app's state.
  var onRest: (() -> Void)? { get set }

  /// Adds a line to the trace.
  func note(_ event: StoryEvent)

  /// Runs everything that is due at this moment.
  func settle() throws

  /// Runs work on the main actor and lets time pass until it ends.
  func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws

  /// Runs work that can't wait on the main actor.
  func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws

  /// Lets this much time pass.
  func advance(by duration: Duration) throws

  /// Lets time pass until a condition holds.
  func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Simulation.Wait

  /// Lets time pass until a condition holds, for longer than the limit if events can be late.
  func waitTolerantly(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait

  /// Lets current work end, and returns the labels of work that never does.
  func finish() throws -> [WorkLabel]
}

extension World {
  package var isInRealTime: Bool { false }

  package var source: (any AnswerSource)? { nil }

  package func waitTolerantly(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    try wait(upTo: limit, until: condition)
  }

  /// Returns a failure at this moment.
  func failure(
    _ message: Message, details: [Message] = [], differences: [Difference] = [],
    at location: Location
  ) -> Failure {
    Failure(message, at: location, details: details, differences: differences, time: elapsed)
  }

  /// Returns what a step or an issue reports at this moment.
  func failure(_ check: CheckFailure, at location: Location) -> Failure {
    failure(
      check.messages[0], details: Array(check.messages.dropFirst()),
      differences: check.differences, at: location)
  }

  /// Evaluates a check or an observation; a check has no value.
  ///
  /// - Throws: Its error, or an issue that it recorded.
  func value(
    of definition: StepDefinition, with arguments: StepDefinition.Arguments = .init(values: []),
    on host: ModuleHost, _ label: WorkLabel
  ) throws -> Value {
    let shown = WorkResult<Value>()
    let result = Result {
      if let evaluate = definition.evaluate {
        try runAtOnce(label) {
          if let value = try evaluate(host.module, host.context, arguments) { shown.store(value) }
        }
      } else {
        _ = try run(label, within: .zero) {
          _ = try await definition.run(host.module, host.context, arguments)
        }
      }
    }
    // `#require` also throws an error, which says less than its issue.
    if let issue = RecordedIssues.take() { throw issue }
    try result.get()
    return shown.content ?? .absent
  }
}

extension Simulation: World {
  package func finish() throws -> [WorkLabel] { try finish(within: nil) }
}
