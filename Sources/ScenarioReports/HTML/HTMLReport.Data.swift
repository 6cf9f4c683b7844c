import Foundation
import ScenarioKit
import ScenarioLanguage

extension HTMLReport {
  /// The data that the page needs immediately: little per scenario, so that thousands open quickly.
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
    /// The authors' texts, each once.
    var texts: [String] = []
    var scenarios: [Entry] = []
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
    var attempts: Int?
  }

  /// A failure as the page shows it.
  struct ShownFailure: Encodable {
    struct Line: Encodable {
      /// `expected` or `actual`; `nil` for all other lines.
      var side: String?
      var text: String
    }

    var path: String
    var line: Int
    var lineText: String
    var message: String
    var nanoseconds: Int64
    /// The expected and the actual value, formatted as in a terminal.
    var lines: [Line]
    /// What is for developers, which the page folds: the words of a crash, or the code of a step.
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
      lines = FailureText().evidence(of: rest, in: language).map {
        Line(side: $0.side?.rawValue, text: $0.text)
      }
      if let crash = failure.crash {
        message = crash.map(language.translation).joined()
        folded = [failure.message] + lines.map(\.text)
        lines = []
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

  /// Writes the index, whose lists of scenarios and texts are written element by element.
  func writeIndex(_ identities: [String], to write: (String) throws -> Void) throws {
    let index = Index(
      began: run.began, seconds: run.seconds, origin: run.origin, isPartial: run.isPartial,
      scope: run.scope?.words, problems: run.problems,
      brokenFiles: run.brokenFiles.changed { file in
        file.diagnostics = file.errorsFirst.map(\.inLanguageOfStory)
      }, comparedWith: comparedWith, removed: removed, trend: trend.suffix(49) + [TrendPoint(run)])
    let (head, rest) = try Self.json(index).split(atEmptyList: "scenarios")
    let (middle, tail) = rest.split(atEmptyList: "texts")
    var texts = TextTable()
    try write(head)
    for (number, (identity, scenario)) in zip(identities, run.scenarios).enumerated() {
      let entry = entry(identity, scenario, text: texts.index(of: scenario.text))
      try write((number > 0 ? "," : "") + Self.json(entry))
    }
    try write(middle)
    for (number, text) in texts.texts.enumerated() {
      try write((number > 0 ? "," : "") + Self.json(text.description))
    }
    try write(tail)
  }

  private func entry(_ identity: String, _ scenario: ScenarioReport, text: Int) -> Entry {
    Entry(
      id: identity, path: scenario.path, line: scenario.line, firstLine: scenario.firstLine,
      person: scenario.person, titles: scenario.titles, module: scenario.module,
      tags: scenario.tags, text: text, verdict: scenario.verdict, reason: scenario.reason,
      storyNanoseconds: scenario.storyNanoseconds, seconds: scenario.seconds,
      change: changes[scenario.key], fails: scenario.fails ? true : nil,
      failure: scenario.fails ? scenario.failures.first.map(ShownFailure.init) : nil,
      attempts: scenario.attempts.flatMap { $0.count > 1 ? $0.count : nil })
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
}
