import ScenarioKit
import Synchronization

/// The issues that steps have recorded with Swift Testing since they were last taken, by `#expect`
/// for example.
///
/// No test runs in a worker, so the issues would belong to nothing. The process that runs a worker
/// adds them here.
package enum RecordedIssues {
  private static let issues = Mutex<[CheckFailure]>([])

  /// The texts of issues that fail nothing.
  private static let warnings = Mutex<[String]>([])

  package static func add(_ issue: CheckFailure) { issues.withLock { $0.append(issue) } }

  /// Adds the text of an issue that fails nothing.
  package static func add(warning: String) { warnings.withLock { $0.append(warning) } }

  /// Removes the texts of issues that fail nothing, and returns them.
  static func takeWarnings() -> [String] {
    warnings.withLock { warnings in
      defer { warnings = [] }
      return warnings
    }
  }

  /// Removes the issues, and returns them as one failure; `nil` if there are none.
  static func take() -> CheckFailure? {
    let issues = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    guard var first = issues.first else { return nil }
    for issue in issues.dropFirst() { first.messages += issue.messages }
    return first
  }
}
