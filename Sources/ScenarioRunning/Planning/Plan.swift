import ScenarioKit
import ScenarioLanguage

/// The scenarios that can be run, and the errors in files that can't.
package struct Plan: Sendable {
  /// The scenarios, in the order of the files and of their positions in them.
  package private(set) var scenarios: [PlannedScenario] = []

  /// The files with errors; none of their scenarios is run.
  package private(set) var brokenFiles: [BrokenFile] = []

  /// The errors about steps that no step definition matches, in the order of the files.
  ///
  /// Only the scenarios that have these steps can't run. Those of a broken file are among its
  /// diagnostics.
  package private(set) var undefinedSteps: [Diagnostic] = []

  /// All errors in files, in the order of the files.
  package var errors: [Diagnostic] {
    (brokenFiles.flatMap(\.diagnostics) + undefinedSteps).sortedByLocation()
  }

  /// The warnings about valid but probably unintended content, in the order of the files.
  ///
  /// Warnings that concern a broken file alone are among its diagnostics.
  package private(set) var warnings: [Diagnostic] = []

  /// The errors in Swift code with step definitions; if there are any, no scenario is planned.
  package let problems: [Diagnostic]

  /// Plans the scenarios of files concurrently.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - vocabularies: The vocabularies of the modules.
  package init(_ files: [StorySource], vocabularies: [Vocabulary]) {
    problems = Self.problems(in: vocabularies)
    guard problems.isEmpty else { return }
    let planned = files.concurrentMap { PlannedFile($0, vocabularies: vocabularies) }
    scenarios.reserveCapacity(planned.reduce(0) { $0 + $1.scenarios.count })
    for file in planned {
      if let broken = file.broken { brokenFiles.append(broken) }
      scenarios += file.scenarios
      undefinedSteps += file.undefinedSteps
      warnings += file.warnings
    }
    StepProposal.combine(&undefinedSteps, at: \.self)
    warnings = (warnings + StoryReview.warnings(in: planned.map { .init($0.source.file) }))
      .sortedByLocation()
  }

  /// Returns the errors in Swift code with step definitions.
  package static func problems(in vocabularies: [Vocabulary]) -> [Diagnostic] {
    vocabularies.concurrentMap { $0.problems }.flatMap(\.self) + repeatedModules(in: vocabularies)
  }

  /// Returns an error for each module with the name of another one.
  package static func repeatedModules(in vocabularies: [Vocabulary]) -> [Diagnostic] {
    var names: Set<String> = []
    return vocabularies.filter { !names.insert($0.module).inserted }.compactMap { vocabulary in
      vocabulary.entries.first.map { entry in
        Diagnostic(
          "there are two modules called \"\(vocabulary.module)\"",
          at: entry.signature.origin.location, rule: .stepDefinition,
          hints: ["Give one of them another name, or list it once."])
      }
    }
  }
}
