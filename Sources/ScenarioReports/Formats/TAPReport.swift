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
    try write("TAP version 14\n1..\(count)\(count == 0 ? " # SKIP no scenarios" : "")\n")
    if let part = run.part { try write("# only \(part.inOneLine())\n") }
    var number = 0
    func add(_ point: Point) throws(Failure) {
      number += 1
      var lines = ["\(point.isOK ? "ok" : "not ok") \(number) - \(point.description)"]
      if !point.diagnostics.isEmpty { lines += ["  ---"] + point.diagnostics + ["  ..."] }
      try write(lines.joined(separator: "\n") + "\n")
    }
    for scenario in run.scenarios { try add(point(for: scenario)) }
    for file in run.brokenFiles { try add(point(for: file)) }
    for problem in problems { try add(point(for: problem)) }
  }

  private struct Point {
    var isOK = false
    var description: String
    /// The lines of the YAML below the point.
    var diagnostics: [String]
  }

  private func point(for scenario: ScenarioReport) -> Point {
    let reason = RecordText.unfinished(scenario).map(Self.escaped) ?? ""
    let directive =
      switch scenario.verdict {
      case .passed, .failed: ""
      case .undefined: scenario.fails ? "" : " # TODO \(reason)"
      case .blocked, .skipped: " # SKIP \(reason)"
      case .knownIssue: " # TODO \(reason)"
      }
    return Point(
      isOK: ![.failed, .undefined, .knownIssue].contains(scenario.verdict),
      description: Self.escaped(scenario.name) + directive, diagnostics: diagnostics(of: scenario))
  }

  private func diagnostics(of scenario: ScenarioReport) -> [String] {
    var lines = ["  at: \(Self.quoted("\(scenario.path):\(scenario.line)"))"]
    lines.append("  duration_ms: \(Int64((scenario.seconds * 1000).rounded(.down).clamped))")
    if let attempts = RecordText.attempts(at: scenario) {
      lines.append("  attempts: \(Self.quoted(attempts))")
    }
    guard scenario.verdict != .blocked, !scenario.failures.isEmpty else { return lines }
    lines.append("  failures:")
    for failure in scenario.failures {
      let location = "\(failure.path):\(failure.line):\(failure.column)"
      lines.append("    - at: \(Self.quoted(location))")
      lines.append("      message: \(Self.quoted(RecordText.message(of: failure)))")
      lines += Self.list("details", of: failure.evidence, indentation: "      ")
    }
    return lines
  }

  private func point(for file: BrokenFile) -> Point {
    let lines = file.errorsFirst.flatMap { diagnostic in
      [
        "    - at: \(Self.quoted("\(file.path):\(diagnostic.line):\(diagnostic.column)"))",
        "      severity: \(Self.quoted(diagnostic.severity.rawValue))",
        "      message: \(Self.quoted(diagnostic.message))",
      ] + Self.list("hints", of: diagnostic.hints, indentation: "      ")
    }
    return Point(
      description: "\(Self.escaped(file.path)) can't be run",
      diagnostics: ["  diagnostics:\(lines.isEmpty ? " []" : "")"] + lines)
  }

  private func point(for problem: RunReport.Problem) -> Point {
    Point(
      description: Self.escaped(problem.message),
      diagnostics: Self.list("details", of: problem.details, indentation: "  "))
  }

  /// Returns the lines of a key with a list of texts; none for an empty list.
  private static func list(_ key: String, of texts: [String], indentation: String) -> [String] {
    texts.isEmpty ? [] : ["\(indentation)\(key):"] + texts.map { "\(indentation)  - \(quoted($0))" }
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
