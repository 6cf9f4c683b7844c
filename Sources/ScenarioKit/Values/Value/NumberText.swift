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
  static func isDecimal(_ text: String) -> Bool { nearest(text) != nil }

  /// Returns the nearest number to one in decimal digits, which may be infinite.
  private static func nearest(_ text: String) -> Double? {
    // Other characters are in Swift's own notations, such as `0x1`, `inf` and `nan`.
    text.utf8.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) } ? Double(text) : nil
  }

  /// Returns the number that a text denotes; `nil` if it is not a number or too large.
  package static func number(_ text: String) -> Double? {
    special(text) ?? nearest(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the exact decimal number that a text denotes; `nil` if it is not a number or too
  /// large.
  static func decimal(_ text: String) -> Decimal? {
    guard isDecimal(text), let decimal = Decimal(string: text) else { return nil }
    // On overflow, Foundation returns its own infinity, which only a Double reveals.
    return decimal.isNaN || !NSDecimalNumber(decimal: decimal).doubleValue.isFinite ? nil : decimal
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
