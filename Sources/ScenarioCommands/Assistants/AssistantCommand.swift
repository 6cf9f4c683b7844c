import ArgumentParser
import Dispatch

struct AssistantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve assistants on standard input and output, with the Model Context Protocol.",
    discussion: """
      Assistants start it. They find steps, check and run stories with it, and save them if that \
      is allowed. The app is rebuilt while it runs: it then uses the new steps.
      """)

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Flag(help: "Let the assistant write story files in the folder.") var allowWrites = false

  func run() throws {
    RealTimeOptions.report()
    let server = AssistantServer(folder: folder, allowsWrites: allowWrites)
    let end = DispatchSemaphore(value: 0)
    Task {
      await server.serve()
      end.signal()
    }
    end.wait()
  }
}
