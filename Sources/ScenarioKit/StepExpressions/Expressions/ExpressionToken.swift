/// A token of an expression's source: a bracket, a slash, or text with its escapes resolved.
struct ExpressionToken {
  enum Kind {
    case whitespace, text, beginParameter, endParameter, beginOptional, endOptional, alternation
  }

  var kind: Kind

  /// The text without the backslashes of its escapes.
  var text: String

  /// The token's range in the source, in Unicode scalars from 0.
  var range: Range<Int>
}

extension ExpressionToken {
  /// Splits a source into tokens; adjacent characters of one kind form one token.
  static func tokens(of source: String) throws(StepExpression.Problem) -> [ExpressionToken] {
    let scalars = Array(source.unicodeScalars)
    var tokens: [ExpressionToken] = []
    var index = 0
    while index < scalars.count {
      let start = index
      var scalar = scalars[index]
      var kind = Kind(scalar)
      if scalar == "\\" {
        index += 1
        guard index < scalars.count else {
          throw .init(
            "The end of line can not be escaped", hint: "You can use '\\\\' to escape the '\\'",
            in: source, at: start..<index)
        }
        scalar = scalars[index]
        guard scalar == "\\" || Kind(scalar) != .text else {
          throw .init(
            "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
            hint: "If you did mean to use a '\\' you can use '\\\\' to escape it", in: source,
            at: index..<index + 1)
        }
        kind = .text
      }
      index += 1
      if let last = tokens.indices.last, tokens[last].kind == kind,
        kind == .text || kind == .whitespace
      {
        tokens[last].text.append(Character(scalar))
        tokens[last].range = tokens[last].range.lowerBound..<index
      } else {
        tokens.append(ExpressionToken(kind: kind, text: String(scalar), range: start..<index))
      }
    }
    return tokens
  }
}

extension ExpressionToken.Kind {
  fileprivate init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar {
      case "{": .beginParameter
      case "}": .endParameter
      case "(": .beginOptional
      case ")": .endOptional
      case "/": .alternation
      case " ": .whitespace
      // Most characters are letters, whose properties need not be looked up.
      case "!"..."~": .text
      default: scalar.properties.isWhitespace ? .whitespace : .text
      }
  }
}
