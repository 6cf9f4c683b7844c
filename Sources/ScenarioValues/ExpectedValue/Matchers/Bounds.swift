import Foundation
import ScenarioLanguage

/// `!above 3`: a number, or a date, strictly above the limit.
struct Above: Matcher {
  static let name = "above"
  static let example = "3"
  static let otherNames = [
    "greater", "greaterthan", "more", "morethan", "gt", "over", "after", "min",
  ]
  private let bound: Bound

  init(_ content: MatcherContent) throws(DataError) { bound = try Bound(content) }

  func verdict(on value: Value) -> Bool? { bound.compare(value, with: >, >) }

  func note(on value: Value) -> String? {
    verdict(on: value) == nil ? bound.noteOnKind(of: value, for: "!above") : nil
  }
}

/// `!below 3`: a number, or a date, strictly below the limit.
struct Below: Matcher {
  static let name = "below"
  static let example = "3"
  static let otherNames = ["less", "lessthan", "lt", "under", "before", "max"]
  private let bound: Bound

  init(_ content: MatcherContent) throws(DataError) { bound = try Bound(content) }

  func verdict(on value: Value) -> Bool? { bound.compare(value, with: <, <) }

  func note(on value: Value) -> String? {
    verdict(on: value) == nil ? bound.noteOnKind(of: value, for: "!below") : nil
  }
}

/// The limit that a value is compared with.
private enum Bound {
  case number(Double)
  case date(Date)

  init(_ content: MatcherContent) throws(DataError) {
    self = try content.read("a number or a date") { text in
      if let number = NumberText.number(text), !number.isNaN { return .number(number) }
      return ISO8601.date(text, zone: .gmt).map { .date($0) }
    }
  }

  /// Returns whether a value is on the given side; `nil` if it is of another kind.
  func compare(
    _ value: Value, with numbers: (Double, Double) -> Bool, _ dates: (Date, Date) -> Bool
  ) -> Bool? {
    switch self {
    case .number(let bound): return value.asNumber.map { numbers($0, bound) }
    case .date(let bound):
      guard case .text(let text) = value else { return nil }
      return ISO8601.date(text, zone: .gmt).map { dates($0, bound) }
    }
  }

  func noteOnKind(of value: Value, for tag: String) -> String {
    switch self {
    case .number: return "\(tag) needs a number here, but this is \(value.kindInWords)"
    case .date:
      let found = if case .text = value { "another text" } else { value.kindInWords }
      return "\(tag) needs a date here, but this is \(found)"
    }
  }
}
