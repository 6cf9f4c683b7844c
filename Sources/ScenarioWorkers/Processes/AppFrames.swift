import Simulation

/// The frames of a stack that belong to the app.
enum AppFrames {
  private static let limit = 8

  /// The symbols of this executable, read when the first process dies; a worker may see many
  /// crashes.
  private static let ownTable = SymbolTable(path: SymbolTable.ownExecutable)

  static func lines(for addresses: [UInt64], in executable: String) -> [String] {
    let table =
      executable == SymbolTable.ownExecutable ? ownTable : SymbolTable(path: executable)
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
}
