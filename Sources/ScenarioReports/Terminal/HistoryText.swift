import Foundation

/// The history of runs and scenarios as terminal text.
package struct HistoryText: Sendable {
  private let style: TextStyle
  private let moments: MomentText

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: The text style, with or without colours.
  ///   - timeZone: The time zone of the reader; defaults to that of the machine.
  package init(style: TextStyle, timeZone: TimeZone = .current) {
    (self.style, moments) = (style, MomentText(timeZone: timeZone))
  }

  /// Returns the runs in the given order, one per line.
  package func text(for runs: [RunHeading]) -> String {
    zip(runs, starts(of: runs)).map { run, start in
      let mark = run.summary.hasFailures ? style("✘", .red) : style("✔", .green)
      // Other problems say why scenarios have not run.
      let isChosen = run.isPartial && run.summary.problems.isEmpty
      let part = isChosen ? style("   partial: only some stories", .dim) : ""
      return "\(start)\(mark) \(run.summary.counts)\(part)\n"
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
      text += style("Broken since \(moments.text(of: since))", .red) + "\n"
    }
    text += "\n"
    let starts = starts(of: results.map(\.run))
    for (index, result) in results.enumerated() {
      text += starts[index] + verdict(of: result.scenario) + "\n"
      guard index + 1 < results.count else { continue }
      let former = results[index + 1].scenario
      if former.name != result.scenario.name {
        text += style("  renamed from \"\(former.name)\"".inOneLine(), .dim) + "\n"
      }
      if former.path != result.scenario.path {
        text += style("  moved from \(former.path)".inOneLine(), .dim) + "\n"
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
    let commit = run.origin.commit.map { commit in
      MomentText.short(commit) + (run.origin.isModified == true ? " and changes" : "")
    }
    let parts = [run.origin.branch, commit].compactMap(\.self)
    return parts.isEmpty ? run.origin.host : parts.joined(separator: " ")
  }

  private func verdict(of scenario: ScenarioReport) -> String {
    let time = style.storyTime(of: scenario)
    let text = "\(style.symbol(of: scenario.verdict)) \(scenario.verdictWithReason.inOneLine())"
    return switch scenario.verdict {
    case .passed, .failed, .undefined:
      text + time + (scenario.failures.first.map { "   \($0.message.inOneLine())" } ?? "")
    case .blocked, .skipped, .knownIssue: text
    }
  }
}
