extension StepExpression {
  /// What is wrong with an expression's source, and what to write instead.
  ///
  /// Its description shows the source with the place marked, in the shape that Cucumber uses.
  public struct Problem: Error, Sendable, Hashable {
    /// What kind of problem it is, for programs; more kinds may come.
    public struct Kind: Sendable, Hashable {
      /// The kind's name, such as `emptyOptional`.
      public let name: String

      /// A parameter names a type that nobody defined.
      public static let undefinedParameterType = Kind(name: "undefinedParameterType")
      /// A parameter's name holds a character that no name may have.
      public static let illegalParameterName = Kind(name: "illegalParameterName")
      /// A `(` or `{` is never closed.
      public static let missingEnd = Kind(name: "missingEnd")
      /// An optional holds a parameter.
      public static let parameterInOptional = Kind(name: "parameterInOptional")
      /// An optional holds an optional.
      public static let optionalInOptional = Kind(name: "optionalInOptional")
      /// An optional holds a `/`.
      public static let alternationInOptional = Kind(name: "alternationInOptional")
      /// An optional holds nothing.
      public static let emptyOptional = Kind(name: "emptyOptional")
      /// A `/` has nothing on one of its sides.
      public static let emptyAlternative = Kind(name: "emptyAlternative")
      /// A `/` has nothing but a parameter on one of its sides.
      public static let parameterInAlternative = Kind(name: "parameterInAlternative")
      /// A `/` has nothing but optional text on one of its sides.
      public static let alternativeOfOptionals = Kind(name: "alternativeOfOptionals")
      /// A backslash stands before a character that needs no escape.
      public static let cannotEscape = Kind(name: "cannotEscape")
      /// A backslash is the last character.
      public static let endOfLineEscaped = Kind(name: "endOfLineEscaped")
      /// The parameter types' regexps don't make one regular expression together.
      public static let regexpsDoNotCombine = Kind(name: "regexpsDoNotCombine")
    }

    /// What kind of problem it is.
    public let kind: Kind

    /// The expression as it was written.
    public let source: String

    /// The columns that are meant, from 1, counted in Unicode scalars; at least one column.
    public let columns: Range<Int>

    /// What is wrong: one sentence without its full stop.
    public let message: String

    /// What to do about it: one sentence without its full stop.
    public let remedy: String

    init(
      _ kind: Kind, in source: String, at range: Range<Int>, _ message: String, remedy: String
    ) {
      self.kind = kind
      self.source = source
      self.columns = range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1) + 1
      self.message = message
      self.remedy = remedy
    }
  }
}

extension StepExpression.Problem: CustomStringConvertible {
  /// The problem with the source and its place, several lines long.
  public var description: String {
    """
    This Cucumber Expression has a problem at column \(columns.lowerBound):

    \(MarkedText(source, marking: columns.lowerBound - 1..<columns.upperBound - 1))
    \(message).
    \(remedy)
    """
  }
}
