import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

/// The arguments by which scenarios are chosen, the same for every command.
struct Choice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files or folders of stories, and lines in them: Scenarios/facts/facts.yaml:31.",
      valueName: "path[:line]"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Only scenarios whose full name contains this.", valueName: "text"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Only scenarios with such tags: \"@smoke and not @slow\".", valueName: "expression"))
  var tags: String?

  @Option(help: ArgumentHelp("The folder of scenarios.", valueName: "folder"))
  var folder = "Scenarios"

  /// What was chosen of a plan.
  struct Chosen {
    var scenarios: [PlannedScenario]
    var brokenFiles: [Plan.BrokenFile]
    /// The files that were read, by their paths as they are shown.
    var files: [String: SourceFile]
    /// How many warnings there are on the files of the scenarios.
    var warningCount: Int
  }

  /// Whether only some of the stories are asked for.
  var isPartial: Bool { !paths.isEmpty || name != nil || tags != nil }

  /// Reads the stories and chooses.
  ///
  /// - Throws: The exit status for input that is wrong, after saying what is wrong with it.
  func scenarios(of vocabularies: [Vocabulary]) throws -> Chosen {
    do {
      let tags = try tags.map { try TagExpression($0) }
      let reading = ScenariosFolder(folder).read(paths)
      guard reading.problems.isEmpty else {
        throw Refusal(reading.problems.map { "error: \($0)" }.joined(separator: "\n"))
      }
      let plan = Plan(reading.sources, vocabularies: vocabularies)
      guard plan.problems.isEmpty else {
        throw Refusal(plan.problems.map(\.description).joined(separator: "\n"))
      }
      let selection = Selection(targets: reading.targets, name: name, tags: tags)
      let chosen = Chosen(
        scenarios: selection.select(from: plan.scenarios), brokenFiles: plan.brokenFiles,
        files: Dictionary(
          reading.sources.map { ($0.file.source.path, $0.file.source) },
          uniquingKeysWith: { first, _ in first }),
        warningCount: plan.warnings.count)
      guard !chosen.scenarios.isEmpty || !chosen.brokenFiles.isEmpty else {
        throw Refusal("error: \(selection.words(forNoneOf: plan.scenarios))")
      }
      return chosen
    } catch {
      let text = error is Refusal ? "\(error)" : "error: \(error)"
      Console.error.write(text + "\n")
      throw ExitStatus.inputIsWrong
    }
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
