/// An expression that selects scenarios by their tags: `smoke and not (slow or flaky)`.
///
/// `not` has the highest precedence, then `and`, then `or`; parentheses group. The `@` of a tag is
/// optional. In a tag, write a backslash before `(`, `)`, `\` and a space. An empty expression
/// selects all scenarios.
public struct TagExpression: Sendable, Hashable {
  /// The expression as written.
  public let text: String

  /// The expression in postfix order, so that evaluating a long expression needs no recursion.
  private let terms: [Token.Kind]

  /// Parses an expression.
  ///
  /// - Throws: The first problem in the text, with its location and a hint.
  public init(_ text: String) throws(Problem) {
    self.text = text
    terms = try Self.terms(of: text)
  }

  /// The tags in the expression, without their `@`, in the order of their first occurrence.
  public var names: [String] {
    var seen: Set<String> = []
    return terms.compactMap { term in
      guard case .tag(let name) = term, seen.insert(name).inserted else { return nil }
      return name
    }
  }

  /// Returns whether the expression selects a scenario with these tags, whose `@` is optional.
  public func matches(_ tags: some Collection<String>) -> Bool {
    if terms.isEmpty { return true }
    let names = Set(tags.map(Self.name))
    var results: [Bool] = []
    for term in terms {
      // Parsing has ensured that every operator has its operands.
      switch term {
      case .tag(let name):
        results.append(names.contains(name))
      case .not:
        results.append(!(results.popLast() ?? false))
      case .and:
        let (right, left) = (results.popLast() ?? false, results.popLast() ?? false)
        results.append(left && right)
      case .or:
        let (right, left) = (results.popLast() ?? false, results.popLast() ?? false)
        results.append(left || right)
      case .open, .close: break
      }
    }
    return results.last ?? true
  }

  private static func name(of tag: String) -> String {
    tag.hasPrefix("@") ? String(tag.dropFirst()) : tag
  }
}

// MARK: - Reading

extension TagExpression {
  fileprivate struct Token {
    enum Kind: Hashable {
      case tag(String)
      case not, and, or, open, close
    }

    var kind: Kind
    /// The token as written.
    var text: String
    /// The indices of its characters.
    var range: Range<Int>
  }

  /// Returns the terms in postfix order, using Dijkstra's shunting-yard algorithm.
  private static func terms(of text: String) throws(Problem) -> [Token.Kind] {
    var terms: [Token.Kind] = []
    var waiting: [Token] = []
    var last: Token?
    var openBrackets = 0
    for token in try tokens(of: text) {
      switch token.kind {
      case .tag(let name):
        try refuseMissingOperator(between: last, and: token, in: text)
        terms.append(.tag(name))
      case .not, .open:
        try refuseMissingOperator(between: last, and: token, in: text)
        if token.kind == .open { openBrackets += 1 }
        waiting.append(token)
      case .and, .or:
        try refuseMissingTag(between: last, and: token, in: text)
        let binding = token.binding
        while let top = waiting.last, top.binding >= binding {
          terms.append(waiting.removeLast().kind)
        }
        waiting.append(token)
      case .close:
        guard openBrackets > 0 else {
          throw Problem(
            "There is no \"(\" for this \")\"", in: text, at: token.range,
            hint: "Remove the \")\", or write a \"(\" where its group begins")
        }
        try refuseMissingTag(between: last, and: token, in: text)
        openBrackets -= 1
        while let top = waiting.popLast(), top.kind != .open { terms.append(top.kind) }
      }
      last = token
    }
    if let last, !last.endsOperand {
      if last.kind == .open { throw unclosed(last, in: text) }
      throw Problem(
        "There is no tag after \"\(last.text)\"", in: text, at: last.range,
        hint: "Write a tag there, or remove \"\(last.text)\"")
    }
    while let top = waiting.popLast() {
      if top.kind == .open { throw unclosed(top, in: text) }
      terms.append(top.kind)
    }
    return terms
  }

  private static func unclosed(_ token: Token, in text: String) -> Problem {
    Problem(
      "There is no \")\" for this \"(\"", in: text, at: token.range,
      hint: "Remove the \"(\", or write a \")\" where its group ends")
  }

  private static func refuseMissingOperator(
    between last: Token?, and token: Token, in text: String
  ) throws(Problem) {
    guard let last, last.endsOperand else { return }
    for suspect in [token, last] {
      if let meant = operatorLookalikes[suspect.text.lowercased()], case .tag = suspect.kind {
        throw Problem(
          "\"\(suspect.text)\" is not an operator", in: text, at: suspect.range,
          hint: "Write \"\(meant)\" instead")
      }
    }
    throw Problem(
      "There is no operator between \"\(last.text)\" and \"\(token.text)\"", in: text,
      at: token.range,
      hint: "Write \"and\" there for scenarios that have both, \"or\" for those that have either")
  }

  private static func refuseMissingTag(
    between last: Token?, and token: Token, in text: String
  ) throws(Problem) {
    guard let last else {
      throw Problem(
        "There is no tag before \"\(token.text)\"", in: text, at: token.range,
        hint: "Write a tag on both sides of \"\(token.text)\", such as \"smoke \(token.text) slow\""
      )
    }
    if !last.endsOperand {
      throw Problem(
        "There is no tag between \"\(last.text)\" and \"\(token.text)\"", in: text,
        at: last.kind == .open && token.kind == .close
          ? last.range.lowerBound..<token.range.upperBound : token.range,
        hint: "Write a tag there, or remove one of the two")
    }
  }

  /// Common alternatives to the operators, in lower case.
  private static let operatorLookalikes = [
    "and": "and", "&&": "and", "&": "and", "+": "and", "or": "or", "||": "or", "|": "or",
    "not": "not", "!": "not", "~": "not", "-": "not",
  ]

  private static func tokens(of text: String) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      let start = index
      switch characters[index] {
      case let character where character.isWhitespace:
        index += 1
      case "(", ")":
        index += 1
        tokens.append(
          Token(
            kind: characters[start] == "(" ? .open : .close, text: String(characters[start]),
            range: start..<index))
      default:
        let name = try readWord(characters, at: &index, in: text)
        let written = String(characters[start..<index])
        tokens.append(
          Token(
            kind: try kind(of: written, name: name, in: text, at: start..<index), text: written,
            range: start..<index))
      }
    }
    return tokens
  }

  /// Reads up to the next space or parenthesis that isn't escaped.
  private static func readWord(
    _ characters: [Character], at index: inout Int, in text: String
  ) throws(Problem) -> String {
    var word = ""
    while index < characters.count {
      var character = characters[index]
      if character.isWhitespace || character == "(" || character == ")" { break }
      if character == "," {
        throw Problem(
          "A comma does not combine tags", in: text, at: index..<index + 1,
          hint:
            "Write \"or\" instead for scenarios that have either tag, \"and\" for those with both")
      }
      if character == "\\" {
        let next = characters[(index + 1)...].first
        guard let next, next.isWhitespace || "()\\".contains(next) else {
          throw Problem(
            "\"\\\(next.map(String.init) ?? "")\" escapes nothing", in: text,
            at: index..<index + (next == nil ? 1 : 2),
            hint:
              "Write \"\\\\\" for a backslash; only \"(\", \")\", \"\\\" and a space can be escaped"
          )
        }
        character = next
        index += 1
      }
      word.append(character)
      index += 1
    }
    return word
  }

  private static func kind(
    of written: String, name: String, in text: String, at range: Range<Int>
  ) throws(Problem) -> Token.Kind {
    switch written {
    case "and": return .and
    case "or": return .or
    case "not": return .not
    case "@":
      throw Problem(
        "There is no name after \"@\"", in: text, at: range,
        hint: "Write a tag's name there, such as \"@smoke\"")
    default: break
    }
    if let sign = written.first, sign == "~" || sign == "!", written.count > 1 {
      throw Problem(
        "\"\(sign)\" is not an operator", in: text, at: range,
        hint: "Write \"not \(written.dropFirst())\" instead")
    }
    return .tag(Self.name(of: name))
  }
}

extension TagExpression.Token {
  /// Whether the token ends an operand, so that an operator has to follow.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .tag, .close: true
    case .not, .and, .or, .open: false
    }
  }

  fileprivate var binding: Int {
    switch kind {
    case .not: 3
    case .and: 2
    case .or: 1
    case .tag, .open, .close: 0
    }
  }
}

extension TagExpression: Codable {
  /// Decodes an expression from its text.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text of the expression.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
