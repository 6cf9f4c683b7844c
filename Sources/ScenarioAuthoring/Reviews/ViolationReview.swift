import DisplayText
import ScenarioLanguage
import ScenarioReports

/// A review of what keeps an app out of story time: all that it does and no story permits.
///
/// Each scenario goes on after a sandbox violation, so one run finds them all.
package enum ViolationReview {
  /// Returns an error for each kind of violation, with its locations in the app's code, and a
  /// diagnostic for each scenario that fails.
  ///
  /// A scenario with violations may fail because of them, so that its diagnostic is only a warning.
  ///
  /// - Parameter locations: Finds the lines of the app's code.
  package static func diagnostics(
    for reports: [ScenarioReport], in locations: SwiftLocations
  ) -> [Diagnostic] {
    var kinds: [String: Kind] = [:]
    var found: [Diagnostic] = []
    for report in reports {
      let violations = report.violations ?? []
      for each in violations { kinds[each.action, default: Kind()].add(each, of: report) }
      guard report.verdict == .failed else { continue }
      var diagnostic = Diagnostic(for: report)
      if !violations.isEmpty { diagnostic.severity = .warning }
      if report.steps.contains(where: { $0.outcome == .notRun }) {
        diagnostic.insert("Later steps did not run and may cause more violations.")
      }
      found.append(diagnostic)
    }
    found += kinds.values.map { $0.diagnostic(scenarioCount: reports.count, in: locations) }
    return found.sortedByLocation()
  }

  /// The violations of one kind.
  private struct Kind {
    /// The violations, one for each source location, in the order in which they were found.
    private var violations: [ScenarioReport.Violation] = []
    private var scenarios: Set<String> = []

    mutating func add(_ violation: ScenarioReport.Violation, of report: ScenarioReport) {
      scenarios.insert("\(report.key):\(report.line)")
      violations.add(violation)
    }

    func diagnostic(scenarioCount: Int, in locations: SwiftLocations) -> Diagnostic {
      let first = violations[0]
      let code = violations.lazy.compactMap(\.place).first
      let sorted = violations.sorted { $0.count > $1.count }
      var hints = [Message](verbatim: sorted.map { Self.text(for: $0, in: locations) })
      hints.append("The first was in the step at \(first.step.text).")
      hints.append("\(first.hint.prefix(1).uppercased())\(first.hint.dropFirst()).")
      if let permission = first.permission {
        hints.append("To permit it, add .\(permission) to the module's \"permissions\".")
      }
      let count = counted(violations.reduce(0) { $0 + $1.count }, "time")
      return Diagnostic(
        "the app \(first.action): \(count), in \(scenarios.count) of "
          + "\(counted(scenarioCount, "scenario"))",
        at: code.map { locations.location($0.path, $0.line) } ?? first.step,
        rule: .sandboxViolation, hints: hints)
    }

    private static func text(
      for violation: ScenarioReport.Violation, in locations: SwiftLocations
    ) -> String {
      var text = "\(violation.count) × "
      if let code = violation.place {
        text += "\(locations.location(code.path, code.line).path):\(code.line) in \(code.function)"
      } else {
        text += "at an unknown source location"
      }
      if let queue = violation.queue { text += ", on \(queue)" }
      if let object = violation.object {
        text += ": " + (violation.count > 1 ? "such as " : "") + object
      }
      return text
    }
  }
}
