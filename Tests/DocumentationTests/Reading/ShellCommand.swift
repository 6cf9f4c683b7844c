import Foundation

/// A line that an article tells its reader to type.
enum ShellCommand {
  /// The tools that may be called beside `scenarios`.
  private static let tools: Set = ["swift", "apt-get", "cd"]

  /// What of a line there is not.
  static func mistakes(in line: String) throws -> [String] {
    guard !line.hasPrefix("#") else { return [] }
    var mistakes: [String] = []
    for command in line.replacing(" #", with: "\n#").prefix(while: { $0 != "\n" })
      .replacing("&&", with: "\n").replacing(" | ", with: "\n").split(separator: "\n")
    {
      var words = words(of: String(command))
      while let word = words.first, let sign = word.firstIndex(of: "="), !word.hasPrefix("-") {
        if !variables.contains(String(word[..<sign])) { mistakes.append(word) }
        words.removeFirst()
      }
      if words.starts(with: ["swift", "run"]) { words.removeFirst(2) }
      guard words.first == "scenarios" else {
        if let word = words.first, !tools.contains(word) { mistakes.append(word) }
        continue
      }
      mistakes += try self.mistakes(inCall: Array(words.dropFirst()))
    }
    return mistakes
  }

  private static func mistakes(inCall words: [String]) throws -> [String] {
    guard let command = words.first else { return [] }
    if command.hasPrefix("-") { return try options(of: []).contains(command) ? [] : [command] }
    if command == "help" { return try self.mistakes(inCall: Array(words.dropFirst())) }
    guard try commands().contains(command) else { return [command] }
    let known = try options(of: [command])
    return words.filter { $0.hasPrefix("-") && !known.contains($0) }
  }

  /// The commands of `scenarios`, as `scenarios --help` lists them.
  static func commands() throws -> [String] {
    let help = try help(for: [])
    guard let list = help.range(of: "SUBCOMMANDS:") else { return [] }
    return help[list.upperBound...].split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\x20{2}([a-z][\w-]*)(?: .*)?/).map { String($0.1) } }
  }

  private static func options(of command: [String]) throws -> Set<String> {
    Set(try help(for: command).matches(of: /(?:^|[\s,\[])(--?[a-z][a-z-]*)/).map { String($0.1) })
  }

  private static func help(for command: [String]) throws -> String {
    let products =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return try Tool.run(products.appending(path: "scenarios").path, command + ["--help"]).output
  }

  /// The variables that a run of the tests looks at.
  private static let variables: Set<String> = {
    let path = Page.root.appending(path: "Sources/ScenarioTesting/ScenarioCases.swift")
    let source = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return Set(source.matches(of: /"(SCENARIOS\w*)"/).map { String($0.1) })
  }()

  /// The words of a command, those in quotes together.
  private static func words(of command: String) -> [String] {
    command.matches(of: /(?:[^\s"]|"[^"]*")+/).map { String($0.0) }
  }
}
