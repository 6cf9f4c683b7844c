import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// Provides the scenarios of a package as cases of a parameterised test.
public enum ScenarioCases {
  /// Returns all scenarios of a folder, or those that environment variables select.
  ///
  /// | Variable | Example | Selects |
  /// | --- | --- | --- |
  /// | `SCENARIOS` | `Scenarios/facts/facts.yaml:31` | files, folders and lines, separated by commas; relative to the package's root |
  /// | `SCENARIOS_NAME` | `tapping details` | scenarios whose full name contains the text |
  /// | `SCENARIOS_TAGS` | `@smoke and not @slow` | scenarios whose tags match the expression |
  /// | `SCENARIOS_SHARD` | `2/5`, `auto` or `auto/5` | one of several parts, for several machines |
  /// | `SCENARIOS_TIMES` | `times.json` | results files, separated by commas, with the times by which to divide |
  ///
  ///
  /// Other tests than these cases run in every part.
  ///
  /// With `SCENARIOS_ALLOW_UNDEFINED`, scenarios with undefined steps end as cancelled and do not
  /// fail.
  ///
  /// `SCENARIOS_RESULTS` names a file to which the results are written when the tests end, for
  /// `scenarios report`.
  ///
  /// There is always at least one case. If no scenario is found or selected, that case fails and
  /// explains why. Each invalid path also adds a case that fails, next to the other cases, and each
  /// tag that no scenario has adds a case with a warning.
  ///
  /// - Parameters:
  ///   - vocabularies: The vocabularies of the modules that the stories use.
  ///   - folder: The folder of scenarios, relative to the package's root; `Scenarios` by default.
  ///   - testFile: The calling file, from which the package's root is found.
  public static func all(
    of vocabularies: [Vocabulary], in folder: String = "Scenarios", testFile: String = #filePath
  ) -> [ScenarioCase] {
    all(
      of: vocabularies, in: folder, root: packageRoot(above: testFile),
      environment: ProcessInfo.processInfo.environment)
  }

  static func all(
    of vocabularies: [Vocabulary], in folder: String, root: String, environment: [String: String],
    collector: ResultsCollector? = .shared
  ) -> [ScenarioCase] {
    let paths = IssuePaths(base: root)
    do { return try cases(of: vocabularies, in: folder, paths, environment, collector) } catch {
      return [.failing((error as? Diagnostic)?.text ?? "\(error)", paths)]
    }
  }

  private static func cases(
    of vocabularies: [Vocabulary], in folder: String, _ paths: IssuePaths,
    _ environment: [String: String], _ collector: ResultsCollector?
  ) throws -> [ScenarioCase] {
    let root = paths.base
    try RunVariables.checkNames(in: environment)
    var selection = try Selection(environment: environment)
    let stories = ScenariosFolder(root + folder, shownAs: folder)
    let role = ([root, folder] + vocabularies.map(\.module)).joined(separator: "\u{1F}")
    if Worker.role == role { JobRunner.serveScenarios(vocabularies) }
    if let notice = RealTime.notice {
      FileHandle.standardError.write(Data("note: \(notice)\n".utf8))
    }
    let reading = stories.read(environment.chosenPaths, from: root)
    let plan = Plan(reading.sources, vocabularies: vocabularies)
    let wrong = plan.problems
    guard wrong.isEmpty else { return wrong.map { .failing($0.description, paths) } }
    selection.targets = reading.targets
    var scenarios = selection.select(from: plan.scenarios)
    let isInProcess = environment.isOn("SCENARIOS_IN_PROCESS")
    if isInProcess, let obstacle = StoryRun.obstacle { throw obstacle }
    let division = try environment.division(selection, in: stories)
    let all = scenarios
    if let division {
      scenarios.removeAll {
        division.part(of: stories.path(shownAs: $0.id.path), $0.id.titles) != division.shard.number
      }
    }
    let workers = StoryWorkers(
      scenarios, of: plan, in: stories, sources: reading.sources, role: role,
      isInProcess: isInProcess,
      allowsUndefined: environment.isOn("SCENARIOS_ALLOW_UNDEFINED"), isDivided: division != nil)
    collector?.add(
      reading.sources,
      scope: RunReport.Scope(
        folder: folder, paths: environment.chosenPaths, name: selection.names.first,
        tags: selection.tags?.text),
      isPartial: scenarios.count < Selection().select(from: plan.scenarios).count
        || !reading.targets.isEmpty
    )
    if let division { collector?.add(all, of: reading.sources, division, selection, in: stories) }
    let chosen = Set(scenarios.map(\.place))
    let cases =
      reading.problems.map { ScenarioCase.failing($0.text, paths) }
      + plan.brokenFiles.map { ScenarioCase(kind: .brokenFile($0), paths: paths) }
      + scenarios.enumerated().map { index, scenario in
        ScenarioCase(kind: .scenario(scenario, index, of: workers, chosen: chosen), paths: paths)
      }
    guard !cases.isEmpty || division != nil && !all.isEmpty else {
      throw selection.diagnostic(forNoneOf: plan.scenarios)
    }
    let unknownTags = selection.unknownTags(among: Set(plan.scenarios.flatMap(\.tags)))
    let part = division.map { division in
      let words = division.shard.words.dropFirst()
      let count = scenarios.isEmpty ? ", which has no scenarios" : ""
      return ScenarioCase(kind: .notice("P\(words)\(count)"), paths: paths)
    }
    return (part.map { [$0] } ?? [])
      + unknownTags.map {
        ScenarioCase(kind: .problem($0.text, severity: .warning), paths: paths)
      } + cases
  }

  /// Returns the nearest folder above a file that contains a `Package.swift`, with a slash at its
  /// end.
  ///
  /// If there is none, it is the file's own folder.
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
  /// Creates a selection from the name and the tags in an environment.
  fileprivate init(environment: [String: String]) throws(TagExpression.Problem) {
    let name = environment["SCENARIOS_NAME", default: ""]
    let tags = environment["SCENARIOS_TAGS", default: ""]
    self.init(names: name.isEmpty ? [] : [name], tags: tags.isEmpty ? nil : try TagExpression(tags))
  }
}

extension [String: String] {
  /// The paths that an environment selects.
  fileprivate var chosenPaths: [String] { list("SCENARIOS") }

  /// Returns the division of the run over machines; `nil` if this machine runs all of it.
  fileprivate func division(
    _ selection: Selection, in folder: ScenariosFolder
  ) throws(Diagnostic) -> Division? {
    let (shard, files) = (self["SCENARIOS_SHARD", default: ""], list("SCENARIOS_TIMES"))
    guard !shard.isEmpty else {
      guard files.isEmpty else { throw Diagnostic("SCENARIOS_TIMES needs SCENARIOS_SHARD") }
      return nil
    }
    let part = try Shard(shard, option: "SCENARIOS_SHARD", environment: self)
    var runs: [RunReport] = []
    for file in files { runs += try ResultsFile.records(at: file) }
    return Division(part, byTimesOf: runs, selection: selection, in: folder)
  }

  /// Returns whether a variable is set, and not to a word for "off".
  fileprivate func isOn(_ variable: String) -> Bool {
    !["", "0", "false", "no", "off"].contains(self[variable, default: ""].lowercased())
  }

  private func list(_ variable: String) -> [String] {
    self[variable, default: ""].split(whereSeparator: { ",\n".contains($0) })
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
