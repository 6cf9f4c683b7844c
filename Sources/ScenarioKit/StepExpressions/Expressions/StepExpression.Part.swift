extension StepExpression {
  /// One part of an expression, for showing it to people or converting it to another notation.
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

  /// The parts of the expression, in order and without escapes.
  package var parts: [Part] {
    var types = types[...]
    return segments.compactMap { segment in
      switch segment {
      case .literal(let literal): Part(literal)
      case .alternatives(let alternatives): .alternatives(alternatives.map { $0.map(Part.init) })
      case .parameter: types.popFirst().map { .parameter($0) }
      }
    }
  }
}

extension StepExpression.Part {
  fileprivate init(_ literal: ExpressionSegment.Literal) {
    switch literal {
    case .text(let text): self = .text(text)
    case .optional(let text): self = .optional(text)
    }
  }
}
