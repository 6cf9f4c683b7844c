import ScenarioLanguage
import Testing

@Suite("Invalid tag expressions")
struct TagExpressionProblemTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    var expression: String
    var problem: String

    init(_ expression: String, _ problem: String) {
      self.expression = expression
      self.problem = problem
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

  static let brokenExpressions = [
    Broken(
      "@a and or @b",
      """
      This tag expression has a problem at column 8:

      @a and or @b
             ^^
      There is no tag between "and" and "or".
      Write a tag there, or remove one of the two.
      """),
    Broken(
      "or a",
      """
      This tag expression has a problem at column 1:

      or a
      ^^
      There is no tag before "or".
      Write a tag on both sides of "or", such as "smoke or slow".
      """),
    Broken(
      "a and (or b)",
      """
      This tag expression has a problem at column 8:

      a and (or b)
             ^^
      There is no tag between "(" and "or".
      Write a tag there, or remove one of the two.
      """),
    Broken(
      "(a and not)",
      """
      This tag expression has a problem at column 11:

      (a and not)
                ^
      There is no tag between "not" and ")".
      Write a tag there, or remove one of the two.
      """),
    Broken(
      "a or ()",
      """
      This tag expression has a problem at column 6:

      a or ()
           ^^
      There is no tag between "(" and ")".
      Write a tag there, or remove one of the two.
      """),
    Broken(
      "smoke and",
      """
      This tag expression has a problem at column 7:

      smoke and
            ^-^
      There is no tag after "and".
      Write a tag there, or remove "and".
      """),
    Broken(
      "not",
      """
      This tag expression has a problem at column 1:

      not
      ^-^
      There is no tag after "not".
      Write a tag there, or remove "not".
      """),
    Broken(
      "@a @b or",
      """
      This tag expression has a problem at column 4:

      @a @b or
         ^^
      There is no operator between "@a" and "@b".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "@a and (@b not)",
      """
      This tag expression has a problem at column 12:

      @a and (@b not)
                 ^-^
      There is no operator between "@b" and "not".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "(a) (b)",
      """
      This tag expression has a problem at column 5:

      (a) (b)
          ^
      There is no operator between ")" and "(".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      #"@x\ or @y"#,
      #"""
      This tag expression has a problem at column 8:

      @x\ or @y
             ^^
      There is no operator between "@x\ or" and "@y".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """#),
    Broken(
      "a AND b",
      """
      This tag expression has a problem at column 3:

      a AND b
        ^-^
      "AND" is not an operator.
      Write "and" instead.
      """),
    Broken(
      "a || b",
      """
      This tag expression has a problem at column 3:

      a || b
        ^^
      "||" is not an operator.
      Write "or" instead.
      """),
    Broken(
      "Not a",
      """
      This tag expression has a problem at column 1:

      Not a
      ^-^
      "Not" is not an operator.
      Write "not" instead.
      """),
    Broken(
      "a and ~@dev",
      """
      This tag expression has a problem at column 7:

      a and ~@dev
            ^---^
      "~" is not an operator.
      Write "not @dev" instead.
      """),
    Broken(
      "!dev",
      """
      This tag expression has a problem at column 1:

      !dev
      ^--^
      "!" is not an operator.
      Write "not dev" instead.
      """),
    Broken(
      "@a,@b",
      """
      This tag expression has a problem at column 3:

      @a,@b
        ^
      A comma does not combine tags.
      Write "or" instead for scenarios that have either tag, "and" for those with both.
      """),
    Broken(
      "(@a ,@b)",
      """
      This tag expression has a problem at column 5:

      (@a ,@b)
          ^
      A comma does not combine tags.
      Write "or" instead for scenarios that have either tag, "and" for those with both.
      """),
    Broken(
      "( a and b ) )",
      """
      This tag expression has a problem at column 13:

      ( a and b ) )
                  ^
      There is no "(" for this ")".
      Remove the ")", or write a "(" where its group begins.
      """),
    Broken(
      ")",
      """
      This tag expression has a problem at column 1:

      )
      ^
      There is no "(" for this ")".
      Remove the ")", or write a "(" where its group begins.
      """),
    Broken(
      "( ( a and b )",
      """
      This tag expression has a problem at column 1:

      ( ( a and b )
      ^
      There is no ")" for this "(".
      Remove the "(", or write a ")" where its group ends.
      """),
    Broken(
      "a and (",
      """
      This tag expression has a problem at column 7:

      a and (
            ^
      There is no ")" for this "(".
      Remove the "(", or write a ")" where its group ends.
      """),
    Broken(
      "a or @",
      """
      This tag expression has a problem at column 6:

      a or @
           ^
      There is no name after "@".
      Write a tag's name there, such as "@smoke".
      """),
    Broken(
      #"@x or @\y or @z"#,
      #"""
      This tag expression has a problem at column 8:

      @x or @\y or @z
             ^^
      "\y" escapes nothing.
      Write "\\" for a backslash; only "(", ")", "\" and a space can be escaped.
      """#),
    Broken(
      #"a\"#,
      #"""
      This tag expression has a problem at column 2:

      a\
       ^
      "\" escapes nothing.
      Write "\\" for a backslash; only "(", ")", "\" and a space can be escaped.
      """#),
    Broken(
      "日本\tand or",
      """
      This tag expression has a problem at column 8:

      日本␉and or
               ^^
      There is no tag between "and" and "or".
      Write a tag there, or remove one of the two.
      """),
  ]
}
