import Foundation

extension ParameterTypes {
  /// The predefined types: `{int}`, `{float}`, `{word}`, `{string}` and `{}`.
  ///
  /// They include Cucumber's other number types `{double}`, `{byte}`, `{short}`, `{long}`,
  /// `{biginteger}` and `{bigdecimal}`.
  public static let builtIn = ParameterTypes([
    wholeNumber("int", as: Int.self, useForSnippets: true),
    number("float", useForSnippets: true) { text throws(ParameterType.InvalidValue) in
      try double(from: text)
    },
    ParameterType(
      name: "word", regexps: ["[^\\s]+"], patterns: ["[^\\s]+"], groupCount: 0,
      useForSnippets: false
    ) { texts in texts.first.flatMap(\.self) ?? "" },
    quotedText,
    ParameterType(
      name: "", regexps: [".*"], patterns: [".*"], groupCount: 0, useForSnippets: false
    ) { texts in texts.first.flatMap(\.self) ?? "" },
    number("double") { text throws(ParameterType.InvalidValue) in try double(from: text) },
    number("bigdecimal") { text throws(ParameterType.InvalidValue) in try decimal(from: text) },
    wholeNumber("byte", as: Int8.self),
    wholeNumber("short", as: Int16.self),
    wholeNumber("long", as: Int64.self),
    ParameterType(
      name: "biginteger", regexps: [wholeNumberRegexp], patterns: [wholeNumberRegexp],
      groupCount: 0, useForSnippets: false
    ) { texts in try decimal(from: texts.first.flatMap(\.self) ?? "") },
  ])

  private static let wholeNumberRegexp = "-?[0-9]+"

  /// A number with an optional point inside or before its digits: `7`, `-1.5`, `+.5`, `1.5e3`.
  ///
  /// A point alone and a number that ends with a point don't match.
  private static let numberRegexp = "[-+]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)(?:[Ee][-+]?[0-9]+)?"

  private static func wholeNumber<Value: FixedWidthInteger & Sendable>(
    _ name: String, as type: Value.Type, useForSnippets: Bool = false
  ) -> ParameterType {
    ParameterType(
      name: name, regexps: [wholeNumberRegexp], patterns: [wholeNumberRegexp], groupCount: 0,
      useForSnippets: useForSnippets
    ) { texts in
      guard let text = texts.first.flatMap(\.self), let value = Value(text) else {
        throw ParameterType.InvalidValue(
          "it must be a whole number from \(Value.min) to \(Value.max)")
      }
      return value
    }
  }

  private static func number<Value: Sendable>(
    _ name: String, useForSnippets: Bool = false,
    value: @escaping @Sendable (String) throws(ParameterType.InvalidValue) -> Value
  ) -> ParameterType {
    ParameterType(
      name: name, regexps: [numberRegexp], patterns: [numberRegexp], groupCount: 0,
      useForSnippets: useForSnippets
    ) { texts in try value(texts.first.flatMap(\.self) ?? "") }
  }

  private static var quotedText: ParameterType {
    // The engine matches a plain `[…]*` without saving each step, so these patterns can match
    // megabytes of text.
    let double = #""([^"\\]*(?:\\[\s\S][^"\\]*)*)""#
    let single = #"'([^'\\]*(?:\\[\s\S][^'\\]*)*)'"#
    return ParameterType(
      name: "string", regexps: [double, single], patterns: [double, single], groupCount: 2,
      useForSnippets: true
    ) { texts in
      let text = texts.lazy.compactMap(\.self).first ?? ""
      return text.replacingOccurrences(of: "\\\"", with: "\"")
        .replacingOccurrences(of: "\\'", with: "'")
    }
  }

  private static func double(from text: String) throws(ParameterType.InvalidValue) -> Double {
    // `Double` silently converts numbers that are too large to infinity.
    guard let value = Double(text), value.isFinite else {
      throw ParameterType.InvalidValue("it must be a number up to 1.8e308")
    }
    return value
  }

  private static func decimal(from text: String) throws(ParameterType.InvalidValue) -> Decimal {
    // `Decimal` silently rounds numbers with too many digits.
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    guard digits.count - zeros <= 38,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      value.isZero == digits.isEmpty
    else {
      throw ParameterType.InvalidValue("it must be a number of at most 38 digits, up to 1e165")
    }
    return value
  }
}
