import Foundation
import ScenarioLanguage

/// `!about 3.14 ± 0.01`: a number within this distance, inclusive; `+-` and `+/-` are read as `±`.
struct About: BuiltInMatcher {
  static let name = "about"
  static let example = "3.14 ± 0.01"
  static let subjects = "numbers"
  static let otherNames = ["approx", "approximately", "near", "close", "closeto", "around"]
  private let target: Decimal
  private let margin: Decimal

  init(_ content: MatcherContent) throws(DataError) {
    (target, margin) = try content.read("a number and a tolerance") { text in
      let parts = text.split(
        separator: /\s*(?:±|\+\/-|\+-)\s*/, omittingEmptySubsequences: false
      ).map { NumberText.decimal(String($0)) }
      guard parts.count == 2, let target = parts[0], let margin = parts[1], margin >= 0 else {
        return nil
      }
      return (target, margin)
    }
  }

  /// Creates a matcher for one number.
  init(exactly number: Decimal) { (target, margin) = (number, 0) }

  func matches(_ value: Value) -> Bool? {
    value.asNumber?.isNaN != false ? nil : distance(to: value).map { $0 <= margin } ?? false
  }

  func message(on value: Value) -> Message? {
    distance(to: value).map { "it is off by \($0)" } ?? Self.note(onKindOf: value)
  }

  /// Returns the distance of a value from the target, in decimal arithmetic, so that 1.1 is exactly
  /// 0.1 away from 1.
  private func distance(to value: Value) -> Decimal? {
    guard value.asNumber != nil, let number = NumberText.decimal(value.description) else {
      return nil
    }
    return abs(number - target)
  }
}
