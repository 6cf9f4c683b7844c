import Foundation
import ScenarioLanguage

extension ParameterTypes {
  /// The predefined types: `{int}`, `{float}`, `{word}`, `{string}` and `{}`.
  ///
  /// They include Cucumber's other number types `{double}`, `{byte}`, `{short}`, `{long}`,
  /// `{biginteger}` and `{bigdecimal}`.
  package static let builtIn = ParameterTypes([
    wholeNumber("int", as: Int.self, useForSnippets: true),
    number("float", useForSnippets: true, value: double),
    text("word", regexp: "[^\\s]+", meaning: "a single word"),
    quotedText,
    text("", regexp: ".*", meaning: "any text"),
    number("double", value: double),
    number("bigdecimal", value: decimal),
    wholeNumber("byte", as: Int8.self),
    wholeNumber("short", as: Int16.self),
    wholeNumber("long", as: Int64.self),
    number("biginteger", isWhole: true, value: decimal),
  ])

  private static func text(_ name: String, regexp: String, meaning: String) -> ParameterType {
    ParameterType(
      name: name, regexps: [regexp], patterns: [regexp], sample: "hello", meaning: meaning,
      useForSnippets: false
    ) { texts in texts.first.flatMap(\.self) ?? "" }
  }

  private static func wholeNumber<Value: FixedWidthInteger & Sendable>(
    _ name: String, as type: Value.Type, useForSnippets: Bool = false
  ) -> ParameterType {
    number(name, isWhole: true, useForSnippets: useForSnippets) {
      text throws(ParameterType.InvalidValue) in
      if let value = Value(text) { return value }
      throw ParameterType.InvalidValue(
        "it must be a whole number from \(Value.min) to \(Value.max)")
    }
  }

  /// A number with an optional point inside or before its digits: `7`, `-1.5`, `+.5`, `1.5e3`.
  ///
  /// A point alone and a number that ends with a point don't match.
  private static func number<Value: Sendable>(
    _ name: String, isWhole: Bool = false, useForSnippets: Bool = false,
    value: @escaping @Sendable (String) throws(ParameterType.InvalidValue) -> Value
  ) -> ParameterType {
    let (regexp, sample, meaning) =
      isWhole
      ? ("-?[0-9]+", "2", "a whole number")
      : ("[-+]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)(?:[Ee][-+]?[0-9]+)?", "1.5", "a number")
    return ParameterType(
      name: name, regexps: [regexp], patterns: [regexp], sample: sample, meaning: meaning,
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
      sample: "\"text\"", meaning: "a text in quotes", useForSnippets: true
    ) { texts in
      (texts.lazy.compactMap(\.self).first ?? "").replacingOccurrences(of: "\\\"", with: "\"")
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
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
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
