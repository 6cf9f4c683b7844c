import Foundation
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import Simulation

/// A story that was told to a module: what was planned, and what became of it.
struct Told: Sendable {
  let plan: Plan
  let results: [ScenarioResult]

  /// The result of the scenario with a title; the first one's unless given.
  func result(of title: String? = nil) -> ScenarioResult? {
    results.first { title == nil || $0.scenario.id.titles.last == title }
  }

  /// The verdict on a scenario, in words.
  func verdict(on title: String? = nil) -> String {
    let result = result(of: title)
    let reason = result?.reason ?? "nothing"
    return switch result?.verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .blocked: "blocked by \(reason)"
    case .skipped: "skipped: \(reason)"
    case .knownIssue: "known issue: \(reason)"
    case nil: plan.brokenFiles.isEmpty ? "there is no such scenario" : mistakes
    }
  }

  /// The failures of a scenario: place, time and message, then differences and details.
  func failures(of title: String? = nil) -> [String] {
    guard let result = result(of: title) else { return [mistakes] }
    return result.failures.map { failure in
      let start = failure.place.range.start
      let time = failure.time == .zero ? "" : " \(StoryTimeText.offset(failure.time))"
      var lines = ["\(start.line):\(start.column)\(time) \(failure.message)"]
      if !failure.differences.isEmpty {
        lines.append(DifferenceFormatter(file: "s").text(for: failure.differences))
      }
      return (lines + failure.details.map { "  \($0)" }).joined(separator: "\n")
    }
  }

  /// The notes on a scenario: place and message.
  func notes(on title: String? = nil) -> [String] {
    (result(of: title)?.notes ?? []).map { note in
      "\(note.place.range.start.line):\(note.place.range.start.column) \(note.message)"
    }
  }

  /// The outcomes of a scenario's steps.
  func steps(of title: String? = nil) -> [String] {
    (result(of: title)?.steps ?? []).map { "\($0.outcome): \($0.text)" }
  }

  /// Every mistake of the story, as its author sees it.
  var mistakes: String {
    DiagnosticFormatter().format(plan.brokenFiles.flatMap(\.mistakes))
  }
}

/// Tells a story to a module, in a folder without files unless one is given.
func tell<M: Module>(
  _ yaml: String, to module: M.Type, in folder: StoryFolder = .none, by runner: Runner = Runner()
) async -> Told {
  let plan = plan(yaml, for: [Vocabulary(of: module)], in: folder)
  var results: [Int: ScenarioResult] = [:]
  runner.run(plan.scenarios) { results[$0] = $1 }
  return Told(plan: plan, results: results.sorted { $0.key < $1.key }.map(\.value))
}

/// Plans a story without running it.
func plan(
  _ yaml: String, for vocabularies: [Vocabulary], in folder: StoryFolder = .none
) -> Plan {
  let file = StoryFile(reading: SourceFile(path: "s.yaml", text: yaml))
  return Plan([StorySource(file: file, folder: folder)], vocabularies: vocabularies)
}

/// A story of some scenarios, the first of which begins on line 4.
func story(_ module: String, _ scenarios: String) -> String {
  "story: S\nmodule: \(module)\nscenarios:\n\(scenarios)\n"
}

/// A story of one scenario `A`, whose steps begin on line 5.
func scenario(_ module: String, _ steps: String) -> String {
  let lines = steps.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
  return story(module, "  - scenario: A\n" + lines.joined(separator: "\n"))
}

extension StoryFolder {
  /// A folder that isn't there.
  static let none = StoryFolder(
    story: URL(filePath: "/nowhere/at/all/", directoryHint: .isDirectory),
    root: URL(filePath: "/nowhere/at/all/", directoryHint: .isDirectory))
}
