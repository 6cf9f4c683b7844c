extension StepExpression {
  /// One part of an expression, without escapes, in the order in which a sentence contains them.
  package enum Part: Sendable {
    /// Words that every sentence has.
    case text(String)
    /// Words that a sentence may omit.
    case optional(String)
    /// Alternative words, of which a sentence has one; each consists of texts and optional texts.
    case alternatives([[Part]])
    /// A parameter, by its type.
    case parameter(ParameterType)
  }
}
