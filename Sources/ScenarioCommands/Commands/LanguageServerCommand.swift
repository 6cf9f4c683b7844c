import ArgumentParser

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "language-server",
    abstract: "Serve editors on standard input and output, with the Language Server Protocol.",
    discussion: """
      Editors start it. The app is rebuilt while it runs: it then uses the new steps.
      """)

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Flag(help: "Accepted because some editors pass it; nothing else is supported.") var stdio = false

  func run() throws { if !LanguageServer(folder: folder).run() { throw ExitCode(1) } }
}
