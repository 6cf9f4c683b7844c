import ScenarioEngine

extension ScenarioReport {
  /// Creates a report without details: no steps, failures, notes, events and trace.
  public init(
    path: String, titles: [String], line: Int, lastLine: Int, module: String, tags: [String],
    text: String, verdict: Verdict, reason: String?, storyNanoseconds: Int64, seconds: Double,
    traceHash: String
  ) {
    self.init(
      path: path, titles: titles, line: line, lastLine: lastLine, module: module, tags: tags,
      text: text, verdict: verdict, reason: reason, steps: [], failures: [], notes: [], events: [],
      storyNanoseconds: storyNanoseconds, seconds: seconds, traceHash: traceHash, trace: "")
  }
}
