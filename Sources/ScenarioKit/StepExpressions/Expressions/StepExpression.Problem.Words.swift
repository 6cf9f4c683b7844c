import DisplayText

// The messages for all errors in an expression, in one place for consistent wording.
extension StepExpression.Problem {
  static func illegalParameterName(in source: String, at range: Range<Int>) -> Self {
    Self(
      .illegalParameterName, in: source, at: range,
      "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'",
      hint: notMeant("a parameter type", "{"))
  }

  static func missingEnd(
    of begin: String, by end: String, naming purpose: String, in source: String,
    at range: Range<Int>
  ) -> Self {
    Self(
      .missingEnd, in: source, at: range, "The '\(begin)' does not have a matching '\(end)'",
      hint: notMeant(purpose, begin))
  }

  static func parameterInOptional(in source: String, at range: Range<Int>) -> Self {
    Self(
      .parameterInOptional, in: source, at: range, "An optional may not contain a parameter type",
      hint: notMeant("a parameter type", "{"))
  }

  static func optionalInOptional(in source: String, at range: Range<Int>) -> Self {
    Self(
      .optionalInOptional, in: source, at: range, "An optional may not contain another optional",
      hint: notMeant("an optional", "("))
  }

  static func alternationInOptional(in source: String, at range: Range<Int>) -> Self {
    Self(
      .alternationInOptional, in: source, at: range,
      "An alternation can not be used inside an optional",
      hint: "You can use '\\/' to escape the '/'")
  }

  static func emptyOptional(in source: String, at range: Range<Int>) -> Self {
    Self(
      .emptyOptional, in: source, at: range, "An optional must contain some text",
      hint: notMeant("an optional", "("))
  }

  static func emptyAlternative(in source: String, at range: Range<Int>) -> Self {
    Self(
      .emptyAlternative, in: source, at: range, "An alternative may not be empty",
      hint: notMeant("an alternative", "/"))
  }

  static func parameterInAlternative(in source: String, at range: Range<Int>) -> Self {
    Self(
      .parameterInAlternative, in: source, at: range,
      "A parameter type may not be an alternative",
      hint: notMeant("an alternative", "/"))
  }

  static func alternativeOfOptionals(in source: String, at range: Range<Int>) -> Self {
    Self(
      .alternativeOfOptionals, in: source, at: range,
      "An alternative may not exclusively contain optionals",
      hint: notMeant("an optional", "("))
  }

  static func cannotEscape(in source: String, at index: Int) -> Self {
    Self(
      .cannotEscape, in: source, at: index..<index + 1,
      "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
      hint: "If you did mean to use a '\\' you can use '\\\\' to escape it")
  }

  static func endOfLineEscaped(in source: String, at index: Int) -> Self {
    Self(
      .endOfLineEscaped, in: source, at: index..<index + 1, "The end of line can not be escaped",
      hint: "You can use '\\\\' to escape the '\\'")
  }

  static func regexpsDoNotCombine(in source: String) -> Self {
    Self(
      .regexpsDoNotCombine, in: source, at: 0..<source.unicodeScalars.count,
      "The regexps of its parameter types do not combine into one regular expression",
      hint: "Give each parameter type a regexp that is valid on its own")
  }

  static func undefinedParameterType(
    _ name: String, in source: String, at range: Range<Int>, nearest: String?
  ) -> Self {
    Self(
      .undefinedParameterType, in: source, at: range, "Undefined parameter type '\(name)'",
      hint: nearest.map { didYouMean("{\($0)}") }
        ?? "Define a parameter type named '\(name)' or use '{}', which takes any text")
  }

  private static func notMeant(_ purpose: String, _ symbol: String) -> String {
    "If you did not mean to use \(purpose) you can use '\\\(symbol)' to escape the '\(symbol)'"
  }
}
