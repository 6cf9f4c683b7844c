import ArgumentParser
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// The arguments that choose scenarios, the same for every command.
struct Choice: ParsableArguments {
  @Argument(
    help: .init(
      "The story files, folders or lines to select, such as Scenarios/facts/facts.yaml:31.",
      valueName: "path[:line]"))
  var paths: [String] = []

  @Option(
    help: .init(
      "Select only scenarios whose full name contains this text; repeat it to select more.",
      valueName: "text"))
  var name: [String] = []

  @Option(
    help: .init(
      "Select only scenarios whose tags match, such as \"@smoke and not @slow\".",
      valueName: "expression"))
  var tags: [String] = []

  @Option(help: .folder) var folder = Choice.defaultFolder

  /// The scenarios folder if none is given.
  static let defaultFolder = "Scenarios"

  mutating func validate() throws {
    (paths, folder) = (paths.map(PackageFolder.path), PackageFolder.path(of: folder))
    // The folder by name is the whole folder.
    let root = URL(filePath: folder).standardizedFileURL.path
    if paths.allSatisfy({ URL(filePath: $0).standardizedFileURL.path == root }) { paths = [] }
    do throws(Diagnostic) { try RunVariables.checkForCommand(RunVariables.inProcess) } catch {
      throw ValidationError(error.text)
    }
    // An empty text would choose everything, as a variable of a script that is not set does.
    if name.contains(where: \.isBlank) {
      throw ValidationError("--name needs a text, but it is empty")
    }
    if folder.isBlank { throw ValidationError("--folder needs a folder, but it is empty") }
    if tags.contains(where: \.isBlank) {
      throw ValidationError("--tags needs an expression, but it is empty")
    }
    // Only one of them would count.
    if tags.count > 1 {
      let both = tags.map { "(\($0))" }.joined(separator: " and ")
      throw ValidationError("--tags can only be given once; combine the tags: --tags \"\(both)\"")
    }
  }

  /// The chosen part of a plan, and the notes about tags that were asked for and that no scenario
  /// has.
  typealias Chosen = (
    scenarios: [PlannedScenario], brokenFiles: [BrokenFile], unknownTags: [Diagnostic]
  )

  /// Finds the story files and the selection in them without reading any file.
  func find() throws -> (finding: ScenariosFolder.Finding, selection: Selection) {
    let finding = ScenariosFolder(folder).find(paths)
    try InputError.check(finding.problems)
    return (finding, try selection(of: finding.targets))
  }

  /// Whether only some of the stories are requested.
  var isPartial: Bool { !paths.isEmpty || !name.isEmpty || !tags.isEmpty }

  /// The stories that are requested.
  var scope: RunReport.Scope {
    RunReport.Scope(
      folder: folder, paths: paths,
      name: name.isEmpty ? nil : name.joined(separator: ", "), tags: tags.first)
  }

  /// Reads the stories and returns the chosen scenarios.
  func scenarios(of vocabularies: [Vocabulary]) throws -> Chosen {
    let reading = ScenariosFolder(folder).read(paths)
    try InputError.check(reading.problems)
    let plan = Plan(reading.sources, vocabularies: vocabularies)
    try InputError.check(plan.problems)
    let selection = try selection(of: reading.targets)
    let chosen = (
      scenarios: selection.select(from: plan.scenarios), brokenFiles: plan.brokenFiles,
      unknownTags: selection.unknownTags(among: Set(plan.scenarios.flatMap(\.tags)))
    )
    guard !chosen.scenarios.isEmpty || !chosen.brokenFiles.isEmpty else {
      throw selection.diagnostic(forNoneOf: plan.scenarios)
    }
    return chosen
  }

  /// Returns the selection among targets.
  func selection(of targets: [Selection.Target]) throws -> Selection {
    Selection(targets: targets, names: name, tags: try tags.first.map { try TagExpression($0) })
  }
}

extension ArgumentHelp {
  /// The help of the option for the scenarios folder.
  static var folder: ArgumentHelp { ArgumentHelp("The scenarios folder.", valueName: "folder") }
}

extension String {
  /// Whether the text has nothing but white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
