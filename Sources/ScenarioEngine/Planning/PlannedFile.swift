import ScenarioKit
import ScenarioLanguage

/// A file whose every sentence was looked at.
package struct PlannedFile: Sendable {
  package let source: StorySource

  /// Its scenarios; none where it can't be run.
  package private(set) var scenarios: [PlannedScenario] = []

  /// What is legal in it, but probably not meant; nothing where it can't be run.
  package private(set) var warnings: [Diagnostic] = []

  /// What is wrong with it, if it can't be run.
  package private(set) var broken: Plan.BrokenFile?

  package init(_ source: StorySource, vocabularies: [Vocabulary]) {
    self.source = source
    if let death = Activity.log?.diagnostic(forPlanning: source.file) {
      broken = Plan.BrokenFile(
        id: source.file.source.path, mistakes: source.file.mistakes + [death])
      return
    }
    var planner = FilePlanner(source: source, vocabularies: vocabularies)
    let planned = planner.plan()
    if planner.mistakes.contains(where: { $0.severity == .error }) {
      broken = Plan.BrokenFile(id: source.file.source.path, mistakes: planner.mistakes)
    } else {
      scenarios = planned
      warnings = planner.mistakes
    }
  }
}
