import ScenarioLanguage
import Testing

@Suite("Invalid tag expressions")
struct TagExpressionProblemTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    var expression: String
    var problem: String

    /// Creates a case from the marks below the expression, which begin at the problem's column.
    init(
      _ expression: String, _ marks: String, _ message: String, column: Int? = nil, hint: String
    ) {
      self.expression = expression
      let column = column ?? marks.prefix { $0 == " " }.count + 1
      problem = """
        the tag expression has a problem at column \(column):

        \(expression.replacing("\t", with: "␉"))
        \(marks)
        \(message)
        \(hint)
        """
    }

    var testDescription: String { expression.debugDescription }
  }

  @Test(arguments: brokenExpressions)
  func `an invalid tag expression is reported with location and hint`(test: Broken) {
    let problem = #expect(throws: TagExpression.Problem.self) {
      try TagExpression(test.expression)
    }
    #expect(problem?.description == test.problem)
  }

  static let brokenExpressions: [Broken] =
    withoutTag + withoutOperator + withoutMeaning + withoutBracket

  /// Expressions that lack a tag, with the place.
  private static let withoutTag: [Broken] =
    ([
      ("@a and or @b", "       ^^", #"before "or""#),
      ("or a", "^^", #"before "or""#),
      ("a and (or b)", "       ^^", #"before "or""#),
      ("(a and not)", "          ^", #"before ")""#),
      ("a or ()", "      ^", #"before ")""#),
      ("smoke and", "      ^-^", #"after "and""#),
      ("not", "^-^", #"after "not""#),
      ("a and (", "      ^", #"after "(""#),
      (")", "^", #"before ")""#),
    ] as [(String, String, String)]).map {
      Broken(
        $0, $1, "There is no tag \($2).",
        hint: #"Write a tag there, such as "smoke and not (slow or flaky)"."#)
    }

  /// Expressions that lack an operator, with the tag after it.
  private static let withoutOperator: [Broken] =
    ([
      ("@a @b or", "   ^^", #""@b""#),
      ("@a and (@b not)", "           ^-^", #""not""#),
      ("(a) (b)", "    ^", #""(""#),
      (#"@x\ or @y"#, "       ^^", #""@y""#),
      ("a AND b", "  ^-^", #""AND""#),
      ("a || b", "  ^^", #""||""#),
      ("Not a", "    ^", #""a""#),
    ] as [(String, String, String)]).map {
      Broken(
        $0, $1, "There is no operator before \($2).",
        hint:
          #"Write "and" there for scenarios that have both, "or" for those that have either."#)
    }

  /// Expressions with a text that is not a tag.
  private static let withoutMeaning: [Broken] =
    ([
      ("a and ~@dev", "      ^---^", #""~@dev""#),
      ("!dev", "^--^", #""!dev""#),
      ("@a,@b", "^---^", #""@a,@b""#),
      ("(@a or ,@b)", "       ^-^", #"",@b""#),
      ("a or @", "     ^", #""@""#),
      (#"@x or @\y or @z"#, "      ^-^", #""@\y""#),
      (#"a\"#, "^^", #""a\""#),
    ] as [(String, String, String)]).map {
      Broken(
        $0, $1, "\($2) is not a tag.",
        hint: #"""
          Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
          """#)
    }

  private static let withoutBracket: [Broken] = [
    Broken(
      "( a and b ) )", "            ^", #"There is no "(" for this ")"."#,
      hint: #"Remove the ")", or write a "(" where its group begins."#),
    Broken(
      "( ( a and b )", "^", #"There is no ")" for this "("."#,
      hint: #"Remove the "(", or write a ")" where its group ends."#),
    // A wide character takes two columns of the terminal.
    Broken(
      "日本\tand or", "         ^^", #"There is no tag before "or"."#, column: 8,
      hint: #"Write a tag there, such as "smoke and not (slow or flaky)"."#),
  ]

  @Test func `a tag expression with a thousand groups inside each other is reported`() {
    let problem = #expect(throws: TagExpression.Problem.self) {
      try TagExpression(String(repeating: "(", count: 1000))
    }
    #expect(problem?.columns == 101..<102)
    #expect(problem?.message == "There are too many groups inside each other")
  }
}
