import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// The preparations and acts of a scenario, with the moments at which they ran, from which the
/// scenario can be written again with changes.
struct Script: Hashable {
  /// A preparation or an act.
  struct Line: Hashable {
    let purpose: Step.Purpose
    /// The sentences with their data, as the story has them; several are acts of one moment.
    let sentences: [String]
    /// The story time at which the step begins.
    var nanoseconds: Int64
    /// The index of the step's event in the run, by which lines are ordered; `afterAll` for a line
    /// that the run did not have.
    var order: Int
    /// Whether the step belongs to the story's background.
    var isBackground: Bool
    /// The planned step.
    let planned: RunVariation.Planned
    /// The answers that the step gives to the server; `nil` for other steps, and if they stay.
    var served: ServerAnswers?

    /// The sentences with the answers that are varied.
    var written: [String] { served.flatMap { $0.areVaried ? [$0.line] : nil } ?? sentences }

    /// The line without its moment.
    var text: String { written.joined(separator: "\n") }
  }

  /// The time after the last step, in which everything ends that the app began.
  static let longestRest = Duration.seconds(600)

  /// The place of a line after all events of the run.
  static let afterAll = Int.max

  var lines: [Line]
  /// The story time of the end, before the app asks for what nothing answers; `nil` if it never does.
  var until: Int64?

  /// Creates the script of a run; `nil` if it has a timeline, whose moments no steps can say, or no
  /// act.
  ///
  /// - Parameter backgroundCount: The number of steps of the story's background.
  init?(of run: ObservedRun, backgroundCount: Int) {
    lines = []
    for (index, step) in run.steps.enumerated() {
      guard let sentences = step.sentences, run.starts.indices.contains(index) else { return nil }
      // Pauses are the times of the lines after them.
      guard step.purpose != .check, !sentences.isEmpty else { continue }
      lines.append(
        Line(
          purpose: step.purpose, sentences: sentences,
          nanoseconds: run.starts[index].nanoseconds, order: run.starts[index].order,
          isBackground: index < backgroundCount, planned: .init(index, of: run.report.line),
          served: step.purpose == .prepare ? step.answers : nil))
    }
    if acts.isEmpty { return nil }
    for index in lines.indices where isFixed(index) { lines[index].served = nil }
  }

  /// Takes the moments of a run with the lines.
  mutating func follow(_ run: ObservedRun) {
    let steps = run.steps.indices.filter { run.steps[$0].purpose != .check }
    for (line, start) in zip(lines.indices, steps.map { run.starts[$0] }) {
      (lines[line].order, lines[line].nanoseconds) = (start.order, start.nanoseconds)
    }
  }

  /// The time after the last step.
  var rest: Duration { until.map { .nanoseconds(max(0, $0 - end)) } ?? Self.longestRest }

  /// The variation of the run in which the lines run, without checks.
  var variation: RunVariation {
    RunVariation(
      lines.map(\.planned), at: lines.map(\.nanoseconds), rest: rest,
      given: lines.compactMap { line in
        guard let served = line.served, served.areVaried else { return nil }
        return .answers(line.planned, served.data)
      })
  }

  /// Returns whether a line stays as it is: in a story whose background acts, the lines of the
  /// background can't come again with a change.
  func isFixed(_ index: Int) -> Bool {
    lines[index].isBackground && lines.contains { $0.isBackground && $0.purpose == .act }
  }

  /// The indices of the acts.
  var acts: [Int] { lines.indices.filter { lines[$0].purpose == .act } }

  /// The lines with their moments, by which two scripts are the same.
  var moments: [String] { lines.map { "\($0.nanoseconds) \($0.text)" } }

  /// Moves all lines after an event, so that acts still wait for what they need.
  mutating func moveLines(after order: Int, by time: Int64) {
    guard time > 0 else { return }
    for index in lines.indices where lines[index].order > order { lines[index].nanoseconds += time }
  }

  /// Returns the text of an item of `scenarios`.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - checks: The checks after the last line and a time of ``rest``, as sentences with data.
  ///   - hasBackground: Whether the story runs the lines of its background.
  ///   - wait: The time between the last line and the checks; `nil` for ``rest``.
  ///   - premises: The checks before the last act.
  func scenario(
    _ title: String, checks: [String], hasBackground: Bool = false, wait: Int64? = nil,
    premises: [String] = []
  ) -> String {
    var text = "  - scenario: \(Notation.text(title, in: .block))\n    steps:\n"
    func add(_ keyword: String, _ sentences: [String]) {
      let isOne = sentences.count == 1
      text += "      - \(keyword):\n" + (isOne || keyword == "then" ? "" : "          at once:\n")
      text += sentences.map { (isOne ? "          " : "            - ") + "\($0)\n" }.joined()
    }
    var now: Int64 = 0
    for line in lines {
      defer { now = max(now, line.nanoseconds) }
      if hasBackground, line.isBackground { continue }
      if line.nanoseconds > now { text += "      - \(Self.pause(line.nanoseconds - now))\n" }
      if !premises.isEmpty, line == lines.last { add("then", premises) }
      add(line.purpose == .prepare ? "given" : "when", line.written)
    }
    text += "      - \(Self.pause(wait ?? rest.wholeNanoseconds))\n"
    if !checks.isEmpty { add("then", checks) }
    return text
  }

  private static func pause(_ nanoseconds: Int64) -> String {
    "\(DurationText.format(.nanoseconds(nanoseconds))) pass"
  }
}
