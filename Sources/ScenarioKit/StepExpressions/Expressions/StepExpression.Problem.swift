import ScenarioLanguage

extension StepExpression {
  /// An error in an expression's source, in Cucumber's format.
  package typealias Problem = MarkedProblem
}

extension MarkedProblem {
  init(_ kind: Kind, in source: String, at range: Range<Int>) {
    self.init(kind.message, hint: kind.hint, in: source, at: range) {
      "This Cucumber Expression has a problem at column \($0):"
    }
  }

  /// The words for a kind of problem.
  struct Kind {
    fileprivate let message: Message
    fileprivate let hint: Message

    private init(_ message: Message, hint: Message) { (self.message, self.hint) = (message, hint) }

    /// Creates the kind of a problem with a character that may have been meant as itself.
    private init(_ message: Message, notMeant purpose: Message, _ symbol: String) {
      self.init(
        message,
        hint: "If you did not mean to use \(purpose) you can use '\\\(symbol)' "
          + "to escape the '\(symbol)'")
    }

    /// A parameter names an undefined type.
    static func undefinedParameterType(_ name: String, nearest: String?) -> Kind {
      Kind(
        "Undefined parameter type '\(name)'",
        hint: nearest.map { "Did you mean: \("{\($0)}")" }
          ?? "Define a parameter type named '\(name)' or use '{}', which takes any text")
    }
    /// A parameter's name contains an illegal character.
    static let illegalParameterName = Kind(
      "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'",
      notMeant: "a parameter type", "{")
    /// A `(` or `{` is never closed.
    static func missingEnd(of begin: String, by end: String, naming purpose: Message) -> Kind {
      Kind("The '\(begin)' does not have a matching '\(end)'", notMeant: purpose, begin)
    }
    /// An optional text contains a parameter.
    static let parameterInOptional = Kind(
      "An optional may not contain a parameter type", notMeant: "a parameter type", "{")
    /// An optional text contains another optional text.
    static let optionalInOptional = Kind(
      "An optional may not contain another optional", notMeant: "an optional", "(")
    /// An optional text contains a `/`.
    static let alternationInOptional = Kind(
      "An alternation can not be used inside an optional",
      hint: "You can use '\\/' to escape the '/'")
    /// An optional text is empty.
    static let emptyOptional = Kind(
      "An optional must contain some text", notMeant: "an optional", "(")
    /// A `/` has no text on one of its sides.
    static let emptyAlternative = Kind(
      "An alternative may not be empty", notMeant: "an alternative", "/")
    /// A `/` has only a parameter on one of its sides.
    static let parameterInAlternative = Kind(
      "A parameter type may not be an alternative", notMeant: "an alternative", "/")
    /// A `/` has only optional text on one of its sides.
    static let alternativeOfOptionals = Kind(
      "An alternative may not exclusively contain optionals", notMeant: "an optional", "(")
    /// A backslash precedes a character that needs no escape.
    static let cannotEscape = Kind(
      "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
      hint: "If you did mean to use a '\\' you can use '\\\\' to escape it")
    /// A backslash is the last character.
    static let endOfLineEscaped = Kind(
      "The end of line can not be escaped", hint: "You can use '\\\\' to escape the '\\'")
    /// The parameter types' regexps don't combine into a regular expression.
    static let regexpsDoNotCombine = Kind(
      "The regexps of its parameter types do not combine into one regular expression",
      hint: "Give each parameter type a regexp that is valid on its own")
  }
}
