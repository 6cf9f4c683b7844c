import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Simulation

/// A story that was run with a module, with its plan and results.
package struct StoryResults: Sendable {
  package let plan: Plan
  package let results: [ScenarioReport]

  package init(plan: Plan, results: [ScenarioReport]) {
    self.plan = plan
    self.results = results
  }

  /// Returns the result of the scenario with a title, or of the first scenario if `title` is `nil`.
  package func result(of title: String? = nil) -> ScenarioReport? {
    results.first { title == nil || $0.titles.last == title }
  }

  /// Returns the verdict on a scenario as text.
  package func verdict(on title: String? = nil) -> String {
    let result = result(of: title)
    let reason = result?.reason ?? "nothing"
    return switch result?.verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .blocked: "blocked by \(reason)"
    case .skipped: "skipped: \(reason)"
    case .knownIssue: "known issue: \(reason)"
    case .undefined: diagnostics
    case nil: plan.brokenFiles.isEmpty ? "there is no such scenario" : diagnostics
    }
  }

  /// The verdicts on all scenarios as texts, if their titles differ.
  package var verdicts: [String] { results.map { verdict(on: $0.titles.last) } }

  /// Returns the failures of a scenario with location, time, message, differences and details.
  package func failures(of title: String? = nil) -> [String] {
    guard let result = result(of: title) else { return [diagnostics] }
    return result.failures.map { failure in
      let start = failure.location.range.start
      let time = failure.time == .zero ? "" : " \(StoryTimeText.offset(failure.time))"
      var lines = ["\(start.line):\(start.column)\(time) \(failure.message)"]
      if !failure.differences.isEmpty {
        lines.append(DifferenceFormatter(file: "s").text(for: failure.differences))
      }
      return (lines + failure.details.map { "  \($0)" }).joined(separator: "\n")
    }
  }

  /// Returns the notes on a scenario with location and message.
  package func notes(on title: String? = nil) -> [String] {
    (result(of: title)?.notes ?? []).map { note in
      "\(note.location.range.start.line):\(note.location.range.start.column) \(note.message)"
    }
  }

  /// Returns the outcome and text of each step of a scenario.
  package func steps(of title: String? = nil) -> [String] {
    (result(of: title)?.steps ?? []).map { "\($0.outcome): \($0.text)" }
  }

  /// The errors of the story, one line each.
  package var errors: [String] { plan.errors.map(\.inOneLine) }

  /// The diagnostics of the story, formatted for its author.
  package var diagnostics: String {
    DiagnosticFormatter().format(plan.errors)
  }
}

extension Diagnostic {
  /// The diagnostic in the form `line:column-column: message; hint`, with its severity unless it is
  /// an error.
  package var inOneLine: String {
    let end = location?.range.end.column ?? start.column
    let kind = severity == .error ? "" : "\(severity.rawValue): "
    let text = "\(start.line):\(start.column)-\(end): \(kind)\(message)"
    return ([text] + hints).joined(separator: "; ")
  }
}

/// Runs a story with a module, by default in a folder without files.
package func tell<M: Module>(
  _ yaml: String, to module: M.Type, in folder: StoryFolder = .none, by runner: Runner = Runner()
) async -> StoryResults {
  let plan = plan(yaml, for: [Vocabulary(of: module)], in: folder)
  var results: [Int: ScenarioReport] = [:]
  runner.run(plan.scenarios) { results[$0] = $1 }
  return StoryResults(plan: plan, results: results.sorted { $0.key < $1.key }.map(\.value))
}

/// Runs a story with one scenario `A`, whose steps begin on line 5.
package func tell<M: Module>(
  scenario steps: String, to module: M.Type, in folder: StoryFolder = .none,
  by runner: Runner = Runner()
) async -> StoryResults {
  await tell(scenario(Vocabulary(of: module).module, steps), to: module, in: folder, by: runner)
}

/// Runs a story with scenarios, the first of which begins on line 4.
package func tell<M: Module>(scenarios: String, to module: M.Type) async -> StoryResults {
  await tell(story(Vocabulary(of: module).module, scenarios), to: module)
}

/// Plans a story with one scenario `A`, without running it.
package func plan<M: Module>(scenario steps: String, for module: M.Type) -> Plan {
  let vocabulary = Vocabulary(of: module)
  return plan(scenario(vocabulary.module, steps), for: [vocabulary])
}

/// Plans a story without running it.
package func plan(
  _ yaml: String, for vocabularies: [Vocabulary], in folder: StoryFolder = .none
) -> Plan {
  let file = StoryFile(reading: SourceFile(path: "s.yaml", text: yaml))
  return Plan([StorySource(file: file, folder: folder)], vocabularies: vocabularies)
}

/// Returns a story with scenarios, the first of which begins on line 4.
package func story(_ module: String, _ scenarios: String) -> String {
  "story: S\nmodule: \(module)\nscenarios:\n\(scenarios)\n"
}

/// Returns a story with one scenario `A`, whose steps begin on line 5.
package func scenario(_ module: String, _ steps: String) -> String {
  let lines = steps.split(separator: "\n", omittingEmptySubsequences: false).map {
    "    \($0)"
  }
  return story(module, "  - scenario: A\n" + lines.joined(separator: "\n"))
}
