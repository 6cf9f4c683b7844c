/// An expression that selects scenarios by their tags: `smoke and not (slow or flaky)`.
///
/// `not` has the highest precedence, then `and`, then `or`; parentheses group. The `@` of a tag is
/// optional. In a tag, write a backslash before `(`, `)`, `\` and a space. An empty expression
/// selects all scenarios.
package struct TagExpression: Sendable, Hashable, Codable {
  /// The reason why an expression is invalid.
  package typealias Problem = MarkedProblem

  /// The expression as written.
  package let text: String

  private let condition: Condition

  /// Parses an expression.
  ///
  /// - Throws: The first problem in the text, with its location and a hint.
  package init(_ text: String) throws(Problem) {
    self.text = text
    var parser = Parser(text)
    condition = try parser.expression()
  }

  /// The tags in the expression, without their `@`, in the order of their first occurrence.
  package var names: [String] { condition.names.withoutRepeats() }

  /// Returns whether the expression selects a scenario with these tags, whose `@` is optional.
  package func matches(_ tags: some Collection<String>) -> Bool {
    condition.matches(Set(tags.map(Self.name)))
  }

  private static func name(of tag: String) -> String {
    tag.hasPrefix("@") ? String(tag.dropFirst()) : tag
  }

  private indirect enum Condition: Sendable, Hashable {
    case tag(String)
    case not(Condition)
    case all([Condition])
    case any([Condition])

    var names: [String] {
      switch self {
      case .tag(let name): [name]
      case .not(let condition): condition.names
      case .all(let conditions), .any(let conditions): conditions.flatMap(\.names)
      }
    }

    func matches(_ names: Set<String>) -> Bool {
      switch self {
      case .tag(let name): names.contains(name)
      case .not(let condition): !condition.matches(names)
      case .all(let conditions): conditions.allSatisfy { $0.matches(names) }
      case .any(let conditions): conditions.contains { $0.matches(names) }
      }
    }
  }

  /// A recursive-descent parser.
  private struct Parser {
    private static let deepestGroup = 100

    private let text: String
    /// The words and parentheses of the text.
    private let words: [Substring]
    private var position = 0
    private var openGroups = 0

    private var next: Substring? { position < words.count ? words[position] : nil }

    init(_ text: String) {
      self.text = text
      words = text.matches(of: /[()]|(?:\\.?|[^\s()\\])+/.dotMatchesNewlines()).map(\.output)
    }

    mutating func expression() throws(Problem) -> Condition {
      if words.isEmpty { return .all([]) }
      let condition = try alternatives()
      if let next { throw missingOperator(before: next) }
      return condition
    }

    private mutating func alternatives() throws(Problem) -> Condition {
      var conditions = [try conjunction()]
      while read("or") { conditions.append(try conjunction()) }
      return .any(conditions)
    }

    private mutating func conjunction() throws(Problem) -> Condition {
      var conditions = [try operand()]
      while read("and") { conditions.append(try operand()) }
      return .all(conditions)
    }

    private mutating func operand() throws(Problem) -> Condition {
      var isNegated = false
      while read("not") { isNegated.toggle() }
      let condition = try tagOrGroup()
      return isNegated ? .not(condition) : condition
    }

    private mutating func tagOrGroup() throws(Problem) -> Condition {
      guard let bracket = next, read("(") else { return .tag(try tag()) }
      openGroups += 1
      guard openGroups <= Self.deepestGroup else {
        throw problem(
          "There are too many groups inside each other", at: bracket, hint: "Remove parentheses")
      }
      let condition = try alternatives()
      guard read(")") else {
        if let next { throw missingOperator(before: next) }
        throw problem(
          "There is no \")\" for this \"(\"", at: bracket,
          hint: "Remove the \"(\", or write a \")\" where its group ends")
      }
      openGroups -= 1
      return condition
    }

    private mutating func tag() throws(Problem) -> String {
      guard let word = next, !["and", "or", ")"].contains(word) else {
        let neighbor = next ?? words[position - 1]
        throw problem(
          "There is no tag \(next == nil ? "after" : "before") \"\(neighbor)\"", at: neighbor,
          hint: "Write a tag there, such as \"smoke and not (slow or flaky)\"")
      }
      guard let match = word.wholeMatch(of: /(?!@$|[~!].)(?:\\[\s()\\]|[^\\,])+/) else {
        throw problem(
          "\"\(word)\" is not a tag", at: word,
          hint: """
            Write tags and \"and\", \"or\" and \"not\"; put a backslash only before \"(\", \")\", \"\\\" \
            and a space
            """)
      }
      position += 1
      return TagExpression.name(of: String(match.output)).replacing(/\\([\s()\\])/) { $0.output.1 }
    }

    private mutating func read(_ word: Substring) -> Bool {
      guard next == word else { return false }
      position += 1
      return true
    }

    private func missingOperator(before next: Substring) -> Problem {
      if next == ")" {
        return problem(
          "There is no \"(\" for this \")\"", at: next,
          hint: "Remove the \")\", or write a \"(\" where its group begins")
      }
      return problem(
        "There is no operator before \"\(next)\"", at: next,
        hint: "Write \"and\" there for scenarios that have both, \"or\" for those that have either")
    }

    private func problem(_ message: String, at part: Substring, hint: String) -> Problem {
      let start = text[..<part.startIndex].unicodeScalars.count
      return Problem(
        Message(verbatim: message), hint: Message(verbatim: "\(hint)."), in: text,
        at: start..<start + part.unicodeScalars.count
      ) { "the tag expression has a problem at column \($0):" }
    }
  }

  /// Decodes an expression from its text.
  package init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text of the expression.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
