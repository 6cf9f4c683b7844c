import Foundation
import ReaderStories
import ScenarioKit
import ScenarioReports
import ScenarioRunning
import Simulation
import StoryTestSupport

@testable import ScenarioLanguage

/// The story of a sample, which may show only a part of a story.
struct StorySample {
  static let vocabularies =
    [
      Vocabulary(of: ReadingListModule.self), Vocabulary(of: CounterModule.self),
      Vocabulary(of: PricesModule.self), Vocabulary(of: NotesModule.self),
      Vocabulary(of: SignInModule.self),
    ]
  /// The search screen of the sample app, for stories that name it.
  private static let search = ReaderStories.vocabularies.filter { $0.module == "search" }

  /// The visible outcome of a run.
  struct Outcome {
    /// The terminal output without the real time.
    var output: String
    /// The traces of all scenarios, as `--trace` shows them.
    var trace: String
    /// Whether the run has no failures, warnings or notes.
    var isFine: Bool
  }

  let text: String
  /// The path of the story, which is the first one that the sample's output names.
  let path: String

  /// The story as a file.
  var source: SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

  init(_ sample: Page.Block) {
    text = Self.completed(sample.lines)
    let named = sample.output?.joined(separator: "\n").firstMatch(of: /Scenarios\/[\w\/]+\.yaml/)
    path = named.map { String($0.0) } ?? "Scenarios/reading/list.yaml"
  }

  /// Runs the story as `scenarios run` does.
  func run() async throws -> Outcome {
    let folder = Page.root.appending(path: "Tests/DocumentationTests/Samples")
    let file = StoryFile(reading: self.source)
    let source = StorySource(file: file, folder: StoryFolder(story: folder, root: folder))
    let vocabularies = text.contains("module: search") ? Self.search : Self.vocabularies
    let plan = Plan([source], vocabularies: vocabularies)
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    for file in plan.brokenFiles { report.add(file) }
    var results: [Int: ScenarioReport] = [:]
    Runner().run(plan.scenarios) { results[$0] = $1 }
    let ordered = results.sorted { $0.key < $1.key }.map(\.value)
    var output = ordered.map { report.text(for: $0) }.joined()
    output += report.ending(realTime: .zero).replacing("0 ms, ", with: "")
    return Outcome(
      output: output,
      trace: ordered.map(\.trace).joined(separator: "\n\n"),
      isFine: !report.summary.hasFailures && plan.warnings.isEmpty
        && ordered.allSatisfy(\.notes.isEmpty))
  }

  // MARK: - Parts of stories

  /// Completes a part of a story to a whole story.
  private static func completed(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n") + "\n"
    let keys = lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasPrefix("#") }.map(key)
    let head = "story: An example\nmodule: reading list\n\n"
    let scenario = "\(head)scenarios:\n  - scenario: An example\n"
    if keys.contains("story") { return text }
    if keys.contains("scenarios"), keys.allSatisfy(Keys.story.contains) {
      return head + text
    }
    if keys.contains(where: { Keys.story.contains($0) && !Keys.scenario.contains($0) }) {
      return head + text
        + "scenarios:\n  - { scenario: An example, then: no title is there twice }\n"
    }
    if keys.first == "- scenario" { return "\(head)scenarios:\n\(indented(lines, by: 2))" }
    if keys.contains(where: Keys.scenario.contains) { return scenario + indented(lines, by: 4) }
    let isLong = lines.first.map { $0.hasPrefix("- ") && isStep(key($0).dropFirst(2)) } ?? false
    return "\(scenario)    \(isLong ? "steps" : "then"):\n" + indented(lines, by: 6)
  }

  private static func isStep(_ key: Substring) -> Bool {
    Keys.step.contains(String(key)) || TimeWord(String(key), in: .english) != nil
      || key.hasSuffix(" pass")
  }

  /// Returns the English name of a line's key.
  private static func key(_ line: String) -> String {
    let key = String(line.prefix { $0 != ":" })
    return StoryLanguage.all.map { $0.name(of: key) }.first { $0 != key } ?? key
  }

  private static func indented(_ lines: [String], by count: Int) -> String {
    lines.map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }
      .joined(separator: "\n") + "\n"
  }
}
