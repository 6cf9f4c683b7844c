import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

/// Finds the scenarios of a package as cases of a parameterised test.
public enum ScenarioCases {
  static let runner = Runner()

  /// All scenarios of a folder, or those chosen through the environment.
  ///
  /// | Variable | Example | Chooses |
  /// | --- | --- | --- |
  /// | `SCENARIOS` | `Scenarios/facts/facts.yaml:31` | files, folders and lines, with commas between them |
  /// | `SCENARIOS_NAME` | `tapping details` | scenarios whose full name contains the text |
  /// | `SCENARIOS_TAGS` | `@smoke and not @slow` | scenarios whose tags are so |
  ///
  /// There is always at least one case: where no scenario is found or chosen, it is one that fails
  /// and says why.
  ///
  /// - Parameters:
  ///   - vocabularies: What the stories of each module can say.
  ///   - folder: The folder of scenarios, from the package's root; `Scenarios` unless given.
  ///   - testFile: The file that asks, from which the package's root is found.
  public static func all(
    of vocabularies: [Vocabulary], in folder: String = "Scenarios", testFile: String = #filePath
  ) -> [ScenarioCase] {
    all(
      of: vocabularies, in: folder, root: packageRoot(above: testFile),
      environment: ProcessInfo.processInfo.environment)
  }

  static func all(
    of vocabularies: [Vocabulary], in folder: String, root: String, environment: [String: String]
  ) -> [ScenarioCase] {
    let paths = IssuePaths(base: root)
    do {
      let sources = try ScenariosFolder(root + folder, shownAs: folder).read()
      let plan = Plan(sources, vocabularies: vocabularies)
      guard plan.problems.isEmpty else {
        return plan.problems.map { ScenarioCase(kind: .problem("\($0)"), paths: paths) }
      }
      let selection = try Selection(environment: environment)
      let scenarios = selection.select(from: plan.scenarios)
      let broken = plan.brokenFiles.filter(selection.covers)
      guard !(scenarios.isEmpty && broken.isEmpty) else {
        let text =
          "no scenario was chosen by \(selection.words) of the \(plan.scenarios.count) there are"
        return [ScenarioCase(kind: .problem(text), paths: paths)]
      }
      let chosen = Set(scenarios.map(\.id))
      return broken.map { ScenarioCase(kind: .brokenFile($0), paths: paths) }
        + scenarios.map { ScenarioCase(kind: .scenario($0, chosen: chosen), paths: paths) }
    } catch {
      return [ScenarioCase(kind: .problem("\(error)"), paths: paths)]
    }
  }

  /// The nearest folder above a file that holds a `Package.swift`, with a slash at its end.
  private static func packageRoot(above file: String) -> String {
    var folder = URL(filePath: file).deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
        return folder.path + "/"
      }
      folder.deleteLastPathComponent()
    }
    return URL(filePath: file).deletingLastPathComponent().path + "/"
  }
}

extension Selection {
  init(environment: [String: String]) throws(TagExpression.Problem) {
    let targets = (environment["SCENARIOS"] ?? "").split(whereSeparator: { ",\n".contains($0) })
      .map { Target($0.trimmingCharacters(in: .whitespaces)) }.filter { !$0.path.isEmpty }
    let tags = environment["SCENARIOS_TAGS"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      targets: targets, name: environment["SCENARIOS_NAME"].flatMap { $0.isEmpty ? nil : $0 },
      tags: try tags.map { text throws(TagExpression.Problem) in try TagExpression(text) })
  }
}
