import ScenarioKit
import ScenarioLanguage

/// The preparations and acts of a scenario, with the moments at which they ran, from which the
/// scenario can be written again with changes.
struct Script: Hashable {
  /// A preparation or an act.
  struct Line: Hashable {
    let purpose: Step.Purpose
    /// The sentences with their data, as a story has them; several are acts of one moment.
    var sentences: [String]
    /// The story time at which the step begins.
    var nanoseconds: Int64
    /// The index of the step's event in the run, which tells what came before it.
    var place: Int
    /// Whether the step belongs to the story's background.
    let isBackground: Bool

    /// The line without its moment.
    var text: String { sentences.joined(separator: "\n") }
  }

  /// The time after the last step, in which everything ends that the app began.
  static let rest = Duration.seconds(600)

  var lines: [Line]

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
          purpose: step.purpose, sentences: sentences, nanoseconds: run.starts[index].nanoseconds,
          place: run.starts[index].place, isBackground: index < backgroundCount))
    }
    if acts.isEmpty { return nil }
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
  mutating func moveLines(after place: Int, by time: Int64) {
    guard time > 0 else { return }
    for index in lines.indices where lines[index].place > place { lines[index].nanoseconds += time }
  }

  /// Returns the text of an item of `scenarios`.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - checks: The checks after the last line and a time of ``rest``, as sentences with data.
  ///   - hasBackground: Whether the story runs the lines of its background.
  ///   - wait: The time between the last line and the checks.
  func scenario(
    _ title: String, checks: [String], hasBackground: Bool = false,
    wait: Int64 = Script.rest.wholeNanoseconds
  ) -> String {
    var text = "  - scenario: \(Notation.text(title, in: .block))\n"
    text += "    steps:\n"
    func add(_ keyword: String, _ sentences: [String]) {
      if sentences.count == 1 {
        text += "      - \(keyword):\n          \(sentences[0])\n"
      } else {
        let key = keyword == "then" ? "" : "          at once:\n"
        text += "      - \(keyword):\n\(key)"
        text += sentences.map { "            - \($0)\n" }.joined()
      }
    }
    var now: Int64 = 0
    for line in lines {
      if line.nanoseconds > now, !(hasBackground && line.isBackground) {
        text += "      - \(Self.pause(line.nanoseconds - now))\n"
      }
      now = max(now, line.nanoseconds)
      guard !(hasBackground && line.isBackground) else { continue }
      add(line.purpose == .prepare ? "given" : "when", line.sentences)
    }
    text += "      - \(Self.pause(wait))\n"
    if !checks.isEmpty { add("then", checks) }
    return text
  }

  private static func pause(_ nanoseconds: Int64) -> String {
    "\(DurationText.format(.nanoseconds(nanoseconds))) pass"
  }
}
