import DisplayText

extension StepExpression {
  /// An error in an expression's source, with a hint about what to write instead.
  ///
  /// The description shows the source with the error marked, in Cucumber's format.
  package struct Problem: Error, Sendable, Hashable {
    /// The kind of a problem, for programs; later versions may add kinds.
    package struct Kind: Sendable, Hashable {
      /// The kind's name, such as `emptyOptional`.
      package let name: String

      /// The message and the hint of a problem that names nothing from its source.
      fileprivate let message, hint: String

      /// A parameter names an undefined type.
      package static let undefinedParameterType = Kind("undefinedParameterType")
      /// A parameter's name contains an illegal character.
      package static let illegalParameterName = Kind(
        "illegalParameterName", "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'",
        hint: notMeant("a parameter type", "{"))
      /// A `(` or `{` is never closed.
      package static let missingEnd = Kind("missingEnd")
      /// An optional text contains a parameter.
      package static let parameterInOptional = Kind(
        "parameterInOptional", "An optional may not contain a parameter type",
        hint: notMeant("a parameter type", "{"))
      /// An optional text contains another optional text.
      package static let optionalInOptional = Kind(
        "optionalInOptional", "An optional may not contain another optional",
        hint: notMeant("an optional", "("))
      /// An optional text contains a `/`.
      package static let alternationInOptional = Kind(
        "alternationInOptional", "An alternation can not be used inside an optional",
        hint: "You can use '\\/' to escape the '/'")
      /// An optional text is empty.
      package static let emptyOptional = Kind(
        "emptyOptional", "An optional must contain some text", hint: notMeant("an optional", "("))
      /// A `/` has no text on one of its sides.
      package static let emptyAlternative = Kind(
        "emptyAlternative", "An alternative may not be empty",
        hint: notMeant("an alternative", "/"))
      /// A `/` has only a parameter on one of its sides.
      package static let parameterInAlternative = Kind(
        "parameterInAlternative", "A parameter type may not be an alternative",
        hint: notMeant("an alternative", "/"))
      /// A `/` has only optional text on one of its sides.
      package static let alternativeOfOptionals = Kind(
        "alternativeOfOptionals", "An alternative may not exclusively contain optionals",
        hint: notMeant("an optional", "("))
      /// A backslash precedes a character that needs no escape.
      package static let cannotEscape = Kind(
        "cannotEscape",
        "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
        hint: "If you did mean to use a '\\' you can use '\\\\' to escape it")
      /// A backslash is the last character.
      package static let endOfLineEscaped = Kind(
        "endOfLineEscaped", "The end of line can not be escaped",
        hint: "You can use '\\\\' to escape the '\\'")
      /// The parameter types' regexps don't combine into a regular expression.
      package static let regexpsDoNotCombine = Kind(
        "regexpsDoNotCombine",
        "The regexps of its parameter types do not combine into one regular expression",
        hint: "Give each parameter type a regexp that is valid on its own")

      private init(_ name: String, _ message: String = "", hint: String = "") {
        (self.name, self.message, self.hint) = (name, message, hint)
      }
    }

    /// The kind of the problem.
    package let kind: Kind

    /// The expression's source.
    package let source: String

    /// The affected columns, from 1, counted in Unicode scalars; at least one column.
    package let columns: Range<Int>

    /// The problem, as a sentence without a full stop.
    package let message: String

    /// The remedy, as a sentence without a full stop.
    package let hint: String

    /// Creates a problem, by default with the words of its kind.
    init(
      _ kind: Kind, in source: String, at range: Range<Int>, message: String? = nil,
      hint: String? = nil
    ) {
      (self.kind, self.source) = (kind, source)
      self.columns = range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1) + 1
      self.message = message ?? kind.message
      self.hint = hint ?? kind.hint
    }

    fileprivate static func notMeant(_ purpose: String, _ symbol: String) -> String {
      "If you did not mean to use \(purpose) you can use '\\\(symbol)' to escape the '\(symbol)'"
    }
  }
}

extension StepExpression.Problem {
  static func missingEnd(
    of begin: String, by end: String, naming purpose: String, in source: String,
    at range: Range<Int>
  ) -> Self {
    Self(
      .missingEnd, in: source, at: range,
      message: "The '\(begin)' does not have a matching '\(end)'", hint: notMeant(purpose, begin))
  }

  static func undefinedParameterType(
    _ name: String, in source: String, at range: Range<Int>, nearest: String?
  ) -> Self {
    Self(
      .undefinedParameterType, in: source, at: range, message: "Undefined parameter type '\(name)'",
      hint: nearest.map { "Did you mean: {\($0)}" }
        ?? "Define a parameter type named '\(name)' or use '{}', which takes any text")
  }
}

extension StepExpression.Problem: CustomStringConvertible {
  /// The problem with the marked source, on several lines.
  package var description: String {
    """
    This Cucumber Expression has a problem at column \(columns.lowerBound):

    \(MarkedText(source, marking: columns.lowerBound - 1..<columns.upperBound - 1))
    \(message).
    \(hint)
    """
  }
}
