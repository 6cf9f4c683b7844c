import Foundation
import ScenarioLanguage

/// The history of runs and scenarios as terminal text.
package struct HistoryText: Sendable {
  private let style: TextStyle
  private let language: StoryLanguage

  /// The format of dates, by default in the time zone of the machine.
  package var moments = MomentText()

  /// Creates a formatter of text with or without colours, in a language.
  package init(style: TextStyle, language: StoryLanguage = .english) {
    (self.style, self.language) = (style, language)
  }

  /// Returns the runs in the given order, one per line.
  package func text(for runs: [RunHeading]) -> String {
    zip(runs, starts(of: runs)).map { run, start in
      let mark = run.summary.hasFailures ? style("✘", .red) : style("✔", .green)
      // Other problems say why scenarios have not run.
      let isChosen = run.isPartial && run.summary.problems.isEmpty
      let part = isChosen ? style("   " + say("partial: only some stories"), .dim) : ""
      return "\(start)\(mark) \(run.summary.counts(in: language))\(part)\n"
    }.joined()
  }

  /// Returns a scenario's name, since when it is broken, and its verdict in each run.
  ///
  /// - Parameter results: The results of the scenario, newest first; at least one.
  package func text(forScenario results: [HistoryEntry]) -> String {
    guard let newest = results.first?.scenario else { return "" }
    var text = style(newest.name.inOneLine(), .bold) + "   "
    text += style("\(newest.path):\(newest.line)".inOneLine(), .dim) + "\n"
    if let since = newest.brokenSince {
      text += style(say("Broken since \(moments.text(of: since))"), .red) + "\n"
    }
    text += "\n"
    let starts = starts(of: results.map(\.run))
    for (index, result) in results.enumerated() {
      text += starts[index] + verdict(of: result.scenario) + "\n"
      guard index + 1 < results.count else { continue }
      let former = results[index + 1].scenario
      if former.name != result.scenario.name {
        text += style("  " + say("renamed from \"\(former.name)\"").inOneLine(), .dim) + "\n"
      }
      if former.path != result.scenario.path {
        text += style("  " + say("moved from \(former.path)").inOneLine(), .dim) + "\n"
      }
    }
    return text
  }

  /// Returns the candidates for an ambiguous scenario, one per line.
  package func text(for scenarios: [HistoryScenario]) -> String {
    scenarios.map { scenario in
      "\(scenario.identity)  \(scenario.name.inOneLine())   "
        + "\(style(scenario.path.inOneLine(), .dim))\n"
    }.joined()
  }

  /// Returns the beginnings of lines about runs, which all have the same width.
  private func starts(of runs: [RunHeading]) -> [String] {
    let locations = runs.map { location(of: $0) }
    let width = locations.map(\.count).max() ?? 0
    return zip(runs, locations).map { run, location in
      let gap = String(repeating: " ", count: width - location.count)
      return "\(moments.exactText(of: run.began))  \(style(location, .dim))\(gap)  "
    }
  }

  private func location(of run: RunHeading) -> String {
    let commit = run.origin.commit.map(MomentText.short).map {
      run.origin.isModified == true ? say("\($0) and changes") : $0
    }
    let parts = [run.origin.branch, commit].compactMap(\.self)
    return parts.isEmpty ? run.origin.host : parts.joined(separator: " ")
  }

  private func say(_ message: Message) -> String { language.text(of: message) }

  private func verdict(of scenario: ScenarioReport) -> String {
    let time = style.storyTime(of: scenario)
    let words = say(scenario.verdictWithReason).inOneLine()
    let text = "\(style.symbol(of: scenario.verdict)) \(words)"
    return switch scenario.verdict {
    case .passed, .failed, .undefined:
      text + time + (scenario.failures.first.map { "   \(say($0.messages[0]).inOneLine())" } ?? "")
    case .blocked, .skipped, .knownIssue: text
    }
  }
}

/// Formats dates, times and commits for people.
package struct MomentText {
  /// The time zone of the reader.
  package var timeZone: TimeZone = .current

  /// Returns a date and a time: `2026-11-20 14:03`.
  func text(of date: Date) -> String { String(exactText(of: date).dropLast(3)) }

  /// Returns a date and a time with seconds, which distinguish runs in a list:
  /// `2026-11-20 14:03:27`.
  func exactText(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
      .year().month().day().time(includingFractionalSeconds: false)
    return String(date.formatted(style).prefix(19))
  }

  /// Returns a moment with its commit: `2026-11-20 14:03 (1f3c2aa)`.
  func text(of moment: ScenarioReport.Moment) -> String {
    text(of: moment.date) + (moment.commit.map { " (\(Self.short($0)))" } ?? "")
  }

  /// Returns a run's time, branch and commit: `2026-11-20 14:03 (main, 1f3c2aa)`.
  package func text(of run: RunHeading) -> String {
    let parts = [run.origin.branch, run.origin.commit.map(Self.short)].compactMap(\.self)
    return text(of: run.began) + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// Returns the first seven characters of a commit hash.
  static func short(_ commit: String) -> String { String(commit.prefix(7)) }
}
