import ScenarioLanguage
import ScenarioReports

/// The first part in which two runs of a scenario differ.
struct RunDifference {
  /// The part, such as `entry 3 of the trace`.
  let part: Message
  let first: String
  let second: String

  private init(_ part: Message, _ first: String, _ second: String) {
    (self.part, self.first, self.second) = (part, first, second)
  }

  /// Returns `nil` if the runs have the same verdict, failures, trace, shown values and output.
  init?(_ first: ScenarioReport, _ second: ScenarioReport) {
    if (first.verdict, first.reason) != (second.verdict, second.reason)
      || first.failures != second.failures
    {
      self.init("the result", first.resultText, second.resultText)
    } else if let difference = Self.firstLine(
      first.comparableTrace, second.comparableTrace, "entry", "the trace")
      ?? Self.firstShown(first, second)
      ?? Self.firstLine(
        first.comparableOutput, second.comparableOutput, "line", "the app's output")
    {
      self = difference
    } else {
      return nil
    }
  }

  private static func firstLine(
    _ first: String, _ second: String, _ unit: String, _ text: String
  ) -> RunDifference? {
    guard first != second else { return nil }
    let (mine, others) = (first.split(separator: "\n"), second.split(separator: "\n"))
    let index = zip(mine, others).prefix { $0 == $1 }.count
    func line(of lines: [Substring]) -> String {
      index < lines.count ? String(lines[index]) : "end of \(text)"
    }
    let part = Message(alternating: ["\(unit) ", "\(index + 1)", " of \(text)"])
    return RunDifference(part, line(of: mine), line(of: others))
  }

  private static func firstShown(
    _ first: ScenarioReport, _ second: ScenarioReport
  ) -> RunDifference? {
    for (mine, other) in zip(first.steps, second.steps) where mine.shown != other.shown {
      let names = (mine.shown + other.shown).map(\.name)
      func text(of name: String, in step: StepResult) -> String {
        step.shown.first { $0.name == name }.map { "\(name): \($0.value.value)" }
          ?? "\(name): as before"
      }
      guard let name = names.first(where: { text(of: $0, in: mine) != text(of: $0, in: other) })
      else { continue }
      return RunDifference(
        "what it shows after \"\(mine.text)\"", text(of: name, in: mine), text(of: name, in: other))
    }
    return nil
  }

  /// The lines that show the difference, for runs with these names.
  func lines(_ firstRun: String, _ secondRun: String) -> [Message] {
    ["\(firstRun), \(part): \(first)", "\(secondRun), \(part): \(second)"]
  }
}

extension ScenarioReport {
  /// The trace without the labels of queues, which may differ between equal runs.
  fileprivate var comparableTrace: String {
    trace.replacing(/(?m)(  work ran on queue \d+) ".*"$/) { $0.1 }
  }

  /// The app's output without the addresses of the stack that the Swift runtime prints before a
  /// crash.
  fileprivate var comparableOutput: String {
    (output ?? "").replacing(/(?m)(^\d+ +\S+ +)0x[0-9a-f]{16}/) { $0.1 }
  }

  /// The verdict with its reason, or the first failure with the first value that differs.
  fileprivate var resultText: String {
    guard let failure = failures.first else { return verdictWithReason.english }
    let actual = failure.differences.first?.actual.map { ", actual \($0.value)" } ?? ""
    return ([failure.message + actual] + failure.details).joined(separator: "; ")
  }
}
