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
/// An `end` line has the numbers of scenarios and files, so that the incomplete file of a killed
/// run is recognised. Its checksum is the 64-bit FNV-1a hash of the bytes of the lines before it,
/// from the `run` line, without line breaks. Files can be concatenated. Dates are in ISO 8601.
public enum ResultsFile {
  struct Line: Codable {
    var run: RunReport?
    var text: String?
    var scenario: ScenarioReport?
    var textIndex: Int?
    var steps: [StepResult]?
    var events: [ScenarioReport.Event]?
    var brokenFile: BrokenFile?
    var end: End?
  }

  struct End: Codable {
    var scenarios: Int
    var brokenFiles: Int
    var checksum: String
  }

  /// Writes a report line by line.
  ///
  /// - Parameter write: Receives each line with its line break.
  /// - Throws: The errors of the encoder and of `write`.
  public static func write(_ run: RunReport, to write: (String) throws -> Void) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(MomentOfRun.milliseconds(date))
    }
    var checksum = Fingerprint()
    func add(_ line: Line) throws {
      let bytes = try encoder.encode(line)
      checksum.add(bytes)
      try write(String(decoding: bytes, as: UTF8.self) + "\n")
    }
    var head = run
    (head.scenarios, head.brokenFiles) = ([], [])
    try add(Line(run: head))
    var texts = TextTable()
    for scenario in run.scenarios {
      let known = texts.texts.count
      let index = texts.index(of: scenario.text)
      if index == known { try add(Line(text: scenario.text.description)) }
      let (steps, events) = (scenario.steps, scenario.events)
      var scenario = scenario
      (scenario.steps, scenario.events) = ([], [])
      try add(Line(scenario: scenario, textIndex: index))
      if !steps.isEmpty { try add(Line(steps: steps)) }
      if !events.isEmpty { try add(Line(events: events)) }
    }
    for file in run.brokenFiles { try add(Line(brokenFile: file)) }
    let end = End(
      scenarios: run.scenarios.count, brokenFiles: run.brokenFiles.count, checksum: checksum.text)
    try add(Line(end: end))
  }

  /// Reads the reports in the file at a path.
  ///
  /// - Throws: `Diagnostic` for a file that can't be read.
  package static func records(at path: String) throws(Diagnostic) -> [RunReport] {
    let url = URL(filePath: path)
    // A pipe can't be mapped.
    let mapped = try? Data(contentsOf: url, options: .alwaysMapped)
    guard let data = mapped ?? (try? FileHandle(forReadingFrom: url).readToEnd() ?? Data()) else {
      throw Diagnostic("there is no file \"\(path)\", or it can't be read")
    }
    do {
      return try records(in: data, path: path)
    } catch {
      throw Diagnostic("\(error)")
    }
  }

  /// Returns the reports in a file.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - path: The file's path, for messages.
  /// - Throws: ``ResultsFileError`` for a file that is damaged, incomplete or of another version.
  public static func records(in text: String, path: String) throws -> [RunReport] {
    try records(in: Data(text.utf8), path: path)
  }

  private static func records(in data: Data, path: String) throws -> [RunReport] {
    guard data.contains(where: { $0 > 0x20 }) else {
      throw ResultsFileError(path: path, line: nil, message: "the file is empty")
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

/// The error for a results file that can't be read.
public struct ResultsFileError: Error, Hashable, CustomStringConvertible {
  /// The file's path.
  public var path: String

  /// The line, from 1; `nil` if the error is about the whole file.
  public var line: Int?

  /// The description of the problem and of its solution.
  public var message: String

  /// The path and line, followed by the message.
  public var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(message)" }
}
