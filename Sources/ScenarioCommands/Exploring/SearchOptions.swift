import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// The options of the commands that run many changed stories.
struct SearchOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  @Option(
    help: .init(
      "The time after which nothing more is tried (default: everything is).", valueName: "seconds"))
  var seconds: Double?

  @Option(
    help: .init(
      "The number of processes that run scenarios (default: one for each core).",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: .init(
      "The output format: text for people, json for scripts, github for annotations.",
      valueName: "format"))
  var format = Format.text

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1, but it is \(jobs)") }
    if let seconds, seconds <= 0 {
      throw ValidationError("--seconds must be above 0, but it is \(seconds)")
    }
  }

  /// Returns whether the time is over, which begins now.
  var isOver: () -> Bool {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    return { end.map { ContinuousClock.now >= $0 } ?? false }
  }
}

extension StoryRun {
  /// Runs stories that are no files of a folder, and returns the reports of each.
  static func reports(
    on stories: [(path: String, text: String)], in folder: ScenariosFolder,
    of app: (some ScenariosApp).Type, jobs: Int?, limits: WorkerLimits,
    contents: ScenarioReport.Contents
  ) throws -> [[ScenarioReport]] {
    guard !stories.isEmpty else { return [] }
    var run = StoryRun(of: stories.map(\.path), in: folder, selection: Selection(), workers: jobs)
    run.texts = Dictionary(uniqueKeysWithValues: stories.map { ($0.path, $0.text) })
    (run.job.limits, run.job.contents) = (limits, contents)
    var results = try run.results(of: app)
    let byPath = Dictionary(grouping: results.rest(), by: \.path)
    return stories.map { byPath[folder.shown($0.path)] ?? [] }
  }

  /// Runs variations of scenarios, and returns the reports of each scenario, with the values that the
  /// app shows; none where a story can't be run.
  static func reports(
    on varied: [VariedScenario], texts: [String: String], in folder: ScenariosFolder,
    of app: (some ScenariosApp).Type, jobs: Int?, limits: WorkerLimits
  ) throws -> [[ScenarioReport]] {
    guard !varied.isEmpty else { return [] }
    let variations = Dictionary(grouping: varied, by: \.path)
    var run = StoryRun(
      of: variations.keys.sorted(), in: folder, selection: Selection(), workers: jobs)
    (run.texts, run.variations) = (texts, variations)
    (run.job.limits, run.job.contents) = (limits, [.details, .shownValues, .course])
    run.job.observesOnce = true
    var results = try run.results(of: app)
    var byPath = Dictionary(grouping: results.rest(), by: \.path).mapValues { $0[...] }
    return varied.map { scenario in
      let path = folder.shown(scenario.path)
      let count = scenario.variations.count
      defer { byPath[path] = byPath[path]?.dropFirst(count) }
      let reports = byPath[path]?.prefix(count) ?? []
      return reports.count == count ? Array(reports) : []
    }
  }
}

extension SourceFile {
  /// Replaces the text of a story on disk by one with what was found, and reports it.
  func replace(
    adding found: String, _ text: (SourceFile) throws(Diagnostic) -> String
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try FileReplacement(path).replace(bytes, with: Array(text(self).utf8))
      Console.error.write("Added \(found) to \(path).\n")
    } catch { throw Diagnostic("\(path) was not changed: \(error.message)") }
  }
}

extension Console {
  /// Writes what was found as GitHub Actions commands: the first of each file, because GitHub shows
  /// only few.
  func writeAnnotations<Found>(
    of found: [Found], path: (Found) -> String, command: (_ first: Found, _ more: String) -> String
  ) {
    for (_, found) in Dictionary(grouping: found, by: path).sorted(by: { $0.key < $1.key }) {
      let more = found.count > 1 ? "\n… and \(found.count - 1) more in this file" : ""
      writeUnchanged(command(found[0], more) + "\n")
    }
  }

  /// Writes what a search did not try as one GitHub Actions command.
  func writeNotice(of command: String, _ omissions: [String]) {
    guard !omissions.isEmpty else { return }
    let message = omissions.joined(separator: "\n")
    writeUnchanged(GitHubAnnotations.command("notice", title: command, message: message) + "\n")
  }

  /// Writes a value as JSON.
  func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    writeUnchanged(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }
}
