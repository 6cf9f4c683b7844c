import Foundation
import ScenarioRunner

extension HTMLReport {
  /// What the page needs at once: little of each scenario, so that thousands open quickly.
  struct Index: Encodable {
    var began: Date
    var seconds: Double
    var origin: RunRecord.Origin
    var isPartial: Bool?
    var brokenFiles: [RunRecord.BrokenFile]
    var comparedWith: String?
    var removed: [String]
    var trend: [TrendPoint]
    var scenarios: [Entry]
  }

  /// What the list of scenarios needs of one.
  struct Entry: Encodable {
    var id: String
    var path: String
    var line: Int
    var titles: [String]
    var module: String
    var tags: [String]
    var text: String
    var verdict: ScenarioRecord.Verdict
    var reason: String?
    var storyNanoseconds: Int64
    var seconds: Double
    var change: Change?
    var failure: ScenarioRecord.Failure?
    var attempts: Int?
  }

  /// What the page of a scenario needs besides; it is read when somebody opens it.
  struct Details: Encodable {
    var steps: [ScenarioRecord.Step]
    var failures: [ScenarioRecord.Failure]
    var notes: [ScenarioRecord.Note]
    var events: [ScenarioRecord.Event]
    var trace: String
    var attempts: [ScenarioRecord.Attempt]?

    /// No drawing has room for more characters of a text.
    private static let textLimit = 400

    init(_ scenario: ScenarioRecord) {
      steps = scenario.steps.map { step in
        var step = step
        for index in step.shown.indices {
          step.shown[index].value.value.shortenTexts(to: Self.textLimit)
        }
        return step
      }
      failures = scenario.failures
      notes = scenario.notes
      events = scenario.events.map { event in
        var event = event
        event.text = event.text.shortened(to: Self.textLimit)
        return event
      }
      trace = scenario.trace
      attempts = scenario.attempts
    }
  }

  func index(_ identities: [String]) -> Index {
    Index(
      began: run.began, seconds: run.seconds, origin: run.origin, isPartial: run.isPartial,
      brokenFiles: run.brokenFiles, comparedWith: comparedWith, removed: removed,
      trend: trend.suffix(49) + [TrendPoint(run)],
      scenarios: zip(identities, run.scenarios).map { identity, scenario in
        Entry(
          id: identity, path: scenario.path, line: scenario.line, titles: scenario.titles,
          module: scenario.module, tags: scenario.tags, text: scenario.text,
          verdict: scenario.verdict, reason: scenario.reason,
          storyNanoseconds: scenario.storyNanoseconds,
          seconds: scenario.seconds, change: changes[scenario.key],
          failure: scenario.verdict == .failed ? scenario.failures.first : nil,
          attempts: scenario.attempts.flatMap { $0.count > 1 ? $0.count : nil })
      })
  }

  /// The address of each scenario on the page: readable, and its own.
  ///
  /// What follows the last word comes from the scenario's identity, and alone is enough to find it.
  static func identities(of scenarios: [ScenarioRecord]) -> [String] {
    var uses: [String: Int] = [:]
    return scenarios.map { scenario in
      let words = slug(of: scenario.titles.last ?? "")
      let identity = "\(words)-\((scenario.identity ?? scenario.ownIdentity).prefix(8))"
      let use = uses[identity, default: 0] + 1
      uses[identity] = use
      return use == 1 ? identity : "\(identity)-\(use)"
    }
  }

  /// The letters and digits of a title in lower case, with one dash for what is between them.
  private static func slug(of title: String) -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
    let slug = words.joined(separator: "-").prefix(40)
    return slug.isEmpty ? "scenario" : String(slug)
  }

  /// A value as JSON that can stand within an element `script`.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    // Nothing but a "<" can end the element, or begin a comment in it; it stands in texts only.
    let bytes = try encoder.encode(value)
    guard bytes.range(of: Data("<".utf8)) != nil else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var safe: [UInt8] = []
    safe.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == UInt8(ascii: "<") { safe += #"\u003c"#.utf8 } else { safe.append(byte) }
    }
    return String(decoding: safe, as: UTF8.self)
  }
}

extension Value {
  /// Shortens each text in it.
  fileprivate mutating func shortenTexts(to length: Int) {
    switch self {
    case .text(let text): self = .text(text.shortened(to: length))
    case .list(var values):
      for index in values.indices { values[index].shortenTexts(to: length) }
      self = .list(values)
    case .mapping(var pairs):
      for index in pairs.indices { pairs[index].value.shortenTexts(to: length) }
      self = .mapping(pairs)
    case .absent, .bool, .integer, .number: break
    }
  }
}

extension String {
  /// Shortens it where it is longer; cheap where it is not.
  fileprivate func shortened(to length: Int) -> String {
    utf8.count > length && count > length ? prefix(length) + "…" : self
  }
}
