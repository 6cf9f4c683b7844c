import ScenarioKit
import ScenarioLanguage
import Testing

@Suite("Invalid step expressions")
struct ExpressionProblemTests {
  @Test(arguments: brokenExpressions)
  func `an invalid step expression is reported with location and hint`(test: BrokenCase) {
    let problem = #expect(throws: StepExpression.Problem.self) {
      try StepExpression(test.expression)
    }
    #expect(problem?.description == test.text)
    #expect(problem?.text == test.expression)
  }

  @Test func `an invalid step expression is reported in the language of an author`() throws {
    let problem = #expect(throws: StepExpression.Problem.self) {
      try StepExpression("the {colour}")
    }
    let german = try #require(StoryLanguage.named("de"))
    #expect(
      problem?.lines.map(german.text) == [
        "Diese Cucumber Expression hat einen Fehler in Spalte 5:", "", "the {colour}",
        "    ^------^", "Der Parametertyp „colour“ ist nicht definiert.",
        "Definieren Sie einen Parametertyp namens „colour“, oder verwenden Sie „{}“, das jeden Text "
          + "nimmt.",
      ])
  }

  @Test(arguments: [
    ("(s{int})", 3..<8), ("a//b", 3..<4), (#"x\"#, 2..<3), ("three ({x y})", 8..<13),
  ])
  func `a problem in a step expression has a range of columns`(
    source: String, columns: Range<Int>
  ) {
    let problem = #expect(throws: StepExpression.Problem.self) { try StepExpression(source) }
    #expect(problem?.columns == columns)
  }

  @Test(arguments: ["(", "{", "((", "(a/", "{a", "x/(", "/"])
  func `an invalid expression with a hundred thousand parts is refused`(piece: String) {
    let source = String(repeating: piece, count: 100_000)
    #expect(throws: StepExpression.Problem.self) { try StepExpression(source) }
  }

  static let brokenExpressions: [BrokenCase] = [
    broken(
      #"""
      An optional may not contain a parameter type.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#,
      ["(s{int})": "  ^---^"]),
    broken(
      #"""
      An optional may not contain another optional.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#,
      ["three ((very) blind) mice": "       ^----^", "((": " ^"]),
    broken(
      #"""
      An optional must contain some text.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#,
      ["three () mice": "      ^^", "a\tb\n()": "    ^^"]),
    broken(
      #"""
      An alternation can not be used inside an optional.
      You can use '\/' to escape the '/'
      """#,
      ["three( brown/black) mice": "            ^"]),
    broken(
      #"""
      The '(' does not have a matching ')'.
      If you did not mean to use optional text you can use '\(' to escape the '('
      """#,
      ["three (mice": "      ^", #"three blind\ mice/rats("#: "                      ^"]),
    broken(
      #"""
      The '{' does not have a matching '}'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#,
      ["{string": "^"]),
    broken(
      #"""
      Parameter names may not contain '{', '}', '(', ')', '\' or '/'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#,
      ["{(string)}": " ^", "{int {int}": "     ^", "{a/b}": "  ^", #"{a\/b}"#: " ^--^"]),
    broken(
      #"""
      An alternative may not be empty.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#,
      ["three brown//black mice": "            ^", "and/ or": "    ^", "/": "^"]),
    broken(
      #"""
      A parameter type may not be an alternative.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#,
      ["{int}/x": "^---^", "x/{int}": "  ^---^"]),
    broken(
      #"""
      An alternative may not exclusively contain optionals.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#,
      [
        "three (brown)/black mice": "      ^-----^",
        "black/(very)(brown) mice": "      ^-----------^",
      ]),
    broken(
      #"""
      Only the characters '{', '}', '(', ')', '\', '/' and whitespace can be escaped.
      If you did mean to use a '\' you can use '\\' to escape it
      """#,
      [#"\["#: " ^"]),
    broken(
      #"""
      The end of line can not be escaped.
      You can use '\\' to escape the '\'
      """#,
      [#"a\"#: " ^"]),
    broken(
      #"""
      Undefined parameter type 'strng'.
      Did you mean: {string}
      """#,
      ["the reader taps {strng}": "                ^-----^"]),
    broken(
      #"""
      Undefined parameter type ' Int '.
      Did you mean: {int}
      """#,
      ["{ Int }": "^-----^"]),
    broken(
      #"""
      Undefined parameter type 'colour'.
      Define a parameter type named 'colour' or use '{}', which takes any text
      """#,
      ["a {colour} page": "  ^------^"]),
    broken(
      #"""
      An optional must contain some text.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#,
      ["日本語 cafe\u{301} 👨‍👩‍👧 ()": "               ^^"], column: 17),
  ].flatMap { $0 }

  /// Returns expressions with one kind of problem, each with the marks below it, which begin at the
  /// column of the problem unless wide or combined characters come before it.
  private static func broken(
    _ text: String, _ expressions: KeyValuePairs<String, String>, column: Int? = nil
  ) -> [BrokenCase] {
    expressions.map { expression, marks in
      let column = column ?? marks.prefix { $0 == " " }.count + 1
      let shown = expression.replacing("\t", with: "␉").replacing("\n", with: "␊")
      return BrokenCase(
        expression: expression,
        text: """
          This Cucumber Expression has a problem at column \(column):

          \(shown)
          \(marks)
          \(text)
          """)
    }
  }
}
