import Foundation
import ScenarioReports
import ScenarioRunning

/// Minimal sample runs of scenarios about a lamp.
package enum RunSamples {
  package static let noon = Date(timeIntervalSince1970: 1_763_640_000)

  package static func run(
    _ scenarios: [ScenarioReport] = [], hours: Double = 0, commit: String? = nil,
    isModified: Bool? = false, isPartial: Bool? = nil, brokenFiles: [String] = []
  ) -> RunReport {
    RunReport(
      began: noon.addingTimeInterval(hours * 3600), seconds: 1,
      origin: .init(
        command: "scenarios run", host: "lamp", commit: commit,
        branch: commit == nil ? nil : "main", isModified: commit == nil ? nil : isModified),
      isPartial: isPartial, scenarios: scenarios,
      brokenFiles: brokenFiles.map { .init(path: $0, diagnostics: []) })
  }

  package static func scenario(
    _ titles: String..., path: String = "Scenarios/lamp.yaml", says: String = "",
    verdict: Verdict = .passed, reason: String? = nil, story: Duration = .zero,
    seconds: Double = 0.01
  ) -> ScenarioReport {
    let lines = says.isEmpty ? [] : says.split(separator: ";").map { "    \($0)" }
    return ScenarioReport(
      path: path, titles: titles, line: 4, lastLine: 6, module: "lamp", tags: [],
      text: StoryText((["  - scenario: \(titles.last ?? "")"] + lines).joined(separator: "\n")),
      verdict: verdict, reason: reason, storyNanoseconds: Int64(story / .nanoseconds(1)),
      seconds: seconds, traceHash: "")
  }
}
