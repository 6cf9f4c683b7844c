import Foundation
import ScenarioLanguage

/// The format in which reports are kept, merged and compared: lines of JSON.
///
/// Each line is an object. A `run` line has a ``RunReport`` without scenarios and files. It is
/// followed by lines for these:
///
/// - A `text` line has an author's text. Scenarios refer to it by its index, from 0 in each run, so
///   that the rows of a table of examples share one text.
/// - A `scenario` line has a ``ScenarioReport``, and the index of its text as `textIndex`. It is
///   followed by a `steps` and an `events` line, unless these are empty.
/// - A `brokenFile` line has a `BrokenFile`.
///
/// The file of a run in progress also has `planned` lines with the number of scenarios known so
/// far. An `end` line has the numbers of scenarios and files, so that the incomplete file of a killed
/// run is recognised. Its checksum is the 64-bit FNV-1a hash of the bytes of the lines before it,
/// from the `run` line, without line breaks. Files can be concatenated. Dates are in ISO 8601.
///
/// The texts of a diagnostic, a failure, a note and a problem are in English. Their `messages` have
/// the same texts in parts, by which they are translated: literals, and objects with a `value`, with
/// a `word` of the language of stories in English, or with the parts of another `message`. A value
/// that `isAuthored` is never translated. The texts that a hint proposes in place of the range of its
/// diagnostic are its `corrections`. The `text` of a difference has the parts of its `note`, and
/// `crashMessages` those of `crash`.
///
/// ```json
/// {"parts":["\"",{"value":"Given"},"\" is not allowed in \"",{"word":"scenario"},"\""]}
/// {"corrections":["given"],"parts":["Did you mean: ",{"value":"given"}]}
/// ```
package enum ResultsFile {
  struct Line: Codable {
    var run: RunReport?
    var text: String?
    var scenario: ScenarioReport?
    var textIndex: Int?
    var steps: [StepResult]?
    var events: [ScenarioReport.Event]?
    var brokenFile: BrokenFile?
    var planned: Planned?
    var end: End?
  }

  struct Planned: Codable {
    var scenarios = 0
    /// Whether all stories were read, so that the number is final.
    var isComplete = false
  }

  struct End: Codable {
    var scenarios: Int
    var brokenFiles: Int
    var checksum: String
  }

  /// Writes a report in pieces.
  ///
  /// - Parameter write: Receives one or more lines with their line breaks.
  /// - Throws: The errors of the encoder and of `write`.
  package static func write(_ run: RunReport, to write: (String) throws -> Void) throws {
    var writer = try ResultsWriter(run)
    for scenario in run.scenarios {
      try writer.add(scenario)
      try write(writer.take())
    }
    for file in run.brokenFiles { try writer.add(file) }
    try writer.addEnd()
    try write(writer.take())
  }

  /// Reads the reports in the file at a path.
  ///
  /// - Throws: `Diagnostic` for a file that can't be read.
  package static func records(at path: String) throws(Diagnostic) -> [RunReport] {
    let url = URL(filePath: path)
    // A pipe can't be mapped.
    let mapped = try? mappedCopy(of: url.resolvingSymlinksInPath())
    guard let data = mapped ?? (try? FileHandle(forReadingFrom: url).readToEnd() ?? Data()) else {
      throw Diagnostic(
        FileManager.default.fileExists(atPath: url.path)
          ? "the file \"\(path)\" can't be read" : "there is no file \"\(path)\"")
    }
    return try records(in: data, path: path)
  }

  /// Maps a copy of a file into memory, which no other process truncates; `nil` for a pipe.
  private static func mappedCopy(of file: URL) throws -> Data? {
    let kind = try file.resourceValues(forKeys: [.isRegularFileKey])
    guard kind.isRegularFile == true else { return nil }
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { unlink(copy.path) }
    try FileManager.default.copyItem(at: file, to: copy)
    return try Data(contentsOf: copy, options: .alwaysMapped)
  }

  /// Returns the run at the beginning of a file that may end in the middle of it, as an interrupted
  /// one; `nil` if no run began.
  ///
  /// - Throws: `Diagnostic` for a file of another version, and errors of the file system.
  package static func interruptedRun(at path: String) throws -> RunReport? {
    var reader = ResultsReader(path: path)
    let data = try Data(contentsOf: URL(filePath: path))
    for line in data.split(separator: UInt8(ascii: "\n"))
    where line.endIndex < data.endIndex || reader.current == nil {
      do { try reader.read(line) } catch {
        guard reader.current != nil else { throw error }
        break
      }
    }
    let missing = reader.planned.scenarios - (reader.current?.scenarios.count ?? 0)
    reader.current?.problems = [.interrupted(notRun: missing, isPlanned: reader.planned.isComplete)]
    return reader.current
  }

  /// Returns the reports in a file.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - path: The file's path, for messages.
  /// - Throws: `Diagnostic` for a file that is damaged, incomplete or of another version.
  package static func records(in text: String, path: String) throws(Diagnostic) -> [RunReport] {
    try records(in: Data(text.utf8), path: path)
  }

  private static func records(in data: Data, path: String) throws(Diagnostic) -> [RunReport] {
    guard data.contains(where: { $0 > 0x20 }) else {
      throw Diagnostic("\(path): the file is empty")
    }
    var reader = ResultsReader(path: path)
    // The bytes of a buffer are read faster than those of data.
    let lines = data.withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.indices)
    }
    for line in lines { try reader.read(data[line]) }
    return try reader.end()
  }
}
