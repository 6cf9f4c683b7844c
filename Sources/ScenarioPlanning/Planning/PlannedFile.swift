import ScenarioKit
import ScenarioLanguage

/// A file after all its sentences were planned.
package struct PlannedFile: Sendable {
  package let source: StorySource

  /// The scenarios of the file; empty if it can't be run.
  package private(set) var scenarios: [PlannedScenario] = []

  /// The warnings about valid but probably unintended content; empty if the file can't be run.
  package private(set) var warnings: [Diagnostic] = []

  /// The errors about steps that no step definition matches; empty if the file can't be run.
  package private(set) var undefinedSteps: [Diagnostic] = []

  /// The file's errors, if it can't be run.
  package private(set) var broken: BrokenFile?

  package init(_ source: StorySource, vocabularies: [Vocabulary]) {
    self.source = source
    if let death = Activity.log?.diagnostic(forPlanning: source.file) {
      broken = BrokenFile(
        path: source.file.source.path, diagnostics: source.file.diagnostics + [death])
      return
    }
    var planner = FilePlanner(source: source, vocabularies: vocabularies)
    let planned = planner.plan()
    if planner.diagnostics.contains(where: { $0.severity == .error }) {
      broken = BrokenFile(
        path: source.file.source.path,
        diagnostics: (planner.diagnostics + planner.undefinedSteps).sortedByLocation())
    } else {
      scenarios = planned
      undefinedSteps = planner.undefinedSteps
      warnings = planner.diagnostics
    }
  }
}
