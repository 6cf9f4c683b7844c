import Foundation
import ScenarioLanguage

/// Reads a results file line by line, and describes errors in words.
struct ResultsReader {
  private let path: String
  private let decoder = JSONDecoder()
  private var number = 0
  private var runs: [RunReport] = []
  /// The run whose `end` line has not been read.
  var current: RunReport?
  private(set) var planned = ResultsFile.Planned()
  private var texts: [StoryText] = []
  private var checksum = Fingerprint()

  private struct Version: Decodable {
    var run: Run?
    struct Run: Decodable { var version: Int? }
  }

  init(path: String) {
    self.path = path
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try String(from: decoder)
      guard let date = ISO8601.date(text, zone: .gmt) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: text))
      }
      return date
    }
  }

  /// Reads a line without its line break.
  mutating func read(_ data: Data) throws(Diagnostic) {
    number += 1
    guard data.contains(where: { $0 > 0x20 }) else { return }
    let data = data.last == UInt8(ascii: "\r") ? data.dropLast() : data
    if current == nil {
      guard let run = try? decoder.decode(Version.self, from: data).run else {
        throw error(
          "no results begin here",
          hints: [
            "Results are written by \"scenarios run --to json=FILE\". Run it again, or omit the file."
          ])
      }
      try check(run.version)
    }
    if keepList(in: data) { return data.withUnsafeBytes { checksum.add($0) } }
    let line = try decode(ResultsFile.Line.self, from: data)
    if let run = line.run {
      guard current == nil else { throw cutOff }
      (current, texts, checksum) = (run, [], Fingerprint())
    }
    if let end = line.end { return try finish(end) }
    data.withUnsafeBytes { checksum.add($0) }
    if let text = line.text { texts.append(StoryText(text)) }
    if var scenario = line.scenario {
      guard let index = line.textIndex, texts.indices.contains(index) else {
        throw damage("\"textIndex\" refers to no text")
      }
      scenario.text = texts[index]
      scenario.compact(after: current?.scenarios.last)
      current?.scenarios.append(scenario)
    }
    line.brokenFile.map { current?.brokenFiles.append($0) }
    planned = line.planned ?? planned
  }

  /// Leaves the steps or events of a scenario in the copy of the file, and returns whether a line
  /// has them.
  private mutating func keepList(in line: Data) -> Bool {
    guard let last = current?.scenarios.indices.last, line.last == UInt8(ascii: "}") else {
      return false
    }
    let (steps, events) = (#"{"steps":"#.utf8, #"{"events":"#.utf8)
    if line.starts(with: steps) {
      current?.scenarios[last].keep(steps: line.dropFirst(steps.count).dropLast())
    } else if line.starts(with: events) {
      current?.scenarios[last].keep(events: line.dropFirst(events.count).dropLast())
    } else {
      return false
    }
    return true
  }

  /// Returns the runs after the last line.
  func end() throws(Diagnostic) -> [RunReport] {
    guard current == nil else { throw cutOff }
    return runs
  }

  private mutating func finish(_ end: ResultsFile.End) throws(Diagnostic) {
    guard let run = current else { return }
    guard end.scenarios == run.scenarios.count, end.brokenFiles == run.brokenFiles.count else {
      let found = Message.counted(run.scenarios.count, "scenario")
      throw error("lines are missing above: found \(found) of \(end.scenarios)")
    }
    guard end.checksum == checksum.text else {
      throw damage("the lines above differ from those that were written")
    }
    runs.append(run)
    current = nil
  }

  // MARK: - Errors

  private func error(_ message: Message, hints: [Message] = []) -> Diagnostic {
    Diagnostic("\(path):\(number): \(message)", hints: hints)
  }

  private func damage(_ what: Message) -> Diagnostic {
    error("the results are damaged: \(what)", hints: ["Run the scenarios again, or omit the file."])
  }

  /// The error for results that end in the middle of a run.
  private var cutOff: Diagnostic {
    let scenarios = Message.counted(current?.scenarios.count ?? 0, "scenario")
    return error(
      "the results end here, after \(scenarios): the run was stopped, or the file is truncated",
      hints: ["Run the scenarios again."])
  }

  /// Throws an error if a version is not the current one.
  private func check(_ version: Int?) throws(Diagnostic) {
    guard let version, version != RunReport.currentVersion else { return }
    throw error(
      "these results have format version \(version), but this version of swift-scenarios reads"
        + " version \(RunReport.currentVersion)",
      hints: ["Run the scenarios again, or use the version that wrote the results."])
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws(Diagnostic) -> Value {
    do { return try decoder.decode(type, from: data) } catch {
      throw damage(Self.words(for: error))
    }
  }

  private static func words(for problem: any Error) -> Message {
    func name(_ path: [any CodingKey]) -> String {
      path.map { key in key.intValue.map { "\($0 + 1)" } ?? key.stringValue }.joined(separator: ".")
    }
    return switch problem as? DecodingError {
    case .keyNotFound(let key, let context): "\"\(name(context.codingPath + [key]))\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\"\(name(context.codingPath))\" has an unexpected type"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\"\(name(context.codingPath))\" has an unknown value"
    default: "the text is not valid JSON"
    }
  }
}
