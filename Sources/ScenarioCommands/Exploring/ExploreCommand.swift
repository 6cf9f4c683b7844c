import ArgumentParser
import DisplayText
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct ExploreCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explore",
      abstract: "Search for scenarios that no story has and that go wrong.",
      discussion: """
        Each scenario that passes is run again in many variations: answers that come in another \
        order or fail, acts that happen twice or at once. A finding is a scenario that fails, \
        ready to be added to its story.

        Exit status: 0 if the app neither crashes nor hangs in any variation, with --strict also if there \
        are no findings at all, 1 otherwise, 2 if a story or the arguments are wrong.
        """)
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Write each finding below its scenario, as a known issue.")
  var add = false

  @Flag(help: "Fail for every finding, not only for crashes, hangs and the like.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "The time after which no more scenarios are varied (default: all are).",
      valueName: "seconds"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "The number of processes that run variations (default: one for each core).",
      valueName: "number"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp(
      "The output format: text for people, json for scripts.", valueName: "format"))
  var format = Format.text

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs must be at least 1, but it is \(jobs)") }
    if let seconds, seconds <= 0 {
      throw ValidationError("--seconds must be above 0, but it is \(seconds)")
    }
  }

  func run() throws {
    let (finding, selection) = try choice.find()
    let chosen = try reports(of: finding.paths, in: finding.folder, selection)
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    var exploration = Exploration(of: finding.folder) { stories in
      guard !stories.isEmpty else { return [] }
      let results = try reports(
        of: stories.map(\.path), in: finding.folder, Selection(),
        texts: Dictionary(uniqueKeysWithValues: stories.map { ($0.path, $0.text) }))
      let byPath = Dictionary(grouping: results, by: \.path)
      return stories.map { byPath[finding.folder.shown($0.path)] ?? [] }
    } isOver: {
      end.map { ContinuousClock.now >= $0 } ?? false
    }
    let findings = try exploration.findings(in: chosen, knowing: choice.isPartial ? others() : [])
    let console = Console.output
    switch format {
    case .text:
      let text = FindingText(style: TextStyle(isColored: console.isColored))
      for finding in findings { console.write(text.text(for: finding)) }
      console.write(text.summary(of: findings, exploration.counts))
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let outcome = Outcome(findings: findings, counts: exploration.counts)
      console.writeUnchanged(String(decoding: try encoder.encode(outcome), as: UTF8.self) + "\n")
    }
    if add { try write(findings, in: finding.folder) }
    if findings.contains(where: { strict || $0.judge == .hard }) { throw ExitStatus.scenarioFailed }
  }

  /// The output as JSON.
  private struct Outcome: Encodable {
    var findings: [Finding]
    var counts: Exploration.Counts
  }

  /// Runs stories, and returns the reports with all that variations are made and judged by.
  private func reports(
    of paths: [String], in folder: ScenariosFolder, _ selection: Selection,
    texts: [String: String] = [:]
  ) throws -> [ScenarioReport] {
    var run = StoryRun(of: paths, in: folder, selection: selection, workers: jobs)
    run.texts = texts
    run.job.limits = limits.limits
    run.job.contents = [.details, .shownValues, .sentences]
    var results = try run.results(of: App.self)
    if texts.isEmpty { try results.checkFound(by: selection) }
    return results.rest()
  }

  /// Runs all stories, because what any of them shows is right.
  private func others() throws -> [ScenarioReport] {
    let all = ScenariosFolder(choice.folder).find([])
    return try reports(of: all.paths, in: all.folder, Selection())
  }

  /// Writes findings into their stories.
  private func write(_ findings: [Finding], in folder: ScenariosFolder) throws {
    for (path, findings) in Dictionary(grouping: findings, by: \.path).sorted(by: {
      $0.key < $1.key
    }) {
      let source = folder.read(folder.path(shownAs: path)).file.source
      do throws(Diagnostic) {
        let text = try Finding.add(findings, to: source)
        try FileReplacement(path).replace(source.bytes, with: Array(text.utf8))
        Console.error.write("Added \(counted(findings.count, "scenario")) to \(path).\n")
      } catch {
        throw Diagnostic("\(path) was not changed: \(error.message)")
      }
    }
  }
}
