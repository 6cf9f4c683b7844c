import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The failures of scenarios as text for people.
package struct FailureText: Sendable {
  /// The maximum number of details per failure; a spy can record thousands of calls.
  private static let detailLimit = 20
  /// The number of columns before a step's text.
  private static let stepMargin = 6

  private let style: TextStyle
  private let width: Int

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: The text style; defaults to one without colours.
  ///   - width: The maximum line length in columns; defaults to 100.
  package init(style: TextStyle = TextStyle(isColored: false), width: Int = 100) {
    (self.style, self.width) = (style, width)
  }

  /// Returns the text of a failed or blocked scenario.
  ///
  /// It has the scenario's name and location, its steps up to the failures, and each failure at its
  /// line.
  package func text(for result: ScenarioReport) -> String {
    let location = "\(result.path):\(result.line)".inOneLine()
    let name = result.name.inOneLine()
    var lines = [
      "\(style.symbol(of: result.verdict)) \(style(name, .bold))   \(style(location, .dim))"
    ]
    let language = result.failures.first?.location.storyLanguage ?? .english
    let reason = language.text(of: result.verdictWithReason).inOneLine()
    if result.verdict == .blocked { lines.append("    \(reason)") }
    lines += steps(of: result, in: language).map { "    \($0)" }
    for failure in result.failures.withoutRepeatedValues {
      lines.append("")
      lines += text(for: failure).split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }
    }
    if let output = result.output {
      lines += ["", style("  \(language.text(of: "The app printed:"))", .dim)]
      lines += PrintedOutput.lines(of: output, in: language).map { style("    \($0)", .dim) }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a failure's location and message, then the expected and the actual value.
  package func text(for failure: Failure) -> String {
    let location = "\(failure.path):\(failure.line):\(failure.column)".inOneLine()
    let language = failure.location.storyLanguage
    let time: Message = "at \(StoryTimeText.offset(.nanoseconds(failure.nanoseconds)))"
    var first = style(location, .cyan) + ": "
    first += language.text(of: failure.messages[0]).showingControls()
    if failure.nanoseconds > 0 { first += style("   " + language.text(of: time), .dim) }
    return ([first] + evidence(of: failure, in: language).map(\.text)).joined(separator: "\n")
  }

  /// Returns a failure without its location: the message, then the expected and the actual value.
  package func message(of failure: Failure) -> String {
    let language = failure.location.storyLanguage
    let text =
      ([language.text(of: failure.messages[0])]
      + evidence(of: failure, in: language).map(\.text)).joined(separator: "\n")
    return TerminalText.safe(text, isColored: style.isColored)
  }

  /// Returns the expected and the actual value, then the details.
  ///
  /// - Parameter language: The language of the labels and details; records have English ones.
  func evidence(
    of failure: Failure, in language: StoryLanguage = .english
  ) -> [DifferenceFormatter.Line] {
    let file = failure.path.split(separator: "/").last.map(String.init)
    let formatter = DifferenceFormatter(file: file, width: width, language: language) {
      [style] in style($0, $1)
    }
    var lines = formatter.lines(for: failure.differences)
    func add(_ text: String) { lines.append(DifferenceFormatter.Line(text: text)) }
    for (index, line) in failure.observed.enumerated() {
      let label = "  " + DifferenceFormatter.label(index == 0 ? "observed" : "", in: language)
      let text = DisplayWidth.clipped(line.showingControls(), to: max(20, width - 12))
      add(style(label + text, .dim))
    }
    for detail in failure.messages.dropFirst().prefix(Self.detailLimit) {
      add("  " + language.text(of: detail).showingControls())
    }
    let rest = failure.details.count - Self.detailLimit
    if rest > 0 { add(style("  " + language.text(of: "… and \(rest) more"), .dim)) }
    if let proposal = failure.proposal {
      add("  " + language.text(of: "For a developer:"))
      for line in proposal.split(separator: "\n", omittingEmptySubsequences: false) {
        add(line.isEmpty ? "" : "    \(String(line).showingControls())")
      }
    }
    return lines
  }

  /// Returns the steps of a scenario with their outcomes; steps that did not run are only counted.
  func steps(of result: ScenarioReport, in language: StoryLanguage) -> [String] {
    var lines: [String] = []
    for step in result.steps where step.outcome != .notRun {
      let mark = style.symbol(of: step.outcome.verdict)
      let text = DisplayWidth.clipped(step.text.inOneLine(), to: width - Self.stepMargin)
      lines.append("\(mark) \(step.outcome == .passed ? style(text, .dim) : text)")
    }
    let notRun = result.steps.count { $0.outcome == .notRun }
    if notRun > 0 {
      lines.append(style(language.text(of: "… \(Message.counted(notRun, "step")) not run"), .dim))
    }
    return lines
  }
}

extension [Failure] {
  /// The failures, of which only the first of several with the same observed value shows it.
  package var withoutRepeatedValues: Self {
    var seen: Set<[String]> = []
    return changed { item in
      if !item.observed.isEmpty, !seen.insert(item.observed).inserted { item.observed = [] }
    }
  }
}

extension Failure {
  /// The expected and the actual value, then the details, one per line.
  var evidence: [String] { FailureText().evidence(of: self).map(\.text) }
}

/// The formatting of an app's standard output in reports.
package enum PrintedOutput {
  private static let lineLimit = 20

  /// Returns the last lines, without control characters, or all lines of a sanitizer's report.
  static func lines(of output: String, in language: StoryLanguage) -> [String] {
    let lines = output.split(whereSeparator: \.isNewline)
    let shown = lines.suffix(max(lineLimit, sanitizerReport(in: output).count)).map(printable)
    let rest = lines.count - shown.count
    let words: Message = "… \(Message.counted(rest, "line")) before"
    return rest > 0 ? [language.text(of: words)] + shown : shown
  }

  /// Returns the lines of a sanitizer's report at the end, without control characters; empty if
  /// there is none.
  package static func sanitizerReport(in output: String) -> [String] {
    output.split(whereSeparator: \.isNewline)
      .drop { !$0.contains("==ERROR: AddressSanitizer: ") && !$0.contains(": runtime error: ") }
      .map(printable)
  }

  private static func printable(_ line: Substring) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }))
  }
}
