import ArgumentParser
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct WatchCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: "Run scenarios, and run those affected by a saved file again.",
      discussion: """
        A story runs again when it or a file that it names is saved. When the command itself \
        is rebuilt after a change to the app, all stories run again. Press Ctrl-C to stop.
        """)
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  @OptionGroup var realTime: RealTimeOptions

  func run() throws {
    RealTimeOptions.report()
    let console = Console.output
    let executable = Executable()
    // Watching starts first, so that a save during the first run is not missed.
    var watch = FolderWatch(ScenariosFolder(choice.folder), and: executable)
    var session = try WatchSession<App>(choice: choice, limits: limits.limits, console: console)
    try session.runAll()
    console.write("Waiting for changes; press Ctrl-C to stop.\n")
    while true {
      let changes = watch.changes()
      if let executable, changes.contains(executable.path), executable.isComplete {
        console.write("\nThe app was rebuilt.\n\n")
        session.executable = executable.path
        try session.runAll()
        continue
      }
      try session.run(after: changes)
    }
  }
}

/// The runs of `scenarios watch`: the stories that a change affects, and a reminder of failures in
/// other files.
struct WatchSession<App: ScenariosApp> {
  private let choice: Choice
  private let console: Console
  private let folder: ScenariosFolder
  private let limits: WorkerLimits
  private let selection: Selection

  /// The command's executable after it was rebuilt, from which workers are started.
  var executable: String?

  /// The number of failures in the last run of each file that had any.
  private var failures: [String: Int] = [:]

  /// Finds the chosen stories.
  ///
  /// - Throws: `Diagnostic` or ``InputError`` if the arguments are wrong.
  init(choice: Choice, limits: WorkerLimits, console: Console) throws {
    (self.choice, self.limits, self.console) = (choice, limits, console)
    folder = ScenariosFolder(choice.folder)
    selection = try choice.find().selection
  }

  /// Runs all chosen stories.
  mutating func runAll() throws {
    failures = [:]
    let finding = folder.find(choice.paths)
    console.report(finding.problems)
    try run(finding.paths)
  }

  /// Runs the stories that the changes affect.
  mutating func run(after changes: Set<String>) throws {
    let affected = folder.stories(affectedBy: changes)
      .filter { selection.covers(path: folder.shown($0)) }
    guard !affected.isEmpty else { return }
    let shown = affected.map { folder.shown($0) }
    for path in shown { failures[path] = nil }
    console.write("\n" + Self.list(shown) + "\n")
    try run(affected.filter { folder.has($0) })
  }

  private mutating func run(_ paths: [String]) throws {
    let began = ContinuousClock.now
    var run = StoryRun(of: paths, in: folder, selection: selection)
    (run.job.limits, run.executable) = (limits, executable)
    run.job.namesFiles = true
    var report = TerminalReport(on: console, listsAll: false)
    do {
      let outcome = try run.run(vocabularies: { App.vocabularies }) { event, results in
        if case .planned(let summary) = event {
          folder.add(namedFiles: summary.namedFiles)
          if let broken = summary.broken, summary.part == 0 {
            report.add(broken)
            failures[broken.path, default: 0] += 1
          }
        }
        while let scenario = results.next(skipsMissing: false) {
          console.write(report.text(for: scenario))
          if scenario.fails { failures[scenario.path, default: 0] += 1 }
        }
      }
      if case .interrupted(let signal) = outcome.end { throw ExitStatus.interrupted(by: signal) }
    } catch let status as ExitCode { throw status } catch {
      let problems = InputError.diagnostics(of: error).map(\.description)
      return console.write(problems.joined(separator: "\n") + "\n")
    }
    console.write(report.ending(realTime: ContinuousClock.now - began))
    // Files that were not run now and failed before.
    let others = Set(failures.keys).subtracting(paths.map { folder.shown($0) }).sorted()
    if !others.isEmpty { console.write("Still failing elsewhere: \(Self.list(others))\n") }
  }

  private static func list(_ paths: [String]) -> String {
    paths.count > 5
      ? paths.prefix(4).joined(separator: ", ") + " and \(paths.count - 4) more"
      : paths.joined(separator: ", ")
  }
}
