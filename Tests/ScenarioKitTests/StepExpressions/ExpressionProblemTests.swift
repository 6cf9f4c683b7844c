import ScenarioKit
import Testing

@Suite("Invalid step expressions")
struct ExpressionProblemTests {
  @Test(arguments: brokenExpressions)
  func `an invalid step expression is reported with location and hint`(test: BrokenCase) {
    let problem = #expect(throws: StepExpression.Problem.self) {
      try StepExpression(test.expression)
    }
    #expect(problem?.description == test.text)
    #expect(problem?.kind == test.kind)
    #expect(problem?.source == test.expression)
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

  static let brokenExpressions = [
    BrokenCase(
      "(s{int})", .parameterInOptional,
      #"""
      This Cucumber Expression has a problem at column 3:

      (s{int})
        ^---^
      An optional may not contain a parameter type.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      "three ((very) blind) mice", .optionalInOptional,
      #"""
      This Cucumber Expression has a problem at column 8:

      three ((very) blind) mice
             ^----^
      An optional may not contain another optional.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "((", .optionalInOptional,
      #"""
      This Cucumber Expression has a problem at column 2:

      ((
       ^
      An optional may not contain another optional.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "three () mice", .emptyOptional,
      #"""
      This Cucumber Expression has a problem at column 7:

      three () mice
            ^^
      An optional must contain some text.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "three( brown/black) mice", .alternationInOptional,
      #"""
      This Cucumber Expression has a problem at column 13:

      three( brown/black) mice
                  ^
      An alternation can not be used inside an optional.
      You can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "three (mice", .missingEnd,
      #"""
      This Cucumber Expression has a problem at column 7:

      three (mice
            ^
      The '(' does not have a matching ')'.
      If you did not mean to use optional text you can use '\(' to escape the '('
      """#),
    BrokenCase(
      #"three blind\ mice/rats("#, .missingEnd,
      #"""
      This Cucumber Expression has a problem at column 23:

      three blind\ mice/rats(
                            ^
      The '(' does not have a matching ')'.
      If you did not mean to use optional text you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "{string", .missingEnd,
      #"""
      This Cucumber Expression has a problem at column 1:

      {string
      ^
      The '{' does not have a matching '}'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      "{(string)}", .illegalParameterName,
      #"""
      This Cucumber Expression has a problem at column 2:

      {(string)}
       ^
      Parameter names may not contain '{', '}', '(', ')', '\' or '/'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      "{int {int}", .illegalParameterName,
      #"""
      This Cucumber Expression has a problem at column 6:

      {int {int}
           ^
      Parameter names may not contain '{', '}', '(', ')', '\' or '/'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      "{a/b}", .illegalParameterName,
      #"""
      This Cucumber Expression has a problem at column 3:

      {a/b}
        ^
      Parameter names may not contain '{', '}', '(', ')', '\' or '/'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      #"{a\/b}"#, .illegalParameterName,
      #"""
      This Cucumber Expression has a problem at column 2:

      {a\/b}
       ^--^
      Parameter names may not contain '{', '}', '(', ')', '\' or '/'.
      If you did not mean to use a parameter type you can use '\{' to escape the '{'
      """#),
    BrokenCase(
      "three brown//black mice", .emptyAlternative,
      #"""
      This Cucumber Expression has a problem at column 13:

      three brown//black mice
                  ^
      An alternative may not be empty.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "and/ or", .emptyAlternative,
      #"""
      This Cucumber Expression has a problem at column 5:

      and/ or
          ^
      An alternative may not be empty.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "/", .emptyAlternative,
      #"""
      This Cucumber Expression has a problem at column 1:

      /
      ^
      An alternative may not be empty.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "{int}/x", .parameterInAlternative,
      #"""
      This Cucumber Expression has a problem at column 1:

      {int}/x
      ^---^
      A parameter type may not be an alternative.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "x/{int}", .parameterInAlternative,
      #"""
      This Cucumber Expression has a problem at column 3:

      x/{int}
        ^---^
      A parameter type may not be an alternative.
      If you did not mean to use an alternative you can use '\/' to escape the '/'
      """#),
    BrokenCase(
      "three (brown)/black mice", .alternativeOfOptionals,
      #"""
      This Cucumber Expression has a problem at column 7:

      three (brown)/black mice
            ^-----^
      An alternative may not exclusively contain optionals.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "black/(very)(brown) mice", .alternativeOfOptionals,
      #"""
      This Cucumber Expression has a problem at column 7:

      black/(very)(brown) mice
            ^-----------^
      An alternative may not exclusively contain optionals.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      #"\["#, .cannotEscape,
      #"""
      This Cucumber Expression has a problem at column 2:

      \[
       ^
      Only the characters '{', '}', '(', ')', '\', '/' and whitespace can be escaped.
      If you did mean to use a '\' you can use '\\' to escape it
      """#),
    BrokenCase(
      #"a\"#, .endOfLineEscaped,
      #"""
      This Cucumber Expression has a problem at column 2:

      a\
       ^
      The end of line can not be escaped.
      You can use '\\' to escape the '\'
      """#),
    BrokenCase(
      "the reader taps {strng}", .undefinedParameterType,
      #"""
      This Cucumber Expression has a problem at column 17:

      the reader taps {strng}
                      ^-----^
      Undefined parameter type 'strng'.
      Did you mean: {string}
      """#),
    BrokenCase(
      "{ Int }", .undefinedParameterType,
      #"""
      This Cucumber Expression has a problem at column 1:

      { Int }
      ^-----^
      Undefined parameter type ' Int '.
      Did you mean: {int}
      """#),
    BrokenCase(
      "a {colour} page", .undefinedParameterType,
      #"""
      This Cucumber Expression has a problem at column 3:

      a {colour} page
        ^------^
      Undefined parameter type 'colour'.
      Define a parameter type named 'colour' or use '{}', which takes any text
      """#),
    BrokenCase(
      "日本語 cafe\u{301} 👨‍👩‍👧 ()", .emptyOptional,
      #"""
      This Cucumber Expression has a problem at column 17:

      日本語 cafe\#u{301} 👨‍👩‍👧 ()
                     ^^
      An optional must contain some text.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
    BrokenCase(
      "a\tb\n()", .emptyOptional,
      #"""
      This Cucumber Expression has a problem at column 5:

      a␉b␊()
          ^^
      An optional must contain some text.
      If you did not mean to use an optional you can use '\(' to escape the '('
      """#),
  ]
}
