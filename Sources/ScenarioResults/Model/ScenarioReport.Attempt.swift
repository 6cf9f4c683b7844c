import Foundation
import ScenarioEngine

extension ScenarioReport {
  /// One of several attempts at a scenario.
  public struct Attempt: Codable, Sendable, Hashable {
    /// The run in which it was made.
    public var run: UUID

    /// Which attempt at the same work that run was, from 1.
    public var number: Int

    /// The machine's name.
    public var host: String

    /// When that run began.
    public var began: Date

    /// The verdict.
    public var verdict: Verdict

    /// Why it was skipped, the known issue, or the title of what blocks it; `nil` for others.
    public var reason: String?

    /// What did not hold.
    public var failures: [Failure]

    /// How much real time it took, in seconds.
    public var seconds: Double
  }

  /// Whether some attempts at it passed and others failed.
  ///
  /// In story time the same must happen each time, so another build, a live run, or threads of the
  /// app's own are behind it.
  public var isFlaky: Bool {
    let verdicts = Set(attempts?.map(\.verdict) ?? [])
    return verdicts.contains(.passed) && verdicts.contains(.failed)
  }

  /// The attempts whose verdict does not count, in order.
  package var earlierAttempts: [Attempt] {
    guard let attempts else { return [] }
    let counting = attempts.countingOne
    return attempts.filter { $0 != counting }
  }
}

extension [ScenarioReport.Attempt] {
  /// The attempt whose verdict counts: of those with the highest number the one with the worst
  /// verdict; of equal ones the last.
  var countingOne: ScenarioReport.Attempt? {
    self.max { $0.weight < $1.weight }
  }

  /// In the order in which they were made, each of them once.
  var inOrder: [ScenarioReport.Attempt] {
    Set(self).sorted { $0.order < $1.order }
  }
}

extension ScenarioReport.Attempt {
  // Each is a total order of different attempts, so that the order of inputs has no influence.
  fileprivate var order: (Int, Date, String, Int, Double) {
    (number, began, run.uuidString, verdict.severity, seconds)
  }

  fileprivate var weight: (Int, Int, Date, String, Double) {
    (number, verdict.severity, began, run.uuidString, seconds)
  }
}
