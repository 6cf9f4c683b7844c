import Foundation

/// The folder in which a command works: the package's root, also if it was called in a folder of
/// the package.
///
/// Stories, the history and the paths in reports are then the same wherever the command is called.
enum PackageFolder {
  /// The folder in which the command was called, with a slash at its end; `nil` for the root.
  ///
  /// The first use changes the working folder of the process to the root.
  private static let callersFolder = enter()

  /// Changes the working folder of the process to the package's root.
  static func use() { _ = callersFolder }

  /// Does work in the folder of the call, such as replacing this process by one that reads the same
  /// arguments.
  static func outside(_ work: () throws -> Void) rethrows {
    guard let callersFolder else { return try work() }
    let manager = FileManager.default
    let root = manager.currentDirectoryPath
    _ = manager.changeCurrentDirectoryPath(callersFolder)
    defer { _ = manager.changeCurrentDirectoryPath(root) }
    try work()
  }

  /// Returns the path of an argument, which is relative to the folder of the call.
  ///
  /// A path that exists only from the root stays as it is, because reports have such paths.
  static func path(of argument: String) -> String {
    guard let callersFolder, !argument.isEmpty, !argument.hasPrefix("/") else { return argument }
    let root = FileManager.default.currentDirectoryPath + "/"
    let file = argument.replacing(/:\d+(:\d+)?:?$/, with: "")
    let manager = FileManager.default
    guard manager.fileExists(atPath: callersFolder + file) || !manager.fileExists(atPath: file)
    else { return argument }
    let path = URL(filePath: callersFolder + argument).standardizedFileURL.path
    return path + "/" == root
      ? "." : path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  private static func enter() -> String? {
    let manager = FileManager.default
    let here = manager.currentDirectoryPath
    guard !manager.fileExists(atPath: Choice.defaultFolder) else { return nil }
    var folder = URL(filePath: here, directoryHint: .isDirectory)
    while !manager.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      guard folder.path != "/" else { return nil }
      folder = folder.deletingLastPathComponent()
    }
    guard folder.path != here, manager.changeCurrentDirectoryPath(folder.path) else { return nil }
    return here + "/"
  }
}
