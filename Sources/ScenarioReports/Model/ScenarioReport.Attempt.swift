import Foundation

extension ScenarioReport {
  /// One of several attempts at a scenario.
  package struct Attempt: Codable, Sendable, Hashable {
    /// The identifier of the run that made the attempt.
    package var run: UUID

    /// The number of that run among the attempts at the same work, from 1.
    package var number: Int

    /// The machine's name.
    package var host: String

    /// The time at which that run began.
    package var began: Date

    package var verdict: Verdict

    /// The reason for skipping, the known issue, or the title of the blocking scenario.
    ///
    /// `nil` for other verdicts.
    package var reason: String?

    /// The failures of the attempt.
    package var failures: [Failure]

    /// The outcomes of the steps, in order; `nil` unless the attempt failed and details were
    /// recorded.
    package var outcomes: [StepResult.Outcome]?

    /// The real time that the attempt took, in seconds.
    package var seconds: Double

    // Both are total orders of different attempts, so that the order of the input does not matter.
    fileprivate var order: (Int, Date, String, Int, Double) {
      (number, began, run.uuidString, verdict.severity, seconds)
    }

    fileprivate var weight: (Int, Int, Date, String, Double) {
      (number, verdict.severity, began, run.uuidString, seconds)
    }
  }

  /// Whether some attempts at the scenario passed and others failed.
  ///
  /// In story time, every attempt has the same outcome. The cause is therefore another build, a
  /// live run, or threads that the app starts itself.
  package var isFlaky: Bool {
    let verdicts = Set(attempts?.map(\.verdict) ?? [])
    return verdicts.contains(.passed) && verdicts.contains(.failed)
  }

  /// The attempts whose verdict does not count, in order.
  package var earlierAttempts: [Attempt] {
    guard let attempts else { return [] }
    let counting = attempts.decisive
    return attempts.filter { $0 != counting }
  }
}

extension [ScenarioReport.Attempt] {
  /// The attempt whose verdict counts; `nil` if there are no attempts.
  ///
  /// It is the one with the worst verdict among those with the highest number; of equal ones, the
  /// last.
  var decisive: ScenarioReport.Attempt? { self.max { $0.weight < $1.weight } }

  /// The attempts in chronological order, without duplicates.
  var inOrder: [ScenarioReport.Attempt] { Set(self).sorted { $0.order < $1.order } }
}
