import ScenarioReports

/// The message of a process about one scenario.
package struct ScenarioMessage: Sendable {
  /// Whether the scenario passed or did not run, so that it need not be repeated.
  package var isFine: Bool
  /// The message, as ``BinaryEncoder`` writes it.
  package var bytes: [UInt8]

  init(isFine: Bool, _ content: some Encodable) throws {
    (self.isFine, bytes) = (isFine, [])
    try BinaryEncoder.encode(content, to: &bytes)
  }

  /// Creates the message about the scenario of a request, with what the app has printed.
  package init(_ report: ScenarioReport, of request: ExecutedRuns.Request, _ output: OutputCapture)
    throws
  {
    var report = report
    report.output = output.text
    let key = ScenarioKey(file: 0, part: 0, index: request.scenario)
    try self.init(isFine: report.isFinal, RunEvent.ended(key, report))
  }
}
