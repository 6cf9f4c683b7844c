import Foundation
import ScenarioLanguage
import ScenarioWorkers

/// A run of stories that an editor has asked for.
final class StoryProcess {
  private let process = Process()
  private let output: URL

  init(_ executable: Executable, _ arguments: [String], in folder: String) throws {
    output = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString).txt")
    guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
      throw Diagnostic("the file \"\(output.path)\" can't be written")
    }
    let file = try FileHandle(forWritingTo: output)
    process.executableURL = URL(filePath: executable.path)
    (process.arguments, process.environment) = (arguments, OwnedProcess.environment)
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
  }

  /// The text that the run has printed, and whether all scenarios passed; `nil` before its end.
  var result: (text: String, succeeded: Bool)? {
    guard !process.isRunning else { return nil }
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(at: output)
    return (text, process.terminationStatus == 0)
  }
}
