import Foundation
import ScenarioLanguage

/// The format in which reports are kept, merged and compared: lines of JSON.
///
/// Each line is an object with one key. A `run` line has a ``RunReport`` without scenarios and
/// files. It is followed by a `scenario` or `brokenFile` line for each of these. An `end` line has
/// the numbers of both, so that the incomplete file of a killed run is recognised. Files can be
/// concatenated. Dates are in ISO 8601.
public enum ResultsFile {
  private struct Line: Codable {
    var run: RunReport?
    var scenario: ScenarioReport?
    var brokenFile: BrokenFile?
    var end: End?
  }

  private struct End: Codable {
    var scenarios: Int
    var brokenFiles: Int
  }

  private struct Version: Decodable {
    var run: Run?
    struct Run: Decodable { var version: Int? }
  }

  /// Returns a report as text.
  ///
  /// - Throws: The errors of the encoder, for example for an infinite number of seconds.
  public static func text(for record: RunReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(MomentOfRun.milliseconds(date))
    }
    var text = ""
    func write(_ line: Line) throws {
      text += String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
    }
    var head = record
    (head.scenarios, head.brokenFiles) = ([], [])
    try write(Line(run: head))
    for scenario in record.scenarios { try write(Line(scenario: scenario)) }
    for file in record.brokenFiles { try write(Line(brokenFile: file)) }
    let end = End(scenarios: record.scenarios.count, brokenFiles: record.brokenFiles.count)
    try write(Line(end: end))
    return text
  }

  /// Returns the reports in a file.
  ///
  /// Unknown keys and unknown kinds of lines are ignored.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - path: The file's path, for messages.
  /// - Throws: ``ResultsFileError`` for a file that is damaged, incomplete or of another version.
  public static func records(in text: String, path: String) throws -> [RunReport] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = MomentOfRun.date(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
      }
      return date
    }
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw ResultsFileError(path: path, line: nil, message: "the file is empty")
    }
    let reader = ResultsReader(path: path, decoder: decoder)
    var records: [RunReport] = []
    var current: RunReport?
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let data = Data(line)
      if current == nil {
        try reader.check(reader.decode(Version.self, from: data, line: number).run?.version, number)
      }
      let line = try reader.decode(Line.self, from: data, line: number)
      if let run = line.run {
        guard current == nil else { throw reader.cutOff(number, current) }
        current = run
      } else if current == nil {
        throw reader.error(number, "the \"run\" line before this line is missing")
      }
      line.scenario.map { current?.scenarios.append($0) }
      line.brokenFile.map { current?.brokenFiles.append($0) }
      if let end = line.end, let record = current {
        guard end.scenarios == record.scenarios.count,
          end.brokenFiles == record.brokenFiles.count
        else {
          throw reader.error(
            number,
            "lines are missing above: found \(Summary.count(record.scenarios.count, "scenario"))"
              + " of \(end.scenarios)")
        }
        records.append(record)
        current = nil
      }
    }
    guard current == nil else { throw reader.cutOff(number, current) }
    return records
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
  public var description: String {
    "\(path):\(line.map { "\($0):" } ?? "") \(message)"
  }
}
