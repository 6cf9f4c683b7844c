import ScenarioKit
import ScenarioLanguage

/// A file after all its sentences were planned.
package struct PlannedFile: Sendable {
  package let source: StorySource

  /// The scenarios of the file; empty if it can't be run.
  package private(set) var scenarios: [PlannedScenario] = []

  /// The warnings about valid but probably unintended content; empty if the file can't be run.
  package private(set) var warnings: [Diagnostic] = []

  /// The errors about steps that no step definition matches, in the order of the file; empty if the
  /// file can't be run.
  package private(set) var undefinedSteps: [Diagnostic] = []

  /// The file's errors, if it can't be run.
  package private(set) var broken: BrokenFile?

  /// The problems of the file, as `check` reports them for this file alone.
  package var diagnostics: [Diagnostic] { broken?.diagnostics ?? undefinedSteps + warnings }

  package init(_ source: StorySource, vocabularies: [Vocabulary]) {
    self.source = source
    let (file, path) = (source.file, source.file.source.path)
    if let crash = Activity.log?.diagnostic(forPlanning: file) {
      broken = BrokenFile(path: path, diagnostics: file.diagnostics + [crash])
      return
    }
    let reporter = PlanningReporter(file)
    for story in file.stories {
      guard let vocabulary = Self.vocabulary(for: story, among: vocabularies, reporter) else {
        continue
      }
      var planner = StoryPlanner(
        file: file,
        context: StoryContext(story, of: source, vocabulary: vocabulary, reporter: reporter))
      planner.plan(story)
      scenarios += planner.scenarios
    }
    warnings = reporter.diagnostics.sorted { $0.start < $1.start }
    let undefined = reporter.undefined
    undefinedSteps = undefined.diagnostics.sorted { $0.start < $1.start }
    if warnings.contains(where: \.isError) {
      broken = BrokenFile(path: path, diagnostics: (warnings + undefinedSteps).sortedByLocation())
      (scenarios, warnings, undefinedSteps) = ([], [], [])
    } else if !undefinedSteps.isEmpty {
      for index in scenarios.indices {
        scenarios[index].undefined = undefined.failures(of: scenarios[index])
      }
    }
  }

  private static func vocabulary(
    for story: Story, among vocabularies: [Vocabulary], _ reporter: PlanningReporter
  ) -> Vocabulary? {
    let name = story.module.string
    if let vocabulary = vocabularies.first(where: { $0.module == name }) { return vocabulary.read }
    // A missing module has already been reported.
    guard !name.isEmpty else { return nil }
    let known = vocabularies.map(\.module)
    reporter.report(
      "there is no module \"\(name)\"", at: story.module.range, rule: .unknownModule,
      hints: DataError.hints(for: name, among: known, called: "modules"))
    return nil
  }
}
