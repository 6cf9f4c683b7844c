import ScenarioReports
import ScenarioRunning

extension Plan {
  /// Runs the scenarios and returns what a terminal shows, without real time.
  package func terminalOutput() -> String {
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    for file in brokenFiles { report.add(file) }
    var results: [Int: ScenarioReport] = [:]
    Runner().run(Selection().select(from: scenarios)) { results[$0] = $1 }
    var shown = ""
    for (_, result) in results.sorted(by: { $0.key < $1.key }) { shown += report.text(for: result) }
    return shown + report.ending(realTime: .zero).replacing("0 ms, ", with: "")
  }
}
