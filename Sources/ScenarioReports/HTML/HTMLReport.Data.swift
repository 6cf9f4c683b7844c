import Foundation
import ScenarioKit
import ScenarioLanguage

extension HTMLReport {
  /// The data of the run that the page needs immediately, beside its scenarios and their texts.
  struct Index: Encodable {
    var began: Date
    var seconds: Double
    var origin: RunReport.Origin
    var isPartial: Bool?
    /// The requested stories, in words; `nil` for all of them.
    var scope: String?
    var problems: [RunReport.Problem]?
    var brokenFiles: [BrokenFile]
    var comparedWith: String?
    var removed: [String]
    var trend: [TrendPoint]
  }

  /// The data of a scenario in the list.
  struct Entry: Encodable {
    var id: String
    var path: String
    var line: Int
    var firstLine: Int?
    var person: String?
    var titles: [String]
    var module: String
    var tags: [String]
    /// The index of its author's text among those of the page.
    var text: Int
    var verdict: Verdict
    var reason: String?
    var storyNanoseconds: Int64
    var seconds: Double
    var change: Change?
    /// Whether the scenario makes the run fail; omitted if not.
    var fails: Bool?
    var failure: ShownFailure?
  }

  /// A failure as the page shows it.
  struct ShownFailure: Encodable {
    var path: String
    var line: Int
    var lineText: String
    var message: String
    var nanoseconds: Int64
    /// The expected and the actual value, formatted as in a terminal.
    var lines: [DifferenceFormatter.Line]
    /// The details for developers, folded on the page: the words of a crash, or the code of a step.
    var folded: [String]?
    /// The expected values by key, for the picture of the value.
    var expected: [String: String]?

    init(_ failure: Failure) {
      (path, line, lineText) = (failure.path, failure.line, failure.location.lineText)
      let language = failure.location.storyLanguage
      message = language.text(of: failure.messages[0])
      nanoseconds = failure.nanoseconds
      folded = failure.proposal?.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      var rest = failure
      rest.proposal = nil
      lines = FailureText().evidence(of: rest, in: language)
      if let crash = failure.crash {
        message = crash.map(language.text).joined()
        (folded, lines) = ([failure.message] + lines.map(\.text), [])
      }
      var expected: [String: String] = [:]
      for difference in failure.differences {
        guard difference.path.components.count == 1, let text = difference.expected,
          case .key(let key) = difference.path.components[0]
        else { continue }
        expected[key] = text
      }
      self.expected = expected.isEmpty ? nil : expected
    }
  }

  /// Writes the index with two lists, element by element: an entry for each scenario, with little
  /// data, so that thousands open quickly; and the authors' texts, each once.
  func writeIndex(_ identities: [String], to write: (String) throws -> Void) throws {
    let index = Index(
      began: run.began, seconds: run.seconds, origin: run.origin, isPartial: run.isPartial,
      scope: run.scope?.words, problems: run.problems?.map { $0.translated(to: language) },
      brokenFiles: run.brokenFiles.changed { file in
        file.diagnostics = file.errorsFirst.map(\.inLanguageOfStory)
      }, comparedWith: comparedWith, removed: removed,
      trend: trend.suffix(49) + [TrendPoint(RunHeading(run))])
    var texts = TextTable()
    try write("\(Self.json(index).dropLast()),\"scenarios\":[")
    for (number, (identity, scenario)) in zip(identities, run.scenarios).enumerated() {
      let entry = entry(identity, scenario, text: texts.index(of: scenario.text))
      try write((number > 0 ? "," : "") + Self.json(entry))
    }
    try write("],\"texts\":[")
    for (number, text) in texts.texts.enumerated() {
      try write((number > 0 ? "," : "") + Self.json(text.description))
    }
    try write("]}")
  }

  private func entry(_ identity: String, _ scenario: ScenarioReport, text: Int) -> Entry {
    Entry(
      id: identity, path: scenario.path, line: scenario.line, firstLine: scenario.firstLine,
      person: scenario.person, titles: scenario.titles, module: scenario.module,
      tags: scenario.tags, text: text, verdict: scenario.verdict, reason: scenario.reason,
      storyNanoseconds: scenario.storyNanoseconds, seconds: scenario.seconds,
      change: changes[scenario.key], fails: scenario.fails ? true : nil,
      failure: scenario.fails ? scenario.failures.first.map(ShownFailure.init) : nil)
  }

  /// Returns a unique, readable fragment identifier for each scenario.
  ///
  /// The part after the last word comes from the scenario's identity and is sufficient to find it.
  static func identities(of scenarios: [ScenarioReport]) -> [String] {
    var uses: [String: Int] = [:]
    return scenarios.map { scenario in
      let words = slug(of: scenario.titles.last ?? "")
      let identity = "\(words)-\((scenario.identity ?? scenario.ownIdentity).prefix(8))"
      let use = uses[identity, default: 0] + 1
      uses[identity] = use
      return use == 1 ? identity : "\(identity)-\(use)"
    }
  }

  /// Returns the letters and digits of a title in lower case, with dashes between words.
  private static func slug(of title: String) -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
    let slug = words.joined(separator: "-").prefix(40)
    return slug.isEmpty ? "scenario" : String(slug)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    return encoder
  }()

  /// Returns a value as JSON that can be embedded in a `script` element.
  static func json(_ value: some Encodable) throws -> String {
    // Only a "<" can end the element or begin a comment, and JSON contains it only in strings.
    try encoder.encode(value).withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }.joined(separator: #"\u003c"#)
    }
  }

  /// The maximum number of characters of a text that a drawing has room for.
  fileprivate static let textLimit = 400

  /// The additional data of a scenario's page, read when the page is opened.
  ///
  /// A drawing has room for a part of a long text.
  struct Details: Encodable {
    var steps: [StepResult]
    var events: [ScenarioReport.Event]
    var failures: [ShownFailure]
    var notes: [Note]
    var trace: String
    var attempts: [ScenarioReport.Attempt]?
    var example: Example?

    /// The example of the scenario, with the lines of its file.
    struct Example: Encodable {
      /// The first and the last line of all examples.
      var all: [Int]
      /// The first and the last line of this one.
      var own: [Int]
      var values: [String: String]
    }

    init(_ scenario: ScenarioReport, examples: WrittenExamples?) {
      steps = scenario.steps.changed { step in step.shown = step.shown.changed { $0.shorten() } }
      events = scenario.events.changed { event in
        event.text = event.text.clipped(to: HTMLReport.textLimit)
        event.shown?.shorten()
        // The studio offers to answer a request; all else is in the text.
        guard case .request(_, _, nil) = event.traffic else { return event.traffic = nil }
      }
      failures = scenario.failures.map(ShownFailure.init)
      notes = scenario.notes.changed { note in
        note.message = note.location.storyLanguage.text(of: note.text)
      }
      (trace, attempts) = (scenario.trace, scenario.attempts)
      let before = (scenario.firstLine ?? scenario.line) - 1
      let row = examples?.row(at: scenario.line - before, titled: scenario.titles.last ?? "")
      if let examples, let row {
        example = Example(
          all: [examples.lines.lowerBound + before, examples.lines.upperBound + before],
          own: [row.lines.lowerBound + before, row.lines.upperBound + before], values: row.values)
      }
    }
  }
}

extension ShownValue {
  /// Shortens its texts to what a drawing has room for.
  fileprivate mutating func shorten() {
    value.value.replaceTexts { $0.clipped(to: HTMLReport.textLimit) }
  }
}
