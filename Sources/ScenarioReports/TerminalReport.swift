import ScenarioEngine
import ScenarioLanguage
import ScenarioResults
import Simulation

/// What a run looks like in a terminal: a line for each scenario, then the failures, then the
/// mistakes in files, then the counts.
///
/// It makes text; writing it anywhere is up to the caller.
public struct TerminalReport: Sendable {
  private let style: TextStyle
  private let failureText: FailureText
  private let mistakes: DiagnosticFormatter
  private var currentStory: String?
  private var shownAtEnd: [ScenarioReport] = []
  private var brokenFiles: [Plan.BrokenFile] = []
  private var failed: Set<[String]> = []

  /// Whether scenarios that passed get a line of their own; those that did not always do.
  public var listsAll: Bool

  /// The counts so far.
  public private(set) var summary = Summary()

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - style: With colours or without.
  ///   - listsAll: Whether scenarios that passed get a line of their own; those that did not always
  ///     do.
  ///   - width: How many columns a line may fill; 100 unless given.
  public init(style: TextStyle, listsAll: Bool, width: Int = 100) {
    self.style = style
    self.listsAll = listsAll
    failureText = FailureText(style: style, width: width)
    mistakes = DiagnosticFormatter(isColored: style.isColored, lineWidth: width)
  }

  /// Takes a file that can't be run; its mistakes are shown at the end, where a long run doesn't
  /// push them out of sight.
  public mutating func add(_ file: Plan.BrokenFile) {
    summary.brokenFiles += 1
    brokenFiles.append(file)
  }

  /// The text for a result as it comes in; empty where there is nothing to show.
  public mutating func text(for result: ScenarioReport) -> String {
    summary.count(result)
    if needsExplanation(result) { shownAtEnd.append(result) }
    guard listsAll || result.verdict != .passed || !result.notes.isEmpty else { return "" }
    return heading(for: result) + line(for: result) + "\n" + notes(of: result)
  }

  /// The text at the end: each failure in full, the mistakes of each file, then the counts.
  ///
  /// - Parameters:
  ///   - realTime: How long the run took.
  ///   - repetitions: How often each scenario was run.
  public func ending(realTime: Duration, repetitions: Int = 1) -> String {
    let blocks =
      shownAtEnd.map { failureText.text(for: $0) }
      + brokenFiles.map { mistakes.format($0.mistakes) }
    var text = blocks.map { "\n\($0)\n" }.joined()
    // Nothing was shown that the mistakes have to be set apart from.
    if currentStory == nil, !blocks.isEmpty { text.removeFirst() }
    let look: TextStyle.Look = summary.hasFailures ? .red : .green
    let times = "\(Self.seconds(realTime)), story time \(StoryTimeText.span(summary.storyTime))"
    let often = repetitions > 1 ? ", \(repetitions) times each" : ""
    text += "\n\(style(summary.counts + often, look))   \(style("(\(times))", .dim))\n"
    return text
  }

  /// A line that tells how to make stories say what the app shows; empty where that is no answer to
  /// any of the failures.
  public var acceptanceHint: String {
    let failures = shownAtEnd.lazy.flatMap(\.failures)
    guard failures.contains(where: { $0.canBeAccepted == true }) else { return "" }
    return style("Was a change meant? scenarios accept", .dim) + "\n"
  }

  /// The line that tells of warnings on the stories; empty where there are none.
  public func hint(warningCount: Int) -> String {
    guard warningCount > 0 else { return "" }
    let words = Summary.count(warningCount, "warning")
    return style(
      "\(words); \"scenarios check\" shows \(warningCount == 1 ? "it" : "them")", .yellow)
      + "\n"
  }

  /// Whether a failure has to be shown in full.
  ///
  /// What blocks a scenario is told once, by the one around it that failed, unless that was not
  /// chosen.
  private mutating func needsExplanation(_ result: ScenarioReport) -> Bool {
    guard result.isBroken else { return false }
    if result.verdict == .blocked {
      var around = [result.path] + result.titles
      while around.count > 1 {
        around.removeLast()
        if failed.contains(around) { return false }
      }
    }
    failed.insert([result.path] + result.titles)
    return true
  }

  private mutating func heading(for result: ScenarioReport) -> String {
    let story = result.titles.first ?? ""
    guard currentStory != result.path + story else { return "" }
    let gap = currentStory == nil ? "" : "\n"
    currentStory = result.path + story
    return gap + style(story, .bold) + "   " + style(result.path, .dim) + "\n"
  }

  private func line(for result: ScenarioReport) -> String {
    let title = "\(style.symbol(of: result.verdict)) \(result.titles.last ?? "")"
    let rest =
      switch result.verdict {
      case .passed, .failed: storyTime(of: result)
      case .blocked, .skipped, .knownIssue: "   \(result.verdictWithReason)"
      }
    return indentation(of: result) + title + rest
  }

  /// One step to the right for each scenario around it, so that a story reads like its file.
  private func indentation(of result: ScenarioReport) -> String {
    String(repeating: "  ", count: max(1, result.titles.count - 1))
  }

  private func storyTime(of result: ScenarioReport) -> String {
    result.storyNanoseconds > 0
      ? style("   \(StoryTimeText.span(.nanoseconds(result.storyNanoseconds)))", .dim) : ""
  }

  private func notes(of result: ScenarioReport) -> String {
    result.notes.map { note in
      let place = "\(result.path):\(note.line):\(note.column ?? 1)"
      return indentation(of: result) + "  " + style("\(place): note: \(note.message)", .yellow)
        + "\n"
    }.joined()
  }

  /// Real time, no more exactly than a person wants to know it: `7 ms`, `840 ms`, `1.25 s`.
  static func seconds(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds < 0.9995
      ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 100).rounded() / 100) s"
  }
}
