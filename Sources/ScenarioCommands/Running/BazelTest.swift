import Foundation
import ScenarioLanguage
import ScenarioReports

/// The files and variables by which a test and Bazel understand each other.
///
/// They are described in Bazel's "Test encyclopedia".
struct BazelTest {
  private let environment: [String: String]

  /// Reads the environment; `nil` if no test of Bazel has it.
  init?(_ environment: [String: String]) {
    self.environment = environment.filter { !$0.value.isEmpty }
    guard self.environment["TEST_SRCDIR"] ?? self.environment["TEST_TOTAL_SHARDS"] != nil else {
      return nil
    }
  }

  /// Does what Bazel expects of a test that begins, and adds the options that it requires to a
  /// command.
  func begin<App>(_ command: inout RunCommand<App>) throws(Diagnostic) {
    try create("TEST_PREMATURE_EXIT_FILE")
    try create("TEST_SHARD_STATUS_FILE")
    if let folder = environment["TEST_TMPDIR"] { setenv("TMPDIR", folder, 1) }
    if let name = environment["TESTBRIDGE_TEST_ONLY"] {
      guard command.choice.name.isEmpty else {
        throw Diagnostic(
          "--name can't be combined with Bazel's --test_filter (TESTBRIDGE_TEST_ONLY is \"\(name)\")",
          hints: ["Choose scenarios in one of the two ways."])
      }
      command.choice.name = [name]
    }
    if let file = environment["XML_OUTPUT_FILE"] {
      command.reports.destinations.append(ReportDestination(format: .junit, path: file))
    }
    if let folder = environment["TEST_UNDECLARED_OUTPUTS_DIR"] {
      command.reports.destinations.append(
        ReportDestination(format: .json, path: "\(folder)/results.json"))
    }
  }

  /// Reports to Bazel that the process did not exit before its end.
  func ends() { if let file = environment["TEST_PREMATURE_EXIT_FILE"] { unlink(file) } }

  private func create(_ variable: String) throws(Diagnostic) {
    guard let file = environment[variable] else { return }
    guard FileManager.default.createFile(atPath: file, contents: nil) else {
      throw Diagnostic("the file \"\(file)\" of Bazel (\(variable)) can't be written")
    }
  }
}
