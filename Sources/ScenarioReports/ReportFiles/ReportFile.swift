import Foundation
import ScenarioLanguage

/// The file of a report, which replaces an earlier report but nothing else.
package struct ReportFile {
  /// The number of bytes at the beginning of a file that show whether it is a report.
  private static let beginningLength = 2048

  /// The number of bytes that are written at once.
  private static let bufferSize = 256 * 1024

  private let format: ReportFormat
  private let path: String
  private let kind: Kind

  private enum Kind {
    case absent, file, folder
    /// A pipe or a device, which is written to and not replaced.
    case stream
  }

  /// Creates the file of a report in a format at a path.
  package init(_ format: ReportFormat, path: String) {
    (self.format, self.path) = (format, path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      kind = .absent
      return
    }
    // A file at these paths is an open stream of a process, such as its standard error.
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    let type = status.st_mode & S_IFMT
    kind = type == S_IFDIR ? .folder : type == S_IFREG && !isStream ? .file : .stream
  }

  /// Checks several destinations, before any report is written.
  ///
  /// - Throws: `Diagnostic` if two reports have the same file, or if a file must not be replaced.
  package static func check(_ destinations: [ReportDestination]) throws(Diagnostic) {
    var formats: [String?: ReportFormat] = [:]
    for destination in destinations {
      let file = destination.path.map { ReportFile(destination.format, path: $0) }
      if let other = formats.updateValue(destination.format, forKey: file?.target.path) {
        throw Diagnostic(
          "the reports \(other.rawValue) and \(destination.format.rawValue) can't both be written to "
            + "\(destination.path.map { "\"\($0)\"" } ?? "standard output")",
          hints: ["Write each report to a file of its own."])
      }
      try file?.check()
    }
  }

  /// Checks that a report can be written here without a loss.
  package func check() throws(Diagnostic) {
    if StoryFile.isStory(path) {
      throw Diagnostic(
        "a report can't be written to \"\(path)\": story files end in .yaml or .yml",
        hints: ["Choose another file name."])
    }
    switch kind {
    case .absent, .stream: break
    case .folder: throw Diagnostic("a report can't be written to \"\(path)\": it is a folder")
    case .file:
      guard try !isEmptyOrReport() else { break }
      throw Diagnostic(
        "\"\(path)\" exists and is no \(format.rawValue) report, so it is not replaced",
        hints: ["Choose another file name, or delete the file."])
    }
  }

  /// Empties an earlier report, which would be out of date if the run did not end.
  ///
  /// - Throws: `Diagnostic` if it can't be written.
  package func empty() throws(Diagnostic) {
    guard kind == .file else { return }
    try reporting { guard truncate(path, 0) == 0 else { throw Self.systemError } }
  }

  /// Whether the report is written to a file, and not to a pipe or a device.
  package var isStored: Bool { kind != .stream }

  /// Writes a report in pieces.
  ///
  /// - Parameter report: Calls the closure that it receives with each piece.
  /// - Throws: `Diagnostic` if it can't be written, and the errors of `report`.
  package func write(_ report: (_ write: (String) throws -> Void) throws -> Void) throws {
    // Beside the earlier report, which another process may read until this one is complete.
    let new = kind == .stream ? path : "\(target.path).\(UUID().uuidString)"
    let output = try reporting {
      guard kind == .stream else {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try Self.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      }
      // Without a reader, opening a pipe would wait for one.
      let output = try Self.open(new, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC)
      _ = fcntl(output.fileDescriptor, F_SETFL, O_APPEND)
      return output
    }
    do {
      var buffer = Data()
      func flush() throws {
        try reporting { try output.write(contentsOf: buffer) }
        buffer.removeAll(keepingCapacity: true)
      }
      try report { text in
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.bufferSize { try flush() }
      }
      try flush()
      guard kind != .stream else { return }
      try reporting {
        var old = stat()
        if stat(target.path, &old) == 0 { fchmod(output.fileDescriptor, old.st_mode & 0o7777) }
        guard rename(new, target.path) == 0 else { throw Self.systemError }
      }
    } catch {
      if kind != .stream { unlink(new) }
      throw error
    }
  }

  /// Returns the result of a closure, whose errors become diagnostics about the report.
  private func reporting<Result>(_ body: () throws -> Result) throws(Diagnostic) -> Result {
    do { return try body() } catch {
      throw Diagnostic("the report \"\(path)\" can't be written: \(Self.words(for: error))")
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> FileHandle {
    let descriptor = Foundation.open(path, flags, 0o666)
    guard descriptor >= 0 else { throw systemError }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static var systemError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The file itself, if the path is a symbolic link.
  private var target: URL { URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath() }

  private func isEmptyOrReport() throws(Diagnostic) -> Bool {
    do {
      let handle = try FileHandle(forReadingFrom: target)
      let beginning = try handle.read(upToCount: Self.beginningLength) ?? Data()
      try handle.close()
      return beginning.isEmpty || format.begins(String(decoding: beginning, as: UTF8.self))
    } catch { throw Diagnostic("\"\(path)\" exists and can't be read: \(Self.words(for: error))") }
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case let error as POSIXError where error.code == .ENXIO: "nothing reads the pipe"
    case let error as POSIXError: String(cString: strerror(error.code.rawValue))
    default: error.localizedDescription
    }
  }
}
