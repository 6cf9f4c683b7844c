import ScenarioLanguage
import ScenarioResults

/// A run as TAP 14, the Test Anything Protocol.
///
/// A scenario is a test point, with its failures as YAML below it. A known issue and an undefined
/// step that is allowed are a `TODO`, which a harness expects to fail. Skipped and blocked
/// scenarios are a `SKIP`, except for a scenario that is blocked by one outside of the run. A file
/// that can't be run is a failed test point, and so is a problem of the whole run.
public struct TAPReport: Sendable {
  private let run: RunReport

  /// Creates the report of a run.
  public init(_ run: RunReport) { self.run = run.withEveryFailure }

  /// The report as text.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Writes the report in pieces.
  func write<Failure>(to write: (String) throws(Failure) -> Void) throws(Failure) {
    let problems = run.problems ?? []
    let count = run.scenarios.count + run.brokenFiles.count + problems.count
    func add(_ lines: [String]) throws(Failure) { try write(lines.joined(separator: "\n") + "\n") }
    var number = 0
    func next() -> Int {
      number += 1
      return number
    }
    try add(["TAP version 14", "1..\(count)\(count == 0 ? " # SKIP no scenarios" : "")"])
    for scenario in run.scenarios { try add(point(next(), for: scenario)) }
    for file in run.brokenFiles { try add(point(next(), for: file)) }
    for problem in problems { try add(point(next(), for: problem)) }
  }

  private func point(_ number: Int, for scenario: ScenarioReport) -> [String] {
    let reason = RecordText.unfinished(scenario).map(Self.escaped) ?? ""
    let isOK = ![.failed, .undefined, .knownIssue].contains(scenario.verdict)
    let directive =
      switch scenario.verdict {
      case .passed, .failed: ""
      case .undefined: scenario.fails ? "" : " # TODO \(reason)"
      case .blocked, .skipped: " # SKIP \(reason)"
      case .knownIssue: " # TODO \(reason)"
      }
    return ["\(isOK ? "ok" : "not ok") \(number) - \(Self.escaped(scenario.name))\(directive)"]
      + diagnostics(of: scenario)
  }

  private func diagnostics(of scenario: ScenarioReport) -> [String] {
    var lines = ["  ---", "  at: \(Self.quoted("\(scenario.path):\(scenario.line)"))"]
    lines.append("  duration_ms: \(Int64((scenario.seconds * 1000).rounded(.down).clamped))")
    if let attempts = RecordText.attempts(at: scenario) {
      lines.append("  attempts: \(Self.quoted(attempts))")
    }
    if scenario.verdict != .blocked, !scenario.failures.isEmpty {
      lines.append("  failures:")
      for failure in scenario.failures {
        let location = "\(failure.path):\(failure.line):\(failure.column)"
        lines.append("    - at: \(Self.quoted(location))")
        lines.append("      message: \(Self.quoted(RecordText.message(of: failure)))")
        if !failure.evidence.isEmpty {
          lines.append("      details:")
          lines += failure.evidence.map { "        - \(Self.quoted($0))" }
        }
      }
    }
    return lines + ["  ..."]
  }

  private func point(_ number: Int, for file: BrokenFile) -> [String] {
    var lines = ["not ok \(number) - \(Self.escaped(file.path)) can't be run", "  ---"]
    lines.append("  diagnostics:")
    for diagnostic in file.errorsFirst {
      let location = "\(file.path):\(diagnostic.line):\(diagnostic.column)"
      lines.append("    - at: \(Self.quoted(location))")
      lines.append("      severity: \(Self.quoted(diagnostic.severity.rawValue))")
      lines.append("      message: \(Self.quoted(diagnostic.message))")
      if !diagnostic.hints.isEmpty {
        lines.append("      hints:")
        lines += diagnostic.hints.map { "        - \(Self.quoted($0))" }
      }
    }
    if file.diagnostics.isEmpty { lines[lines.count - 1] += " []" }
    return lines + ["  ..."]
  }

  private func point(_ number: Int, for problem: RunReport.Problem) -> [String] {
    let line = "not ok \(number) - \(Self.escaped(problem.message))"
    guard !problem.details.isEmpty else { return [line] }
    return [line, "  ---", "  details:"]
      + problem.details.map { "    - \(Self.quoted($0))" } + ["  ..."]
  }

  /// Returns an escaped description, because a `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    text.inOneLine().replacingScalars { scalar in
      switch scalar {
      case "#": "\\#"
      case "\\": "\\\\"
      default: nil
      }
    }
  }

  /// Returns a text as a double-quoted YAML scalar.
  private static func quoted(_ text: String) -> String {
    let content = text.showingControls().replacingScalars { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\u{2028}": "\\L"
      case "\u{2029}": "\\P"
      case "\u{FEFF}": "\\uFEFF"
      default: nil
      }
    }
    return "\"\(content)\""
  }
}

extension Double {
  /// The value clamped to a range that an integer can represent; 0 for NaN.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1e15) }
}
