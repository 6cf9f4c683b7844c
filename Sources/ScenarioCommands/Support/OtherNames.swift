import DisplayText

/// The names of commands and options in other tools, with their names here.
enum OtherNames {
  private static let commands = [
    "test": "run", "lint": "check", "validate": "check", "init": "new", "create": "new",
    "add": "new", "ls": "list", "fmt": "format", "fix": "format", "update": "accept",
    "snapshot": "accept", "serve": "studio", "open": "studio", "ui": "studio",
    "lsp": "language-server", "assistant": "mcp", "ai": "mcp", "agent": "mcp",
  ]

  private static let options = [
    "--tag": "--tags \"@smoke\"", "-t": "--tags \"@smoke\"", "--format": "--to junit=FILE",
    "--formatter": "--to junit=FILE", "--reporter": "--to junit=FILE", "--junit": "--to junit=FILE",
    "--output": "--to json=FILE", "-o": "--to json=FILE", "--html": "--to html=FILE",
    "--filter": "--name \"text\"", "-k": "--name \"text\"", "-n": "--name \"text\"",
    "--grep": "--name \"text\"", "--scenario": "--name \"text\"", "--verbose": "--trace",
    "-v": "--trace", "--parallel": "--jobs N", "--workers": "--jobs N", "-p": "--jobs N",
    "--bail": "--fail-fast", "-x": "--fail-fast", "--stop-on-failure": "--fail-fast",
    "--silent": "--quiet", "-q": "--quiet", "--retries": "--repeat N", "--retry": "--repeat N",
    "--dry-run": "the command check", "--watch": "the command watch",
  ]

  /// Returns what a wrong argument is called here; `nil` for an unknown one.
  ///
  /// - Parameters:
  ///   - message: The parser's message, which has the argument in quotes.
  ///   - commands: The names of the commands.
  static func hint(for message: String, commands: [String]) -> String? {
    if let option = message.firstMatch(of: /Unknown option '([^']*)'/)?.1 {
      if option == "--timeout" {
        return "A step may take 60 s of story time, and 4 s of processor time without progress."
      }
      return options[String(option)].map { "Here, it is \($0)." }
    }
    guard let argument = message.firstMatch(of: /Unexpected argument '([^']*)'/)?.1 else {
      return nil
    }
    let command = String(argument)
    let near = NearestText.suggestions(for: command, among: commands).first
    return (Self.commands[command] ?? near).map { didYouMean($0) }
  }
}
