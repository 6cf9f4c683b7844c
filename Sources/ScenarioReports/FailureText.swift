import ScenarioLanguage
import ScenarioRunner
import Simulation

/// Failures of scenarios as text for people.
public struct FailureText: Sendable {
  private let style: TextStyle
  private let width: Int

  /// Creates it.
  ///
  /// - Parameters:
  ///   - style: With colours or without; without unless given.
  ///   - width: How many columns a line may fill; 100 unless given.
  public init(style: TextStyle = TextStyle(isColored: false), width: Int = 100) {
    self.style = style
    self.width = width
  }

  /// A failed scenario: its name, its steps up to the failures, and each failure at its line.
  public func text(for result: ScenarioResult) -> String {
    var lines = ["\(style("✘", .red)) \(style(result.scenario.name, .bold))"]
    lines += steps(of: result).map { "    \($0)" }
    for failure in result.failures {
      lines.append("")
      lines += text(for: failure).split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// One failure: its place and message, then what is expected and what is there.
  public func text(for failure: Failure) -> String {
    let start = failure.place.range.start
    let place = "\(failure.place.path):\(start.line):\(start.column)"
    let time = failure.time > .zero ? style("   \(StoryTimeText.offset(failure.time))", .dim) : ""
    return ([style(place, .cyan) + ": " + failure.message + time] + evidence(of: failure))
      .joined(separator: "\n")
  }

  /// A failure without its place: the message, what is expected and what is there.
  public func message(of failure: Failure) -> String {
    ([failure.message] + evidence(of: failure)).joined(separator: "\n")
  }

  private func evidence(of failure: Failure) -> [String] {
    var lines: [String] = []
    if !failure.differences.isEmpty {
      let file = failure.place.path.split(separator: "/").last.map(String.init)
      let style = style
      let formatter = DifferenceFormatter(file: file, width: width) { text, part in
        switch part {
        case .label, .location, .note: style(text, .dim)
        case .expected: style(text, .green)
        case .actual, .mark: style(text, .red)
        }
      }
      lines.append(formatter.text(for: failure.differences))
    }
    return lines + failure.details.map { "  \($0)" }
  }

  /// The steps of a scenario with their outcomes; what was not looked at is left out but for the number of steps.
  private func steps(of result: ScenarioResult) -> [String] {
    var lines: [String] = []
    for step in result.steps where step.outcome != .notRun {
      let mark = step.outcome == .passed ? style("✔", .green) : style("✘", .red)
      lines.append("\(mark) \(step.outcome == .passed ? style(step.text, .dim) : step.text)")
    }
    let notRun = result.steps.count { $0.outcome == .notRun }
    if notRun > 0 {
      lines.append(style("… \(Summary.count(notRun, "step")) not run", .dim))
    }
    return lines
  }
}
