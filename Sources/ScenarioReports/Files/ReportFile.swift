import Foundation
import ScenarioLanguage
import ScenarioValues

/// The file of a report, which replaces an earlier report but nothing else.
package struct ReportFile {
  /// The number of bytes at the beginning of a file that show whether it is a report.
  private static let beginningLength = 2048

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
    self.format = format
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      kind = .absent
      return
    }
    // A file at these paths is an open stream of a process, such as its standard error.
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFREG where !isStream: .file
      default: .stream
      }
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
            + (destination.path.map { "\"\($0)\"" } ?? "standard output"),
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
    guard truncate(path, 0) == 0 else {
      throw Diagnostic(
        "the report \"\(path)\" can't be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Whether the report is written to a file, and not to a pipe or a device.
  package var isStored: Bool { kind != .stream }

  /// Writes a report.
  ///
  /// - Throws: `Diagnostic` if it can't be written.
  package func write(_ text: String) throws(Diagnostic) {
    do {
      guard kind == .stream else {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try Data(text.utf8).write(to: target, options: .atomic)
      }
      // Without a reader, opening a pipe would wait for one.
      let descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      _ = fcntl(descriptor, F_SETFL, O_APPEND)
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        .write(contentsOf: Data(text.utf8))
    } catch {
      throw Diagnostic("the report \"\(path)\" can't be written: \(Self.words(for: error))")
    }
  }

  /// The file itself, if the path is a symbolic link.
  private var target: URL { URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath() }

  private func isEmptyOrReport() throws(Diagnostic) -> Bool {
    do {
      let handle = try FileHandle(forReadingFrom: target)
      let beginning = try handle.read(upToCount: Self.beginningLength) ?? Data()
      try handle.close()
      return beginning.isEmpty || format.begins(String(decoding: beginning, as: UTF8.self))
    } catch {
      throw Diagnostic("\"\(path)\" exists and can't be read: \(Self.words(for: error))")
    }
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case let error as POSIXError where error.code == .ENXIO: "nothing reads the pipe"
    case let error as POSIXError: String(cString: strerror(error.code.rawValue))
    default: error.localizedDescription
    }
  }
}
