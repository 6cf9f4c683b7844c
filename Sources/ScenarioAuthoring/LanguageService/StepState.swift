import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The state of the app after a step of a run.
package struct StepState {
  /// The value of an observation.
  struct Shown {
    let name: String
    /// The value before the step; `nil` if the app showed none.
    fileprivate(set) var before: Value?
    fileprivate(set) var after: Value
  }

  private let step: StepResult
  private let report: ScenarioReport

  /// The values that the app showed, in the order in which they appeared.
  private(set) var shown: [Shown] = []

  /// The interactions between the app and its surroundings during the step.
  private var events: [ScenarioReport.Event] = []

  /// - Parameter index: The index of the step in the report.
  package init(of report: ScenarioReport, after index: Int) {
    self.report = report
    let steps = report.steps[...index]
    step = report.steps[index]
    for step in steps {
      for known in shown.indices { shown[known].before = shown[known].after }
      for value in step.shown {
        if let known = shown.firstIndex(where: { $0.name == value.name }) {
          shown[known].after = value.value.value
        } else {
          shown.append(Shown(name: value.name, before: nil, after: value.value.value))
        }
      }
    }
    // Each step that began has an event, before those that happened during it.
    var remaining = steps.count { $0.outcome != .notRun }
    for event in report.events {
      if event.kind == .step { remaining -= 1 } else if remaining == 0 { events.append(event) }
    }
  }

  /// The observations whose values the step has changed, each with its value.
  ///
  /// Of a mapping, only the keys that differ are there. A value that is no longer shown is absent.
  package var changes: Value {
    .mapping(
      shown.compactMap { shown in
        shown.after.changes(since: shown.before).map { Value.Pair(shown.name, $0) }
      })
  }

  /// The interactions during the step, one line each.
  package var eventLines: [String] {
    events.map {
      "\($0.kind.rawValue)\($0.participant.isEmpty ? "" : " of \($0.participant)"): \($0.text)"
    }
  }

  // MARK: - Text

  private static let lineLimit = 30
  private static let eventLimit = 12

  /// Returns the state as Markdown.
  ///
  /// - Parameter wording: Returns the wording of an observation in the language.
  func markdown(in language: StoryLanguage, wording: (String) -> String) -> String {
    let said = language.text
    let title = language.text(of: "in \"\(MarkdownText.plain(report.titles.last ?? ""))\"")
    guard step.outcome != .notRun else {
      let reason = MarkdownText.plain(said(report.verdictWithReason))
      return "**\(said("This step did not run"))** \(title): \(reason)"
    }
    var blocks = ["**\(said("After this step"))**, \(StoryTimeText.offset(step.time)) \(title)"]
    if step.outcome != .passed {
      blocks += failures.map { failure in
        step.outcome.verdict.symbol + " "
          + MarkdownText.plain(language.text(of: failure.messages[0]))
      }
    }
    blocks += shown.map { $0.markdown(as: wording($0.name), in: language) }
    if !events.isEmpty { blocks.append(lines(in: language).joined(separator: "\n")) }
    return blocks.joined(separator: "\n\n")
  }

  private var failures: [Failure] {
    let own = report.failures.filter { $0.line == step.line }
    // The failure of a value is at the line of the value.
    return own.isEmpty ? report.failures.filter { $0.time == step.time } : own
  }

  private func lines(in language: StoryLanguage) -> [String] {
    let lines = events.prefix(Self.eventLimit).map { event in
      let kind = Message(stringLiteral: event.kind.rawValue)
      let words = event.participant.isEmpty ? kind : kind + " of \(event.participant)"
      let text = event.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let shown = event.traffic.map { language.text(of: $0.words) } ?? text
      return "- \(language.text(of: words)): \(MarkdownText.code(shown))"
    }
    let rest = events.count - Self.eventLimit
    return lines + (rest > 0 ? ["- " + language.text(of: "… and \(rest) more")] : [])
  }

  /// Returns a block of code with lines, of which the first ones are shown.
  static func block(_ lines: [String], as format: String, _ language: StoryLanguage) -> String {
    let rest = lines.count - lineLimit
    let more = language.text(of: "… and \(Message.counted(rest, "more line"))")
    let text = (lines.prefix(lineLimit) + (rest > 0 ? [more] : [])).joined(separator: "\n")
    let fence = MarkdownText.fence(around: text, atLeast: 3)
    return "\(fence)\(format)\n\(text)\n\(fence)"
  }
}

extension StepState.Shown {
  /// Returns the value; if it has changed, with the lines that are old or new.
  fileprivate func markdown(as name: String, in language: StoryLanguage) -> String {
    let (heading, new) = (MarkdownText.code(name), after.lines)
    guard let old = before?.lines, old != new else {
      return heading + "\n" + StepState.block(new, as: "yaml", language)
    }
    let lines = LineChange.changes(from: old, to: new).map { change in
      "\(change.side.map { $0 == .expected ? "-" : "+" } ?? " ") \(change.line)"
    }
    return heading + " \(language.text(of: "changed"))\n"
      + StepState.block(lines, as: "diff", language)
  }
}

extension Value {
  /// The lines of the value in block style.
  fileprivate var lines: [String] {
    blockDescription.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns what differs from an old value: of two mappings, only the keys; `nil` if nothing does.
  func changes(since old: Value?) -> Value? {
    guard self != old else { return nil }
    guard case .mapping(let new) = self, case .mapping(let before)? = old else { return self }
    let gone = before.filter { pair in !new.contains { $0.key == pair.key } }
    return .mapping(new.filter { old?[$0.key] != $0.value } + gone.map { Pair($0.key, .absent) })
  }
}
