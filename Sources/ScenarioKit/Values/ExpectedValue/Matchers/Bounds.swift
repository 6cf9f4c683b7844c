import Foundation
import ScenarioLanguage

/// `!above 3`: a number, or a date, strictly above the limit.
struct Above: BuiltInMatcher {
  static let name = "above"
  static let example = "3"
  static let otherNames = [
    "greater", "greaterthan", "more", "morethan", "gt", "over", "after", "min",
  ]
  private let limit: Limit

  init(_ content: MatcherContent) throws(DataError) { limit = try Limit(content) }

  func matches(_ value: Value) -> Bool? { limit.side(of: value).map { $0 == .above } }

  func message(on value: Value) -> Message? { limit.note(on: value, for: "!above") }
}

/// `!below 3`: a number, or a date, strictly below the limit.
struct Below: BuiltInMatcher {
  static let name = "below"
  static let example = "3"
  static let otherNames = ["less", "lessthan", "lt", "under", "before", "max"]
  private let limit: Limit

  init(_ content: MatcherContent) throws(DataError) { limit = try Limit(content) }

  func matches(_ value: Value) -> Bool? { limit.side(of: value).map { $0 == .below } }

  func message(on value: Value) -> Message? { limit.note(on: value, for: "!below") }
}

/// The limit that a value is compared with.
private enum Limit {
  enum Side { case above, below, neither }

  case number(Double)
  case date(Date)

  init(_ content: MatcherContent) throws(DataError) {
    self = try content.read("a number or a date") { text in
      if let number = NumberText.number(text), !number.isNaN { return .number(number) }
      return ISO8601.date(text, zone: .gmt).map { .date($0) }
    }
  }

  /// Returns the side on which a value is; `nil` if it is of another kind.
  func side(of value: Value) -> Side? {
    switch (self, value) {
    case (.number(let limit), _): value.asNumber.flatMap { Self.side(of: $0, limit) }
    case (.date(let limit), .text(let text)):
      ISO8601.date(text, zone: .gmt).flatMap { Self.side(of: $0, limit) }
    case (.date, _): nil
    }
  }

  /// Returns the side of a value; `nil` for "not a number", which is on none.
  private static func side<T: Comparable>(of value: T, _ limit: T) -> Side? {
    value > limit ? .above : value < limit ? .below : value == limit ? .neither : nil
  }

  /// Returns the note on a value of another kind.
  func note(on value: Value, for tag: String) -> Message? {
    guard side(of: value) == nil else { return nil }
    switch (self, value) {
    case (.number, .number): return "\(tag) can't compare \"not a number\""
    case (.number, _): return "\(tag) needs a number here, but this is \(value.kindInWords)"
    case (.date, .text): return "\(tag) needs a date here, but this is another text"
    case (.date, _): return "\(tag) needs a date here, but this is \(value.kindInWords)"
    }
  }
}
