import ArgumentParser
import Foundation

struct WatchCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: "Runs scenarios, and again whatever a saved file affects.",
      discussion: """
        A story is run again when it is saved, or a file that it names is. When the command itself \
        is built anew, because the app was changed, all run again. End it with Ctrl-C.
        """)
  }

  @OptionGroup var choice: Choice

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let console = Console.output
    let executable = Executable()
    // Watching starts first, so that a save during the first run is not missed.
    let watch = try folderWatch(and: executable?.path)
    var session = try WatchSession<App>(choice: choice, limits: limits.limits, console: console)
    try session.runAll()
    console.write("Waiting for a file to be saved; Ctrl-C ends it.\n")
    while true {
      let changes = try watch.changes()
      if let executable, changes.paths.contains(executable.path), executable.isComplete {
        console.write("\nThe app was built anew.\n\n")
        session.executable = executable.path
        try session.runAll()
        continue
      }
      try session.run(after: changes)
    }
  }

  private func folderWatch(and file: String?) throws -> FolderWatch {
    try FolderWatch(choice.folder, and: file)
  }
}
