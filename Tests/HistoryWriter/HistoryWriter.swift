import Foundation
import ScenarioCommands
import ScenarioReports

/// A command that records runs in a folder until it is killed: `HistoryWriter FOLDER SCENARIOS`.
///
/// It prints a line for each recorded run.
@main
enum HistoryWriter {
  static func main() {
    let arguments = CommandLine.arguments
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100
    let folder = URL(filePath: arguments.count > 1 ? arguments[1] : ".")
    while true {
      let run = RunReport(
        began: .now, seconds: 1, origin: .init(command: "scenarios run", host: "here"),
        scenarios: (0..<count).map { scenario($0) })
      let remembered = RunHistory.compareAndRecord(run, in: folder)
      let words = remembered.problems.map(\.description)
      let line = words.isEmpty ? "kept \(run.id)\n" : words.joined(separator: "; ") + "\n"
      FileHandle.standardOutput.write(Data(line.utf8))
    }
  }

  private static func scenario(_ number: Int) -> ScenarioReport {
    ScenarioReport(
      path: "Scenarios/\(number % 7).yaml", titles: ["Story", "Scenario \(number)"], line: number,
      lastLine: number + 3, module: "counter", tags: [],
      text: "- scenario: Scenario \(number)\n  when: the button is pressed \(number) times",
      verdict: Bool.random() ? .passed : .failed, reason: nil, storyNanoseconds: 0, seconds: 0.001,
      traceHash: "0123456789abcdef")
  }
}
