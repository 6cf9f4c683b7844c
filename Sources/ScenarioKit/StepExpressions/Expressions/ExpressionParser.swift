/// Parses a Cucumber Expression's tokens into segments, and reports syntax errors.
struct ExpressionParser {
  private let source: String
  private let tokens: [ExpressionToken]
  private var position = 0
  private var segments: [ExpressionSegment] = []

  /// Returns the segments of an expression's source.
  static func segments(of source: String) throws(StepExpression.Problem) -> [ExpressionSegment] {
    var parser = ExpressionParser(source: source, tokens: try ExpressionToken.tokens(of: source))
    return try parser.parse()
  }

  private var current: ExpressionToken? { position < tokens.count ? tokens[position] : nil }

  private mutating func parse() throws(StepExpression.Problem) -> [ExpressionSegment] {
    while let token = current {
      switch token.kind {
      case .whitespace:
        append(.text(token.text))
        position += 1
      case .beginParameter:
        let parameter = try parseParameter()
        segments.append(.parameter(name: parameter.name, range: parameter.range))
      default:
        try parseWord()
      }
    }
    return segments
  }

  private mutating func append(_ literal: ExpressionSegment.Literal) {
    if case .text(let text) = literal, case .literal(.text(let before)) = segments.last {
      segments[segments.count - 1] = .literal(.text(before + text))
    } else {
      segments.append(.literal(literal))
    }
  }

  // MARK: Words

  /// Reads up to the next space or parameter.
  ///
  /// The word is an alternation if it contains a slash; otherwise its parts are literals.
  private mutating func parseWord() throws(StepExpression.Problem) {
    var alternatives: [[ExpressionSegment.Literal]] = [[]]
    let start = tokens[position].range.lowerBound
    var starts = [start]
    var end = start

    while let token = current, token.kind != .whitespace, token.kind != .beginParameter {
      end = token.range.upperBound
      switch token.kind {
      case .alternation:
        alternatives.append([])
        starts.append(end)
        position += 1
      case .beginOptional:
        let optional = try parseOptional()
        alternatives[alternatives.count - 1].append(.optional(optional.text))
        end = optional.end
      default:
        alternatives[alternatives.count - 1].append(.text(token.text))
        position += 1
      }
    }

    if alternatives.count == 1 {
      for literal in alternatives[0] { append(literal) }
      return
    }
    for (index, alternative) in alternatives.enumerated() {
      let isLast = index == alternatives.count - 1
      // An alternative ends before the slash that begins the next one.
      let stretch = starts[index]..<(isLast ? end : starts[index + 1] - 1)
      if alternative.isEmpty {
        if index == 0, case .parameter(_, let range) = segments.last {
          throw .init(.parameterInAlternative, in: source, at: range)
        }
        if isLast, current?.kind == .beginParameter {
          throw .init(.parameterInAlternative, in: source, at: try parseParameter().range)
        }
        throw .init(.emptyAlternative, in: source, at: stretch)
      }
      if alternative.allSatisfy(\.isOptional) {
        throw .init(.alternativeOfOptionals, in: source, at: stretch)
      }
    }
    segments.append(.alternatives(alternatives))
  }

  // MARK: Brackets

  private mutating func parseOptional() throws(StepExpression.Problem) -> (text: String, end: Int) {
    let start = tokens[position].range
    position += 1
    var text = ""
    while let token = current {
      switch token.kind {
      case .endOptional:
        position += 1
        if text.isEmpty {
          throw .init(.emptyOptional, in: source, at: start.lowerBound..<token.range.upperBound)
        }
        return (text, token.range.upperBound)
      case .beginParameter:
        throw .init(.parameterInOptional, in: source, at: try parseParameter().range)
      case .beginOptional:
        throw .init(.optionalInOptional, in: source, at: rangeOfNestedOptional())
      case .alternation:
        throw .init(.alternationInOptional, in: source, at: token.range)
      case .text, .whitespace, .endParameter:
        text += token.text
        position += 1
      }
    }
    throw .missingEnd(of: "(", by: ")", naming: "optional text", in: source, at: start)
  }

  private mutating func parseParameter() throws(StepExpression.Problem) -> (
    name: String, range: Range<Int>
  ) {
    let start = tokens[position].range
    position += 1
    var name = ""
    while let token = current {
      switch token.kind {
      case .endParameter:
        position += 1
        return (name, start.lowerBound..<token.range.upperBound)
      case .text, .whitespace:
        guard ParameterType.isLegalName(token.text) else {
          throw .init(.illegalParameterName, in: source, at: token.range)
        }
        name += token.text
        position += 1
      default:
        throw .init(.illegalParameterName, in: source, at: token.range)
      }
    }
    throw .missingEnd(of: "{", by: "}", naming: "a parameter type", in: source, at: start)
  }

  /// Returns the range from the current parenthesis to its counterpart.
  ///
  /// If it has no counterpart, the result is the range of the parenthesis alone.
  private func rangeOfNestedOptional() -> Range<Int> {
    var depth = 0
    for token in tokens[position...] {
      if token.kind == .beginOptional { depth += 1 }
      if token.kind == .endOptional { depth -= 1 }
      if depth == 0 { return tokens[position].range.lowerBound..<token.range.upperBound }
    }
    return tokens[position].range
  }
}

extension ExpressionSegment.Literal {
  var isOptional: Bool { if case .optional = self { true } else { false } }
}
