/// Parses a Cucumber Expression's tokens into parts, and reports problems.
///
/// The parts are flat, because the grammar allows no nesting. So no code here recurses, however
/// long a source is.
struct ExpressionParser {
  private let source: String
  private let types: ParameterTypes
  private let tokens: [ExpressionToken]
  private var position = 0
  private(set) var parts: [StepExpression.Part] = []

  /// The first parameter without a type, which is reported if the syntax is correct.
  private var undefined: StepExpression.Problem?

  /// Parses a source.
  init(_ source: String, types: ParameterTypes) throws(StepExpression.Problem) {
    (self.source, self.types) = (source, types)
    tokens = try ExpressionToken.tokens(of: source)
    try parse()
    if let undefined { throw undefined }
  }

  private var current: ExpressionToken? { position < tokens.count ? tokens[position] : nil }

  private mutating func parse() throws(StepExpression.Problem) {
    var parameter: Range<Int>?
    while let token = current {
      let before = parameter.take()
      switch token.kind {
      case .whitespace:
        append(.text(token.text))
        position += 1
      case .beginParameter: parameter = try addParameter()
      default: try parseWord(after: before)
      }
    }
  }

  private mutating func append(_ part: StepExpression.Part) {
    if case .text(let text) = part, case .text(let before) = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(part)
    }
  }

  /// Adds a parameter, and returns the range of its braces in Unicode scalars from 0.
  private mutating func addParameter() throws(StepExpression.Problem) -> Range<Int> {
    let (name, range) = try parseParameter()
    if let type = types[name] {
      parts.append(.parameter(type))
    } else if undefined == nil {
      undefined = StepExpression.Problem(
        "Undefined parameter type '\(name)'",
        hint: types.nearestName(to: name).map { "Did you mean: \("{\($0)}")" }
          ?? "Define a parameter type named '\(name)' or use '{}', which takes any text",
        in: source, at: range)
    }
    return range
  }

  // MARK: Words

  /// Reads up to the next space or parameter.
  ///
  /// The word is an alternation if it contains a slash; otherwise its parts are texts.
  ///
  /// - Parameter parameter: The range of the parameter before it; `nil` if there is none.
  private mutating func parseWord(after parameter: Range<Int>?) throws(StepExpression.Problem) {
    var alternatives: [[StepExpression.Part]] = [[]]
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
      for part in alternatives[0] { append(part) }
      return
    }
    for (index, alternative) in alternatives.enumerated() {
      let isLast = index == alternatives.count - 1
      // An alternative ends before the slash that begins the next one.
      let stretch = starts[index]..<(isLast ? end : starts[index + 1] - 1)
      if alternative.isEmpty {
        var parameter = index == 0 ? parameter : nil
        if parameter == nil, isLast, current?.kind == .beginParameter {
          parameter = try parseParameter().range
        }
        throw .init(
          parameter == nil
            ? "An alternative may not be empty" : "A parameter type may not be an alternative",
          notMeant: "an alternative", "/", in: source, at: parameter ?? stretch)
      }
      if alternative.allSatisfy({ if case .optional = $0 { true } else { false } }) {
        throw .init(
          "An alternative may not exclusively contain optionals", notMeant: "an optional", "(",
          in: source, at: stretch)
      }
    }
    parts.append(.alternatives(alternatives))
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
          throw .init(
            "An optional must contain some text", notMeant: "an optional", "(", in: source,
            at: start.lowerBound..<token.range.upperBound)
        }
        return (text, token.range.upperBound)
      case .beginParameter:
        throw .init(
          "An optional may not contain a parameter type", notMeant: "a parameter type", "{",
          in: source, at: try parseParameter().range)
      case .beginOptional:
        throw .init(
          "An optional may not contain another optional", notMeant: "an optional", "(", in: source,
          at: rangeOfNestedOptional())
      case .alternation:
        throw .init(
          "An alternation can not be used inside an optional",
          hint: "You can use '\\/' to escape the '/'", in: source, at: token.range)
      case .text, .whitespace, .endParameter:
        text += token.text
        position += 1
      }
    }
    throw .init(
      "The '\("(")' does not have a matching '\(")")'", notMeant: "optional text", "(", in: source,
      at: start)
  }

  private mutating func parseParameter() throws(StepExpression.Problem) -> (
    name: String, range: Range<Int>
  ) {
    let start = tokens[position].range
    position += 1
    var name = ""
    while let token = current {
      let isEnd = token.kind == .endParameter
      guard isEnd || ParameterType.isLegalName(token.text) else {
        throw .init(
          "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'",
          notMeant: "a parameter type", "{", in: source, at: token.range)
      }
      position += 1
      if isEnd { return (name, start.lowerBound..<token.range.upperBound) }
      name += token.text
    }
    throw .init(
      "The '\("{")' does not have a matching '\("}")'", notMeant: "a parameter type", "{",
      in: source, at: start)
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
