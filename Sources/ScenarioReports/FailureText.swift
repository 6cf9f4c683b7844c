import ScenarioLanguage
import ScenarioRunner
import Simulation

/// Failures of scenarios as text for people.
public struct FailureText: Sendable {
  /// How many details of a failure are shown; calls that a spy recorded can be thousands.
  private static let detailLimit = 20
  /// The columns in front of a step's text.
  private static let stepMargin = 6

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

  /// A scenario that failed, or is blocked: its name and place, its steps up to the failures, and
  /// each failure at its line.
  public func text(for result: ScenarioResult) -> String {
    let scenario = result.scenario
    let place = "\(scenario.id.path):\(scenario.place.range.start.line)"
    var lines = ["\(mark(of: result)) \(style(scenario.name, .bold))   \(style(place, .dim))"]
    if case .blocked(let parent) = result.verdict { lines.append("    blocked by \"\(parent)\"") }
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
    let time =
      failure.time > .zero ? style("   at \(StoryTimeText.offset(failure.time))", .dim) : ""
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
    lines += failure.details.prefix(Self.detailLimit).map { "  \($0)" }
    let rest = failure.details.count - Self.detailLimit
    if rest > 0 { lines.append(style("  … and \(rest) more", .dim)) }
    return lines
  }

  private func mark(of result: ScenarioResult) -> String {
    if case .blocked = result.verdict { style("○", .yellow) } else { style("✘", .red) }
  }

  /// The steps of a scenario with their outcomes; what was not looked at is left out but for the
  /// number of steps.
  private func steps(of result: ScenarioResult) -> [String] {
    var lines: [String] = []
    for step in result.steps where step.outcome != .notRun {
      let mark = step.outcome == .passed ? style("✔", .green) : style("✘", .red)
      let text = TextWidth.clipped(step.text, to: width - Self.stepMargin)
      lines.append("\(mark) \(step.outcome == .passed ? style(text, .dim) : text)")
    }
    let notRun = result.steps.count { $0.outcome == .notRun }
    if notRun > 0 {
      lines.append(style("… \(Summary.count(notRun, "step")) not run", .dim))
    }
    return lines
  }
}
