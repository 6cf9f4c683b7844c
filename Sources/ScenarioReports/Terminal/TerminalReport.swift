import DisplayText
import ScenarioLanguage

/// A run as terminal text: a line per scenario, then the failures, file errors and counts.
///
/// It creates text; the caller writes it.
package struct TerminalReport: Sendable {
  private let style: TextStyle
  private let failureText: FailureText
  private let diagnostics: DiagnosticFormatter
  private let language: StoryLanguage
  private var titles: TitleLines
  private var shownAtEnd: [ScenarioReport] = []
  private var brokenFiles: [BrokenFile] = []
  private var warnings: [Diagnostic] = []
  private var broken = BrokenScenarios()
  /// The failures because of undefined steps that were explained, without their messages.
  private var explained: Set<Failure> = []

  /// Whether scenarios that passed have a line of their own; other scenarios always do.
  package var listsAll: Bool

  /// The counts so far.
  package private(set) var summary = Summary()

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - style: The text style, with or without colours.
  ///   - listsAll: Whether scenarios that passed have a line of their own; other scenarios always
  ///     do.
  ///   - width: The maximum line length in columns; defaults to 100.
  ///   - language: The language of the counts; defaults to English.
  package init(
    style: TextStyle, listsAll: Bool, width: Int = 100, language: StoryLanguage = .english
  ) {
    (self.style, self.language, self.listsAll) = (style, language, listsAll)
    titles = TitleLines(style: style)
    failureText = FailureText(style: style, width: width)
    diagnostics = DiagnosticFormatter(isColored: style.isColored, lineWidth: width)
  }

  /// Adds a file that can't be run.
  ///
  /// Its errors are printed at the end, so that a long run doesn't scroll them out of sight.
  package mutating func add(_ file: BrokenFile) {
    summary.brokenFiles += 1
    brokenFiles.append(file)
  }

  /// Adds warnings that are printed in full at the end.
  package mutating func add(_ warnings: [Diagnostic]) { self.warnings += warnings }

  /// Adds a problem of the whole run, which is printed after the counts.
  package mutating func add(_ problem: RunReport.Problem) { summary.add(problem) }

  /// Returns the text for a new result; empty if there is nothing to print.
  package mutating func text(for result: ScenarioReport) -> String {
    summary.count(result)
    if needsExplanation(result) { shownAtEnd.append(result) }
    guard listsAll || result.verdict != .passed || !result.notes.isEmpty else { return "" }
    return titles.above(result.titles, in: result.path, note: result.path) + line(for: result)
      + "\n" + notes(of: result)
  }

  /// Returns the text at the end: each failure in full, the errors of each file, then the counts.
  ///
  /// - Parameters:
  ///   - realTime: The duration of the run.
  ///   - repetitions: The number of times that each scenario was run.
  package func ending(realTime: Duration, repetitions: Int = 1) -> String {
    let blocks =
      shownAtEnd.map { failureText.text(for: $0) }
      + brokenFiles.map { diagnostics.format($0.diagnostics) }
      + (warnings.isEmpty ? [] : [diagnostics.format(warnings)])
    var text = blocks.map { "\n\($0)\n" }.joined()
    // Without any lines above, no empty line is needed before the failures and errors.
    if titles.isEmpty, !blocks.isEmpty { text.removeFirst() }
    let look: TextStyle.Look = summary.hasFailures ? .red : .green
    let times =
      "\(RealTimeText.rounded(realTime)), "
      + language.text(of: "story time \(StoryTimeText.span(summary.storyTime))")
    let often = repetitions > 1 ? ", run \(repetitions) times each" : ""
    let counts = summary.counts(in: language)
    text += "\n\(style(counts + often, look))   \(style("(\(times))", .dim))\n"
    return text
  }

  /// A line about updating the stories to match the app; empty if that would fix none of the
  /// failures.
  package var acceptanceHint: String {
    guard shownAtEnd.lazy.flatMap(\.failures).contains(where: \.canBeAccepted) else { return "" }
    return style("If the change is intended, run: \(CommandCall.name) accept", .dim) + "\n"
  }

  /// Returns a line with the number of warnings in the stories; empty if there are none.
  package func hint(warningCount: Int) -> String {
    guard warningCount > 0 else { return "" }
    let words = counted(warningCount, "warning")
    return style(
      "\(words); run \"\(CommandCall.name) check\" to see \(warningCount == 1 ? "it" : "them")",
      .yellow) + "\n"
  }

  /// Returns whether a failure has to be printed in full.
  ///
  /// The failure that blocks a scenario is printed once, for the outer scenario that failed, or for
  /// the blocked one if the outer one was not selected.
  private mutating func needsExplanation(_ result: ScenarioReport) -> Bool {
    guard result.isBroken else { return false }
    let isAlone = broken.insert(result)
    if result.verdict == .blocked, !isAlone { return false }
    guard result.verdict == .undefined else { return true }
    // A step in the background, in a phrase or in examples is explained once.
    return result.failures.count { failure in
      var failure = failure
      failure.messages[0] = ""
      return explained.insert(failure).inserted
    } > 0
  }

  private func line(for result: ScenarioReport) -> String {
    let title = "\(style.symbol(of: result.verdict)) \((result.titles.last ?? "").inOneLine())"
    let rest =
      switch result.verdict {
      case .passed, .failed: style.storyTime(of: result)
      case .undefined: "   undefined"
      case .blocked, .skipped, .knownIssue: "   \(result.verdictWithReason.english.inOneLine())"
      }
    return TitleLines.indentation(of: result.titles) + title + rest
  }

  private func notes(of result: ScenarioReport) -> String {
    result.notes.map { note in
      let location = "\(result.path):\(note.line):\(note.column)"
      return TitleLines.indentation(of: result.titles) + "  "
        + style(
          "\(location): note: \(note.location.storyLanguage.text(of: note.text))".inOneLine(),
          .yellow) + "\n"
    }.joined()
  }
}
