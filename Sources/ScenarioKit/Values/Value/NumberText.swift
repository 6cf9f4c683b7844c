import Foundation

/// The YAML notation of numbers: `12`, `-3.5`, `1e9`, `.inf`; no hexadecimal and no `1_000`.
package enum NumberText {
  /// Returns whether a text is a whole number of any size.
  package static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(hasSign(text) ? 1 : 0)
    return !digits.isEmpty && digits.allSatisfy(isDigit)
  }

  /// Returns whether a text is a number.
  package static func isNumber(_ text: String) -> Bool { special(text) != nil || isDecimal(text) }

  /// Returns whether a text is a number in decimal digits, so not `.inf` or `.nan`.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8.dropFirst(hasSign(text) ? 1 : 0)
    func skipDigits() -> Int {
      let count = rest.prefix(while: isDigit).count
      rest.removeFirst(count)
      return count
    }
    var digitCount = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digitCount += skipDigits()
    }
    guard digitCount > 0 else { return false }
    guard let mark = rest.popFirst() else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// Returns the number that a text denotes; `nil` if it is not a number or too large.
  package static func number(_ text: String) -> Double? {
    if let special = special(text) { return special }
    guard isDecimal(text), let number = Double(swiftSpelling(text)), number.isFinite else {
      return nil
    }
    return number
  }

  /// Returns the exact decimal number that a text denotes; `nil` if it is not a number or too
  /// large.
  static func decimal(_ text: String) -> Decimal? {
    guard isDecimal(text), let decimal = Decimal(string: swiftSpelling(text)) else { return nil }
    // On overflow, Foundation returns its own infinity, which only a Double reveals.
    let number = NSDecimalNumber(decimal: decimal).doubleValue
    return decimal.isNaN || !number.isFinite ? nil : decimal
  }

  /// Returns the spelling of a number in Swift, which requires digits on both sides of the point.
  private static func swiftSpelling(_ text: String) -> String {
    guard let point = text.firstIndex(of: ".") else { return text }
    var result = text
    let after = text.index(after: point)
    if after == text.endIndex || !text[after].isNumber { result.insert("0", at: after) }
    if point == text.startIndex || !text[text.index(before: point)].isNumber {
      result.insert("0", at: point)
    }
    return result
  }

  /// Returns the notation of a number.
  static func text(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
    return number.description
  }

  private static func special(_ text: String) -> Double? {
    switch text {
    case ".inf", "+.inf": .infinity
    case "-.inf": -.infinity
    case ".nan": .nan
    default: nil
    }
  }

  private static func hasSign(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
