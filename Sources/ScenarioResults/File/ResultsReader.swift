import Foundation

/// Decodes values of a results file and describes decoding errors in words.
struct ResultsReader {
  var path: String
  var decoder: JSONDecoder

  func error(_ line: Int?, _ message: String) -> ResultsFileError {
    ResultsFileError(path: path, line: line, message: message)
  }

  /// Returns the error for results that end in the middle of a run.
  func cutOff(_ line: Int, _ record: RunReport?) -> ResultsFileError {
    let scenarios = Summary.count(record?.scenarios.count ?? 0, "scenario")
    return error(
      line,
      "the results end here, after \(scenarios): the run was stopped, or the file is truncated\n"
        + "  Run the scenarios again.")
  }

  /// Throws an error if a version is not the current one.
  func check(_ version: Int?, _ line: Int?) throws {
    guard let version, version != RunReport.currentVersion else { return }
    throw error(
      line,
      "these results have format version \(version), but this version of swift-scenarios reads"
        + " version \(RunReport.currentVersion)\n"
        + "  Run the scenarios again, or use the version that wrote the results.")
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data, line: Int?) throws -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch let problem as DecodingError {
      throw error(line ?? Self.line(of: problem), Self.words(for: problem))
    }
  }

  private static func words(for problem: DecodingError) -> String {
    func name(_ path: [any CodingKey]) -> String {
      path.map { key in key.intValue.map { "\($0 + 1)" } ?? key.stringValue }
        .joined(separator: ".")
    }
    let what =
      switch problem {
      case .keyNotFound(let key, let context): "\"\(name(context.codingPath + [key]))\" is missing"
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\"\(name(context.codingPath))\" has an unexpected type"
      case .dataCorrupted(let context) where !context.codingPath.isEmpty:
        "\"\(name(context.codingPath))\" has an unknown value"
      default: "the text is not valid JSON"
      }
    return "the results are damaged: \(what)\n  Run the scenarios again, or omit the file."
  }

  /// Returns the line at which a document stops being JSON, if the decoder reports it.
  private static func line(of problem: DecodingError) -> Int? {
    guard case .dataCorrupted(let context) = problem, let cause = context.underlyingError else {
      return nil
    }
    return "\(cause)".firstMatch(of: /line (\d+)/).flatMap { Int($0.1) }
  }
}
