import Foundation
import Synchronization
import TestSupport

/// The check of a shell command that an article shows.
enum ShellCommand {
  /// The tools that a command may call besides `scenarios`.
  private static let tools: Set = ["swift", "apt-get", "cd", "cp", "git"]

  /// Returns the tools, commands, options and variables in a line that do not exist.
  static func diagnostics(in line: String) throws -> [String] {
    guard !line.hasPrefix("#") else { return [] }
    var diagnostics: [String] = []
    for command in line.replacing(" #", with: "\n#").prefix(while: { $0 != "\n" })
      .replacing("&&", with: "\n").replacing(" | ", with: "\n").split(separator: "\n")
    {
      var words = words(of: String(command))
      if words.first == "export" { words.removeFirst() }
      while let word = words.first, let sign = word.firstIndex(of: "="), !word.hasPrefix("-") {
        if !variables.contains(String(word[..<sign])) { diagnostics.append(word) }
        words.removeFirst()
      }
      if words.starts(with: ["swift", "run"]) { words.removeFirst(2) }
      guard words.first == "scenarios" else {
        if let word = words.first, !tools.contains(word) { diagnostics.append(word) }
        continue
      }
      diagnostics += try self.diagnostics(inCall: Array(words.dropFirst()))
    }
    return diagnostics
  }

  private static func diagnostics(inCall words: [String]) throws -> [String] {
    guard let command = words.first else { return [] }
    if command.hasPrefix("-") { return try options(of: []).contains(command) ? [] : [command] }
    if command == "help" { return try self.diagnostics(inCall: Array(words.dropFirst())) }
    guard try commands().contains(command) else { return [command] }
    let known = try options(of: [command])
    return words.filter { $0.hasPrefix("-") && !known.contains($0) }
  }

  /// Returns the commands that `scenarios --help` lists.
  static func commands() throws -> [String] {
    let help = try help(for: [])
    guard let list = help.range(of: "SUBCOMMANDS:") else { return [] }
    return help[list.upperBound...].split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\x20{2}([a-z][\w-]*)(?: .*)?/).map { String($0.1) } }
  }

  private static func options(of command: [String]) throws -> Set<String> {
    Set(try help(for: command).matches(of: /(?:^|[\s,\[])(--?[a-z][a-z-]*)/).map { String($0.1) })
  }

  /// The output of `--help`, by the command.
  private static let helps = Mutex<[[String]: String]>([:])

  private static func help(for command: [String]) throws -> String {
    try helps.withLock { helps in
      if let known = helps[command] { return known }
      let help = try FinishedProcess(
        of: FinishedProcess.executable(named: "scenarios"), command + ["--help"])
      helps[command] = help.output + help.errors
      return help.output + help.errors
    }
  }

  /// The environment variables that a test run, the manifest and the tests of case files read.
  private static let variables: Set<String> = {
    let paths = [
      "Package.swift", "Sources/ScenarioTesting/ScenarioCases.swift",
      "Tests/TestSupport/CaseFile.swift",
    ]
    let sources = paths.map {
      (try? String(contentsOf: Page.root.appending(path: $0), encoding: .utf8)) ?? ""
    }
    return Set(
      sources.flatMap { $0.matches(of: /"(SCENARIOS\w*|WRITE_CASES)"/).map { String($0.1) } })
  }()

  /// Splits a command into words, where a quoted text is one word.
  private static func words(of command: String) -> [String] {
    command.matches(of: /(?:[^\s"]|"[^"]*")+/).map { String($0.0) }
  }
}
