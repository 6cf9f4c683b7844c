import Foundation
import ScenarioKit
import ScenarioLanguage

/// What there is to run: the scenarios of all files that can be read, and the mistakes in those
/// that can't.
public struct Plan: Sendable {
  /// A file that can't be run as it stands.
  public struct BrokenFile: Sendable, Identifiable, Codable {
    /// The file's path as it is shown, which is also its identity.
    public var id: String

    /// Everything that is wrong with it, in the order of the file; never empty.
    public var mistakes: [Diagnostic]
  }

  /// The scenarios, file by file, in the order of each.
  public private(set) var scenarios: [PlannedScenario] = []

  /// The files with mistakes, none of whose scenarios is run.
  public private(set) var brokenFiles: [BrokenFile] = []

  /// What is legal, but probably not meant, in the order of the files.
  ///
  /// What was seen in one of the broken files alone is among its mistakes.
  public private(set) var warnings: [Diagnostic] = []

  /// What is wrong in Swift code that defines steps; where there is anything, no scenario is
  /// planned.
  public let problems: [Diagnostic]

  /// Plans the scenarios of files, several side by side.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - vocabularies: What the stories of each module can say.
  public init(_ files: [StorySource], vocabularies: [Vocabulary]) {
    problems = Self.problems(in: vocabularies)
    guard problems.isEmpty else { return }
    let planned = Cores.map(files) { PlannedFile($0, vocabularies: vocabularies) }
    var review = StoryReview()
    scenarios.reserveCapacity(planned.reduce(0) { $0 + $1.scenarios.count })
    for file in planned {
      if let broken = file.broken { brokenFiles.append(broken) }
      scenarios += file.scenarios
      warnings += file.warnings + review.add(file.source.file)
    }
    warnings = (warnings + review.found()).sortedByPlace()
  }

  /// What is wrong in Swift code that defines steps.
  public static func problems(in vocabularies: [Vocabulary]) -> [Diagnostic] {
    Cores.map(vocabularies) { $0.problems }.flatMap(\.self) + repeatedModules(in: vocabularies)
  }

  /// Which modules have the name of another one.
  public static func repeatedModules(in vocabularies: [Vocabulary]) -> [Diagnostic] {
    var names: Set<String> = []
    return vocabularies.filter { !names.insert($0.module).inserted }.compactMap { vocabulary in
      vocabulary.entries.first.map { entry in
        Diagnostic(
          "there are two modules called \"\(vocabulary.module)\"",
          at: entry.definition.origin.place, rule: .stepDefinition)
      }
    }
  }
}
