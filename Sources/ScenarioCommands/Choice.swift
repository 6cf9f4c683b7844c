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
    /// How many warnings there are on the files of the scenarios.
    var warningCount: Int
  }

  /// Reads the stories and chooses.
  ///
  /// - Throws: The exit status for input that is wrong, after saying what is wrong with it.
  func scenarios(of vocabularies: [Vocabulary]) throws -> Chosen {
    do {
      let folder = ScenariosFolder(folder)
      let plan = Plan(try folder.read(), vocabularies: vocabularies)
      guard plan.problems.isEmpty else {
        throw Refusal(plan.problems.map(\.description).joined(separator: "\n"))
      }
      let selection = Selection(
        targets: try paths.map { try folder.target(for: $0) }, name: name,
        tags: try tags.map { try TagExpression($0) })
      let chosen = Chosen(
        scenarios: selection.select(from: plan.scenarios),
        brokenFiles: plan.brokenFiles.filter { selection.covers($0) },
        warningCount: plan.warnings.count { selection.covers(path: $0.place.path) })
      guard !chosen.scenarios.isEmpty || !chosen.brokenFiles.isEmpty else {
        throw Refusal(
          "error: no scenario was chosen by \(selection.words) of the \(plan.scenarios.count) there are"
        )
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
