/// The words with which a person calls the command again.
package enum CommandCall {
  /// The words that began this process: `swift run scenarios` for an executable in a build folder,
  /// otherwise the path as it was typed.
  package static let name = words(for: CommandLine.arguments.first ?? "")

  /// Returns the words for the path of an executable.
  package static func words(for path: String) -> String {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !name.hasSuffix(".xctest") else { return "scenarios" }
    let isBuilt = parts.count > 1 && ["debug", "release"].contains(parts[parts.count - 2])
    return isBuilt ? "swift run \(name)" : path
  }
}
