import Foundation
import ScenarioEngine
import ScenarioKit
import ScenarioResults

extension HTMLReport {
  /// What the page needs at once: little of each scenario, so that thousands open quickly.
  struct Index: Encodable {
    var began: Date
    var seconds: Double
    var origin: RunReport.Origin
    var isPartial: Bool?
    var brokenFiles: [RunReport.BrokenFile]
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
    var verdict: Verdict
    var reason: String?
    var storyNanoseconds: Int64
    var seconds: Double
    var change: Change?
    var failure: Failure?
    var attempts: Int?
  }

  /// A failure as the page shows it.
  struct Failure: Encodable {
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
    /// What is expected and what is there, as in a terminal.
    var lines: [Line]
    /// What is expected of the keys of a value, for its picture.
    var expected: [String: String]?

    init(_ failure: ScenarioReport.Failure) {
      path = failure.path
      line = failure.line
      lineText = failure.lineText
      message = failure.message
      nanoseconds = failure.nanoseconds
      lines = FailureText().evidence(of: failure).map {
        Line(side: $0.side?.rawValue, text: $0.text)
      }
      var expected: [String: String] = [:]
      for difference in failure.differences ?? [] {
        guard difference.path.components.count == 1, let text = difference.expected,
          case .key(let key) = difference.path.components[0]
        else { continue }
        expected[key] = text
      }
      self.expected = expected.isEmpty ? nil : expected
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
          failure: scenario.verdict == .failed ? scenario.failures.first.map(Failure.init) : nil,
          attempts: scenario.attempts.flatMap { $0.count > 1 ? $0.count : nil })
      })
  }

  /// The address of each scenario on the page: readable, and its own.
  ///
  /// What follows the last word comes from the scenario's identity, and alone is enough to find it.
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
