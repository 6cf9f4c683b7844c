import ArgumentParser
import ScenarioRunning

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
