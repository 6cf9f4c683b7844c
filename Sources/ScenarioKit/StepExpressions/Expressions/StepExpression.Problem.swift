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

      /// A parameter names an undefined type.
      package static let undefinedParameterType = Kind(name: "undefinedParameterType")
      /// A parameter's name contains an illegal character.
      package static let illegalParameterName = Kind(name: "illegalParameterName")
      /// A `(` or `{` is never closed.
      package static let missingEnd = Kind(name: "missingEnd")
      /// An optional text contains a parameter.
      package static let parameterInOptional = Kind(name: "parameterInOptional")
      /// An optional text contains another optional text.
      package static let optionalInOptional = Kind(name: "optionalInOptional")
      /// An optional text contains a `/`.
      package static let alternationInOptional = Kind(name: "alternationInOptional")
      /// An optional text is empty.
      package static let emptyOptional = Kind(name: "emptyOptional")
      /// A `/` has no text on one of its sides.
      package static let emptyAlternative = Kind(name: "emptyAlternative")
      /// A `/` has only a parameter on one of its sides.
      package static let parameterInAlternative = Kind(name: "parameterInAlternative")
      /// A `/` has only optional text on one of its sides.
      package static let alternativeOfOptionals = Kind(name: "alternativeOfOptionals")
      /// A backslash precedes a character that needs no escape.
      package static let cannotEscape = Kind(name: "cannotEscape")
      /// A backslash is the last character.
      package static let endOfLineEscaped = Kind(name: "endOfLineEscaped")
      /// The parameter types' regexps don't combine into a regular expression.
      package static let regexpsDoNotCombine = Kind(name: "regexpsDoNotCombine")
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

    init(
      _ kind: Kind, in source: String, at range: Range<Int>, _ message: String, hint: String
    ) {
      self.kind = kind
      self.source = source
      self.columns = range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1) + 1
      self.message = message
      self.hint = hint
    }
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
