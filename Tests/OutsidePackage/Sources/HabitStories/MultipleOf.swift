import ScenarioKit

/// `!multiple-of 7`: a whole number that can be divided by another.
struct MultipleOf: Matcher {
  static let name = "multiple-of"
  static let example = "7"
  static let subjects = "whole numbers"
  static let otherNames = ["divisibleby"]
  private let divisor: Int64

  init(_ content: MatcherContent) throws(DataError) {
    divisor = try content.read("a whole number from 1") { text in
      Int64(text).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  func matches(_ value: Value) -> Bool? {
    guard case .integer(let number) = value else { return nil }
    return number.isMultiple(of: divisor)
  }

  func note(on value: Value) -> String? {
    guard case .integer(let number) = value else { return nil }
    return "the remainder is \(number % divisor)"
  }
}
