import Foundation
import ReaderStories
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

/// Runs of this package's own stories.
enum SampleRuns {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The wrong expected values, keyed by the story texts that they replace.
  static let regressions = [
    "timeAgoText: 5 days ago": "timeAgoText: 6 days ago",
    "{ title: Igor, username: \"@igor_test\" }": "{ title: Igor, username: \"@igor\" }",
    "can send:              f----------t-------": "can send:              f-----------t------",
  ]

  /// Runs all stories of this package.
  ///
  /// - Parameter changes: The replacements in the stories, keyed by the original texts.
  static func run(changes: [String: String] = [:]) async throws -> RunReport {
    let folder = ScenariosFolder(root.appending(path: "Scenarios").path, shownAs: "Scenarios")
    let sources = try folder.read().map { source in
      var source = source
      let path = source.file.source.path
      var text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      for (old, new) in changes { text = text.replacingOccurrences(of: old, with: new) }
      source.file = StoryFile(reading: SourceFile(path: path, text: text))
      return source
    }
    let texts = StoryTexts()
    for source in sources { texts.add(source.file.source) }
    let plan = Plan(sources, vocabularies: ReaderStories.vocabularies)
    try #require(plan.brokenFiles.isEmpty)
    let scenarios = Selection().select(from: plan.scenarios)
    var records = [ScenarioReport?](repeating: nil, count: scenarios.count)
    let runner = Runner(contents: [.details, .shownValues, .fingerprint])
    runner.run(scenarios) { index, report in
      var report = report
      texts.complete(&report)
      records[index] = report
    }
    return RunReport(
      began: Date(timeIntervalSince1970: 1_795_250_000), seconds: 1.25,
      origin: RunReport.Origin(
        command: "scenarios run", host: "build-7",
        commit: "31672f2a9c0b4d5e6f708192a3b4c5d6e7f80912", branch: "main", isModified: true),
      scenarios: records.compactMap { $0 })
  }
}
