import Foundation

/// A folder of files for a test, removed on deinitialization.
package final class TemporaryFolder: Sendable {
  /// The folder that is removed; an extra level lets a test write files beside its own folder.
  private let outer: URL

  package let url: URL

  /// The folder with all folders of this process, and the pipe to the program that removes it.
  ///
  /// The system closes the pipe when this process has ended, even if it was killed.
  private static let ofProcess = Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let remover = Process()
    remover.executableURL = URL(filePath: "/bin/sh")
    remover.arguments = ["-c", "trap '' INT TERM HUP; read -r _; rm -rf \"$0\"", url.path]
    let pipe = Pipe()
    remover.standardInput = pipe
    remover.standardOutput = FileHandle.nullDevice
    remover.standardError = FileHandle.nullDevice
    try remover.run()
    return (url: url, pipe: pipe)
  }

  /// Creates a folder with files, keyed by their paths.
  package init(_ files: [String: String] = [:]) throws {
    outer = try Self.ofProcess.get().url.appending(path: UUID().uuidString)
    url = outer.appending(path: "Scenarios", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: outer) }

  /// Returns the location of a file.
  package func file(_ path: String) -> URL { url.appending(path: path) }

  /// Writes a file, with the folders that its path needs.
  ///
  /// A program that watches the folder sees one change. Foundation's atomic write closes a file
  /// after it is in place, which is a second change, and on a busy machine it comes later.
  package func write(_ text: String, to path: String) throws {
    try createParent(of: path)
    let complete = outer.appending(path: "complete-\(UUID().uuidString)")
    try Data(text.utf8).write(to: complete)
    guard rename(complete.path, file(path).path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Returns the text of a file.
  package func text(of path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  /// Creates a symbolic link.
  package func link(_ path: String, to destination: String) throws {
    try createParent(of: path)
    try FileManager.default.createSymbolicLink(
      atPath: file(path).path, withDestinationPath: destination)
  }

  private func createParent(of path: String) throws {
    try FileManager.default.createDirectory(
      at: file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
