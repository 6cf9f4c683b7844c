import Foundation
import ScenarioLanguage

/// The lines of a results file, also while the run goes on.
package struct ResultsWriter {
  private let encoder = JSONEncoder()
  private var texts = TextTable()
  private var end = ResultsFile.End(scenarios: 0, brokenFiles: 0, checksum: "")
  private var checksum = Fingerprint()
  private var lines = ""

  /// Creates the lines of a run, whose scenarios and files are added later.
  package init(_ run: RunReport) throws {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try DateText.milliseconds(date).encode(to: encoder)
    }
    var head = run
    (head.scenarios, head.brokenFiles) = ([], [])
    try add(ResultsFile.Line(run: head))
  }

  package mutating func add(_ scenario: ScenarioReport) throws {
    let (known, index) = (texts.texts.count, texts.index(of: scenario.text))
    if index == known { try add(ResultsFile.Line(text: scenario.text.description)) }
    let (steps, events) = (scenario.steps, scenario.events)
    var scenario = scenario
    (scenario.steps, scenario.events) = ([], [])
    try add(ResultsFile.Line(scenario: scenario, textIndex: index))
    if !steps.isEmpty { try add(ResultsFile.Line(steps: steps)) }
    if !events.isEmpty { try add(ResultsFile.Line(events: events)) }
    end.scenarios += 1
  }

  package mutating func add(_ file: BrokenFile) throws {
    try add(ResultsFile.Line(brokenFile: file))
    end.brokenFiles += 1
  }

  /// Adds the number of scenarios known so far, and whether it is final.
  package mutating func add(planned scenarios: Int, isComplete: Bool) throws {
    try add(ResultsFile.Line(planned: .init(scenarios: scenarios, isComplete: isComplete)))
  }

  mutating func addEnd() throws {
    end.checksum = checksum.text
    try add(ResultsFile.Line(end: end))
  }

  /// Removes and returns the lines that were added, each with its line break.
  package mutating func take() -> String {
    defer { lines = "" }
    return lines
  }

  private mutating func add(_ line: ResultsFile.Line) throws {
    let bytes = try encoder.encode(line)
    bytes.withUnsafeBytes { checksum.add($0) }
    lines += String(decoding: bytes, as: UTF8.self) + "\n"
  }
}
