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
    var run = String.UnicodeScalarView()
    var runKind = Kind.text
    var runStart = 0
    var index = 0

    func endRun() {
      guard !run.isEmpty else { return }
      tokens.append(ExpressionToken(kind: runKind, text: String(run), range: runStart..<index))
      run = String.UnicodeScalarView()
    }

    while index < scalars.count {
      var scalar = scalars[index]
      var kind = Kind(scalar)
      var length = 1
      if scalar == "\\" {
        guard index + 1 < scalars.count else {
          throw .init(
            "The end of line can not be escaped", hint: "You can use '\\\\' to escape the '\\'",
            in: source, at: index..<index + 1)
        }
        scalar = scalars[index + 1]
        guard scalar == "\\" || Kind(scalar) != .text else {
          throw .init(
            "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
            hint: "If you did mean to use a '\\' you can use '\\\\' to escape it", in: source,
            at: index + 1..<index + 2)
        }
        kind = .text
        length = 2
      }
      if kind == .text || kind == .whitespace {
        if kind != runKind { endRun() }
        if run.isEmpty {
          runKind = kind
          runStart = index
        }
        run.append(scalar)
      } else {
        endRun()
        tokens.append(ExpressionToken(kind: kind, text: String(scalar), range: index..<index + 1))
      }
      index += length
    }
    endRun()
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
