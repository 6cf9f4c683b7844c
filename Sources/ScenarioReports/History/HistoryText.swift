import Foundation
import ScenarioResults
import Simulation

/// What a history looks like in a terminal.
public struct HistoryText: Sendable {
  private let style: TextStyle
  private let moments: MomentText

  /// Creates it.
  ///
  /// - Parameters:
  ///   - style: With colours or without.
  ///   - timeZone: Where the reader is; the machine's unless given.
  public init(style: TextStyle, timeZone: TimeZone = .current) {
    self.style = style
    moments = MomentText(timeZone: timeZone)
  }

  /// Runs, a line each, in their order.
  public func text(for runs: [RunHeading]) -> String {
    let places = runs.map { place(of: $0) }
    let width = places.map(\.count).max() ?? 0
    return zip(runs, places).map { run, place in
      let gap = String(repeating: " ", count: width - place.count)
      let mark =
        run.summary.hasFailures ? style("✘", .red) : style("✔", .green)
      let part = run.isPartial ? style("   partial: some of the stories", .dim) : ""
      return "\(moments.text(of: run.began))  \(style(place, .dim))\(gap)  \(mark) "
        + "\(run.summary.counts)\(part)\n"
    }.joined()
  }

  /// A scenario: what it is called, since when it is broken, and what became of it in each run.
  ///
  /// - Parameter results: What became of it, the newest first; at least one.
  public func text(forScenario results: [KeptResult]) -> String {
    guard let newest = results.first?.scenario else { return "" }
    var text = style(newest.name, .bold) + "   "
    text += style("\(newest.path):\(newest.line)", .dim) + "\n"
    if let since = newest.brokenSince {
      text += style("Broken since \(moments.text(of: since))", .red) + "\n"
    }
    text += "\n"
    let places = results.map { place(of: $0.run) }
    let width = places.map(\.count).max() ?? 0
    for (index, result) in results.enumerated() {
      let gap = String(repeating: " ", count: width - places[index].count)
      text += "\(moments.text(of: result.run.began))  \(style(places[index], .dim))\(gap)  "
      text += verdict(of: result.scenario) + "\n"
      guard index + 1 < results.count else { continue }
      let former = results[index + 1].scenario
      if former.name != result.scenario.name {
        text += style("  until then it was called \"\(former.name)\"", .dim) + "\n"
      }
      if former.path != result.scenario.path {
        text += style("  until then it was in \(former.path)", .dim) + "\n"
      }
    }
    return text
  }

  /// Scenarios of which each may be meant, a line each.
  public func text(for scenarios: [KeptScenario]) -> String {
    scenarios.map { scenario in
      "\(scenario.identity)  \(scenario.name)   \(style(scenario.path, .dim))\n"
    }.joined()
  }

  private func place(of run: RunHeading) -> String {
    let commit = run.origin.commit.map { commit in
      MomentText.short(commit) + (run.origin.isModified == true ? " and changes" : "")
    }
    let parts = [run.origin.branch, commit].compactMap(\.self)
    return parts.isEmpty ? run.origin.host : parts.joined(separator: " ")
  }

  private func verdict(of scenario: ScenarioReport) -> String {
    let time =
      scenario.storyNanoseconds > 0
      ? style("   \(StoryTimeText.span(.nanoseconds(scenario.storyNanoseconds)))", .dim) : ""
    let text = "\(style.symbol(of: scenario.verdict)) \(scenario.verdictWithReason)"
    return switch scenario.verdict {
    case .passed, .failed: text + time + (scenario.failures.first.map { "   \($0.message)" } ?? "")
    case .blocked, .skipped, .knownIssue: text
    }
  }
}
