extension StepExpression {
  /// One part of an expression, for whoever shows it to people or says it in another notation.
  public enum Part: Sendable {
    /// Words that every sentence has.
    case text(String)
    /// Words that a sentence may leave out.
    case optional(String)
    /// Words of which a sentence has one; each is made of texts and optional texts.
    case alternatives([[Part]])
    /// A parameter, by its type.
    case parameter(ParameterType)
  }

  /// The parts, in the order in which a sentence has them; without escapes.
  public var parts: [Part] {
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
