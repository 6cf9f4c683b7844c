import Foundation
import Testing

/// A temporary folder in which tests call `scenarios`, removed on deinitialization.
final class StoriesFolder {
  let url: URL

  /// Creates a folder with files, keyed by their paths.
  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "stories-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  /// Writes a file to a path relative to the folder.
  ///
  /// `scenarios watch` sees one change. Foundation's atomic write closes a file after it is in place,
  /// which is a second change, and on a busy machine it comes during the next run.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let complete = url.appending(path: ".complete")
    try text.write(to: complete, atomically: false, encoding: .utf8)
    try #require(rename(complete.path, file.path) == 0)
  }

  /// Returns the text of a file at a path relative to the folder.
  func text(of path: String) throws -> String {
    try String(contentsOf: url.appending(path: path), encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Calls `scenarios` in this folder.
  func call(_ arguments: String..., environment: [String: String] = [:]) async throws
    -> CommandLineCall
  {
    try await call(arguments, environment: environment)
  }

  /// Calls `scenarios` or another command of this package in this folder.
  func call(
    _ arguments: [String], environment: [String: String] = [:], command: String = "scenarios"
  ) async throws -> CommandLineCall {
    // A full pipe would block the process.
    let (output, errors) = (try OutputFile(), try OutputFile())
    let process = CommandLineCall.process(
      arguments, in: url, environment: environment, command: command)
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let status = try await CommandLineCall.finish(process)
    return CommandLineCall(
      output: CommandLineCall.stable(try output.text),
      errors: CommandLineCall.stable(try errors.text), status: status)
  }
}

/// A temporary file for the output of a process.
private final class OutputFile {
  let handle: FileHandle
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var text: String {
    get throws { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
  }
}
