import DisplayText
import ScenarioLanguage

/// A run as a Markdown summary, for the page of a GitHub job (`$GITHUB_STEP_SUMMARY`) or a comment.
///
/// It contains problems of the whole run, failures with their steps and broken files, then blocked,
/// flaky and skipped scenarios and known issues. GitHub rejects summaries of more than 1 MiB, so
/// longer sections are cut and the omitted entries counted.
package struct MarkdownSummary: Sendable {
  // 1 MiB, minus room for the lines that count omitted entries.
  private static let limit = 1_000_000

  private let run: RunReport

  /// Creates the summary of a run.
  package init(_ run: RunReport) { self.run = run.withEveryFailure }

  /// The summary as Markdown.
  package var text: String {
    let summary = Summary(run)
    var text = "## \(summary.hasFailures ? "✘" : "✔") \(summary.counts)\n\n\(origin)\n"
    add("The whole run", run.problems?.map(section) ?? [], to: &text)
    func scenarios(_ verdict: Verdict) -> [ScenarioReport] {
      run.scenarios.filter { $0.verdict == verdict }
    }
    add("Failed", scenarios(.failed).map(section), to: &text)
    add("Undefined", scenarios(.undefined).map(section), to: &text)
    add("Files with errors", run.brokenFiles.map(section), to: &text)
    add("Blocked", scenarios(.blocked).map { item($0, PlainReportText.unfinished($0)) }, to: &text)
    let flaky = run.scenarios.filter(\.isFlaky)
    add("Flaky", flaky.map { item($0, PlainReportText.attempts(at: $0)) }, to: &text)
    add("Known issues", scenarios(.knownIssue).map { item($0, $0.reason) }, to: &text)
    add("Skipped", scenarios(.skipped).map { item($0, $0.reason) }, to: &text)
    return text
  }

  private func add(_ heading: String, _ parts: [String], to text: inout String) {
    guard !parts.isEmpty else { return }
    text += "\n### \(heading)\n\n"
    var length = text.utf8.count
    for (index, part) in parts.enumerated() {
      length += part.utf8.count
      guard length < Self.limit else {
        text += "… and \(parts.count - index) more\n"
        return
      }
      text += part
    }
  }

  private var origin: String {
    var parts = ["\(Self.code(run.origin.command)) on \(Self.escaped(run.origin.host))"]
    if let commit = run.origin.commit {
      let modified = run.origin.isModified == true ? " with changes" : ""
      parts.append("commit \(Self.code(String(commit.prefix(12))))\(modified)")
    }
    if let branch = run.origin.branch { parts.append("branch \(Self.code(branch))") }
    if let part = run.part { parts.append("only \(Self.code(part))") }
    parts.append("\(RealTimeText.seconds(run.seconds)) s")
    return parts.joined(separator: " · ")
  }

  private func section(_ scenario: ScenarioReport) -> String {
    let attempts = PlainReportText.attempts(at: scenario).map { "\(Self.escaped($0))\n\n" } ?? ""
    return Self.folded(
      scenario.name, at: "\(scenario.path):\(scenario.line)",
      content: attempts
        + Self.block(
          PlainReportText.steps(of: scenario).joined(separator: "\n") + "\n\n"
            + PlainReportText.text(of: scenario.failures)))
  }

  private func section(_ problem: RunReport.Problem) -> String {
    Self.folded(
      problem.message, at: run.origin.command,
      content: Self.block(PlainReportText.text(of: problem)))
  }

  private func section(_ file: BrokenFile) -> String {
    Self.folded(
      PlainReportText.headline(of: file), at: file.path,
      content: Self.block(PlainReportText.text(of: file)))
  }

  private func item(_ scenario: ScenarioReport, _ reason: String?) -> String {
    let location = Self.code("\(scenario.path):\(scenario.line)")
    return "- \(Self.escaped(scenario.name)) — \(Self.escaped(reason ?? "")) \(location)\n"
  }

  private static func folded(_ title: String, at location: String, content: String) -> String {
    let title = XMLText.escaped(title.inOneLine())
    let location = XMLText.escaped(location.inOneLine())
    return """
      <details open><summary><b>\(title)</b> <code>\(location)</code></summary>

      \(content)
      </details>


      """
  }

  /// Returns a text as a code block whose fence is longer than any in the text.
  private static func block(_ text: String) -> String {
    let fence = MarkdownText.fence(around: text, atLeast: 3)
    return "\(fence)text\n\(text.showingControls())\n\(fence)\n"
  }

  private static func code(_ text: String) -> String { MarkdownText.code(text.inOneLine()) }

  /// Returns a text with its markup escaped.
  private static func escaped(_ text: String) -> String {
    text.inOneLine().replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#": "\\\(scalar)"
      default: nil
      }
    }
  }
}
