import ScenarioKit
import Synchronization

/// The issues that steps have recorded with Swift Testing since they were last taken, by `#expect`
/// for example.
///
/// No test runs in a worker, so the issues would belong to nothing. The process that runs a worker
/// adds them here.
package enum RecordedIssues {
  private static let issues = Mutex<[CheckFailure]>([])

  package static func add(_ issue: CheckFailure) { issues.withLock { $0.append(issue) } }

  /// Removes the issues, and returns them as one failure; `nil` if there are none.
  static func take() -> CheckFailure? {
    let issues = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    guard var first = issues.first else { return nil }
    for issue in issues.dropFirst() { first.details += [issue.message] + issue.details }
    return first
  }
}
