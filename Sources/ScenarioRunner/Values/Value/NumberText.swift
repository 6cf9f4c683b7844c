import Foundation

/// Numbers as YAML writes them: `12`, `-3.5`, `1e9`, `.inf`; no hexadecimal and no `1_000`.
enum NumberText {
  /// Whether a text is a whole number of any size.
  static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(hasSign(text) ? 1 : 0)
    return !digits.isEmpty && digits.allSatisfy(isDigit)
  }

  /// Whether a text is a number.
  static func isNumber(_ text: String) -> Bool {
    special(text) != nil || isDecimal(text)
  }

  /// Whether a text is a number in decimal digits, so not `.inf` or `.nan`.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if hasSign(text) { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var fractionCount = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: isDigit)
      fractionCount = fraction.count
      rest = rest.dropFirst(fractionCount)
    }
    guard !whole.isEmpty || fractionCount > 0 else { return false }
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// The number that a text stands for; `nil` where it is none or too large.
  static func number(_ text: String) -> Double? {
    if let special = special(text) { return special }
    guard isDecimal(text), let number = Double(swiftSpelling(text)), number.isFinite else {
      return nil
    }
    return number
  }

  /// A number's spelling with what YAML allows and Swift doesn't put right: `.5` and `5.`.
  static func swiftSpelling(_ text: String) -> String {
    guard let point = text.firstIndex(of: ".") else { return text }
    var result = text
    let after = text.index(after: point)
    if after == text.endIndex || !text[after].isNumber { result.insert("0", at: after) }
    if point == text.startIndex || !text[text.index(before: point)].isNumber {
      result.insert("0", at: point)
    }
    return result
  }

  /// How a number is written.
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
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

extension NumberText {
  /// The number that a text stands for, digit by digit; `nil` where it is none or too large.
  static func decimal(_ text: String) -> Decimal? {
    guard isDecimal(text), let decimal = Decimal(string: swiftSpelling(text)) else { return nil }
    // Overflow comes back as an infinity of Foundation's own, which only a Double shows.
    let number = NSDecimalNumber(decimal: decimal).doubleValue
    return decimal.isNaN || !number.isFinite ? nil : decimal
  }
}
