import ScenarioLanguage
import Simulation

/// The frames of a stack that belong to the app.
enum AppFrames {
  private static let limit = 8

  /// The symbols of this executable, read when the first process dies; a worker may see many
  /// crashes.
  private static let ownTable = SymbolTable(path: SymbolTable.ownExecutable)

  static func lines(for addresses: [UInt64], in executable: String) -> [String] {
    let table = executable == SymbolTable.ownExecutable ? ownTable : SymbolTable(path: executable)
    var lines: [String] = []
    for address in addresses {
      guard let name = table.name(at: address), let module = Demangled.module(of: name),
        !CallStack.ownModules.contains(module), !name.hasSuffix("5$mainyyFZ")
      else { continue }
      let line = "in \(Demangled.text(of: name))"
      // A recursion repeats the same few functions.
      if !lines.contains(line) { lines.append(line) }
      if lines.count == limit { break }
    }
    return lines
  }

  /// Returns the location of the first function that lines such as
  /// `in closure #1 in App.FactsPresenter.load() async -> ()` name, in words.
  ///
  /// - Parameters:
  ///   - lines: The frames.
  ///   - line: The file, possibly in a folder, and the line; `nil` if they are not known.
  /// - Returns: Words such as ` in FactsPresenter.load`; `nil` if neither is known.
  static func location(in lines: [String], line: String?) -> Message? {
    let function = lines.lazy.compactMap { line in
      let name = (" " + line).split(separator: " in ").last?
        .replacing(/^(?:static |protocol witness for |specialized |dispatch thunk of )+/, with: "")
        // The name of a private function is in parentheses.
        .replacing(/\((\w+)\)/) { $0.output.1 }
      // A property's code is named after its accessor.
      return name?.prefixMatch(of: /\w+(?:\.\w+)+/)?.output.split(separator: ".").dropFirst()
        .filter { $0 != "getter" && $0 != "setter" }.joined(separator: ".")
    }.first
    let line = line?.split(separator: "/").last
    guard let function else { return line.map { " at \($0)" } }
    return " in \(function + (line.map { " (\($0))" } ?? ""))"
  }
}
