import Foundation
import TestSupport
import Testing

/// An independent JSON Schema validator, implemented in Python.
struct SchemaValidator {
  /// Whether the validator is installed.
  ///
  /// If the environment variable `SCENARIOS_CI` is set, the validator is required.
  static let isThere: Bool =
    Sample.isInCI
    || (try? python(["-c", "import jsonschema, yaml"]).status) == 0

  /// Returns the verdict on each file by its path: `valid`, or the most relevant error.
  static func verdicts(on files: [String], schema: String) throws -> [String: String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "validate.py")
    let call = try python([script.path, schema] + files)
    try #require(call.status == 0, "\(call.errors)")
    var verdicts: [String: String] = [:]
    for line in call.output.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if parts.count == 2 { verdicts[parts[0]] = parts[1] }
    }
    return verdicts
  }

  private static func python(_ arguments: [String]) throws -> FinishedProcess {
    try FinishedProcess(of: "python3", ["-W", "ignore"] + arguments)
  }
}
