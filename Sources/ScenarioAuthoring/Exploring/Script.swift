import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

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
    /// The index of the planned step.
    let step: Int
    /// The line of the scenario that has the step.
    let scenario: Int

    /// The line without its moment.
    var text: String { sentences.joined(separator: "\n") }
  }

  /// The time after the last step, in which everything ends that the app began.
  static let longestRest = Duration.seconds(600)

  /// Answers that a line gives to the server.
  struct Served: Hashable {
    /// The place of the line.
    var place: Int
    /// The index of the planned step, and the line of its scenario.
    let step: Int
    let scenario: Int
    let answers: ServerAnswers
  }

  var lines: [Line]
  /// The story time of the end, before the app asks for what nothing answers; `nil` if it never does.
  var until: Int64?
  var served: [Served] = []
  /// The answers in place of served ones, by the indices of these.
  var answers: [Int: [ServerAnswers.Answer]] = [:]

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
          nanoseconds: run.starts[index].nanoseconds, place: run.starts[index].place,
          isBackground: index < backgroundCount, step: index, scenario: run.report.line))
      guard step.purpose == .prepare else { continue }
      served += (step.answers ?? []).map {
        Served(
          place: run.starts[index].place, step: index, scenario: run.report.line, answers: $0)
      }
    }
    if acts.isEmpty { return nil }
    let fixed = Set(lines.indices.filter(isFixed).map { lines[$0].place })
    served.removeAll { fixed.contains($0.place) }
  }

  /// Removes the lines from an index on, with the answers that they give.
  mutating func keepLines(upTo end: Int) {
    let place = lines[end].place
    lines.removeSubrange(end...)
    served.removeAll { $0.place >= place }
  }

  /// Takes the moments of a run with the lines.
  mutating func follow(_ run: ObservedRun) {
    let steps = run.steps.indices.filter { run.steps[$0].purpose != .check }
    var places: [Int: Int] = [:]
    for (line, start) in zip(lines.indices, steps.map { run.starts[$0] }) {
      places[lines[line].place] = start.place
      (lines[line].place, lines[line].nanoseconds) = (start.place, start.nanoseconds)
    }
    for index in served.indices {
      served[index].place = places[served[index].place] ?? served[index].place
    }
  }

  /// Returns the answers of a line in place of others, with their index; `nil` if it has none.
  func answers(at place: Int) -> (index: Int, answers: [ServerAnswers.Answer])? {
    answers.first { served[$0.key].place == place }.map { ($0.key, $0.value) }
  }

  /// The lines with the answers in place of others, as a story has them.
  var written: [Line] {
    answers.reduce(into: lines) { lines, answers in
      let served = served[answers.key]
      for index in lines.indices where lines[index].place == served.place {
        lines[index].sentences[served.answers.sentence] = served.answers.line(answers.value)
      }
    }
  }

  /// The time after the last step.
  var rest: Duration {
    until.map { .nanoseconds(max(0, $0 - end)) } ?? Self.longestRest
  }

  /// The variation of the run in which the lines run, without checks.
  var variation: RunVariation {
    RunVariation(
      lines.map { .init(step: $0.step, of: $0.scenario, nanoseconds: $0.nanoseconds) }, rest: rest,
      given: answers.map { index, answers in
        let (given, served) = (served[index], served[index].answers)
        return .init(
          step: given.step, of: given.scenario, sentence: served.sentence,
          data: served.data(answers))
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
  var moments: [String] { written.map { "\($0.nanoseconds) \($0.text)" } }

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
  ///   - wait: The time between the last line and the checks; `nil` for ``rest``.
  func scenario(
    _ title: String, checks: [String], hasBackground: Bool = false,
    wait: Int64? = nil
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
    for line in written {
      if line.nanoseconds > now, !(hasBackground && line.isBackground) {
        text += "      - \(Self.pause(line.nanoseconds - now))\n"
      }
      now = max(now, line.nanoseconds)
      guard !(hasBackground && line.isBackground) else { continue }
      add(line.purpose == .prepare ? "given" : "when", line.sentences)
    }
    text += "      - \(Self.pause(wait ?? rest.wholeNanoseconds))\n"
    if !checks.isEmpty { add("then", checks) }
    return text
  }

  private static func pause(_ nanoseconds: Int64) -> String {
    "\(DurationText.format(.nanoseconds(nanoseconds))) pass"
  }
}
