import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

/// The runs of `scenarios watch`: what a change affects, and what failed elsewhere.
struct WatchSession<App: ScenariosApp> {
  private let choice: Choice
  private let console: Console
  private let folder: ScenariosFolder
  private let runner = Runner()
  private var selection: Selection

  /// The files in which something did not pass when they were run last, and how much.
  private var troubles: [String: Int] = [:]

  /// Reads what was chosen.
  ///
  /// - Throws: The exit status for a call that is wrong, after saying what is wrong with it.
  init(choice: Choice, console: Console) throws {
    self.choice = choice
    self.console = console
    folder = ScenariosFolder(choice.folder)
    do {
      selection = Selection(name: choice.name, tags: try choice.tags.map { try TagExpression($0) })
    } catch {
      throw Self.refusal("\(error)")
    }
    let reading = folder.read(choice.paths)
    guard reading.problems.isEmpty else {
      throw Self.refusal(reading.problems.map(\.description).joined(separator: "\nerror: "))
    }
    selection.targets = reading.targets
  }

  /// Runs everything that was chosen.
  mutating func runAll() async {
    troubles = [:]
    let reading = folder.read(choice.paths)
    for problem in reading.problems { console.write("error: \(problem)\n") }
    await run(reading.sources)
  }

  /// Runs what changes affect.
  mutating func run(after changes: FolderWatch.Changes) async {
    guard !changes.isEverything else {
      console.write("\nMore has changed than could be told, so all is run again.\n")
      return await runAll()
    }
    let affected = folder.stories(affectedBy: changes.paths)
      .filter { selection.covers(path: folder.shown($0)) }
    guard !affected.isEmpty else { return }
    let shown = affected.map { folder.shown($0) }
    for path in shown { troubles[path] = nil }
    console.write("\n" + Self.list(shown) + "\n")
    let sources = affected.map { folder.read($0) }
    await run(sources.filter { FileManager.default.fileExists(atPath: $0.file.source.path) })
  }

  private mutating func run(_ sources: [StorySource]) async {
    let began = ContinuousClock.now
    let plan = Plan(sources, vocabularies: App.vocabularies)
    guard plan.problems.isEmpty else {
      console.write(plan.problems.map(\.description).joined(separator: "\n") + "\n")
      return
    }
    let scenarios = selection.select(from: plan.scenarios)
    var report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: false, width: console.width)
    for file in plan.brokenFiles {
      report.add(file)
      troubles[file.id, default: 0] += 1
    }
    var order = Repetition(scenarios: scenarios.count, times: 1, checksTraces: false)
    await runner.run(scenarios) { index, result in
      for result in order.take(result, of: index) {
        console.write(report.text(for: result))
        if result.verdict == .failed { troubles[result.scenario.id.path, default: 0] += 1 }
      }
    }
    console.write(report.ending(realTime: ContinuousClock.now - began))
    tellOfOthers(than: Set(sources.map(\.file.source.path)))
  }

  /// Reminds of files that were not run now and did not pass before.
  private func tellOfOthers(than files: Set<String>) {
    let others = troubles.keys.filter { !files.contains($0) }.sorted()
    if !others.isEmpty { console.write("Still failing elsewhere: \(Self.list(others))\n") }
  }

  private static func list(_ paths: [String]) -> String {
    paths.count > 5
      ? paths.prefix(4).joined(separator: ", ") + " and \(paths.count - 4) more"
      : paths.joined(separator: ", ")
  }

  private static func refusal(_ text: String) -> any Error {
    Console.error.write("error: \(text)\n")
    return ExitStatus.inputIsWrong
  }
}
