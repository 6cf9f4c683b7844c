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
      There is no tag before "or".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "or a",
      """
      This tag expression has a problem at column 1:

      or a
      ^^
      There is no tag before "or".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "a and (or b)",
      """
      This tag expression has a problem at column 8:

      a and (or b)
             ^^
      There is no tag before "or".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "(a and not)",
      """
      This tag expression has a problem at column 11:

      (a and not)
                ^
      There is no tag before ")".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "a or ()",
      """
      This tag expression has a problem at column 7:

      a or ()
            ^
      There is no tag before ")".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "smoke and",
      """
      This tag expression has a problem at column 7:

      smoke and
            ^-^
      There is no tag after "and".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "not",
      """
      This tag expression has a problem at column 1:

      not
      ^-^
      There is no tag after "not".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "a and (",
      """
      This tag expression has a problem at column 7:

      a and (
            ^
      There is no tag after "(".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      ")",
      """
      This tag expression has a problem at column 1:

      )
      ^
      There is no tag before ")".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "日本\tand or",
      """
      This tag expression has a problem at column 8:

      日本␉and or
               ^^
      There is no tag before "or".
      Write a tag there, such as "smoke and not (slow or flaky)".
      """),
    Broken(
      "@a @b or",
      """
      This tag expression has a problem at column 4:

      @a @b or
         ^^
      There is no operator before "@b".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "@a and (@b not)",
      """
      This tag expression has a problem at column 12:

      @a and (@b not)
                 ^-^
      There is no operator before "not".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "(a) (b)",
      """
      This tag expression has a problem at column 5:

      (a) (b)
          ^
      There is no operator before "(".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      #"@x\ or @y"#,
      #"""
      This tag expression has a problem at column 8:

      @x\ or @y
             ^^
      There is no operator before "@y".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """#),
    Broken(
      "a AND b",
      """
      This tag expression has a problem at column 3:

      a AND b
        ^-^
      There is no operator before "AND".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "a || b",
      """
      This tag expression has a problem at column 3:

      a || b
        ^^
      There is no operator before "||".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "Not a",
      """
      This tag expression has a problem at column 5:

      Not a
          ^
      There is no operator before "a".
      Write "and" there for scenarios that have both, "or" for those that have either.
      """),
    Broken(
      "a and ~@dev",
      #"""
      This tag expression has a problem at column 7:

      a and ~@dev
            ^---^
      "~@dev" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      "!dev",
      #"""
      This tag expression has a problem at column 1:

      !dev
      ^--^
      "!dev" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      "@a,@b",
      #"""
      This tag expression has a problem at column 1:

      @a,@b
      ^---^
      "@a,@b" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      "(@a or ,@b)",
      #"""
      This tag expression has a problem at column 8:

      (@a or ,@b)
             ^-^
      ",@b" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      "a or @",
      #"""
      This tag expression has a problem at column 6:

      a or @
           ^
      "@" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      #"@x or @\y or @z"#,
      #"""
      This tag expression has a problem at column 7:

      @x or @\y or @z
            ^-^
      "@\y" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
    Broken(
      #"a\"#,
      #"""
      This tag expression has a problem at column 1:

      a\
      ^^
      "a\" is not a tag.
      Write tags and "and", "or" and "not"; put a backslash only before "(", ")", "\" and a space.
      """#),
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
      "( ( a and b )",
      """
      This tag expression has a problem at column 1:

      ( ( a and b )
      ^
      There is no ")" for this "(".
      Remove the "(", or write a ")" where its group ends.
      """),
  ]

  @Test func `a tag expression with a thousand groups inside each other is reported`() {
    let problem = #expect(throws: TagExpression.Problem.self) {
      try TagExpression(String(repeating: "(", count: 1000))
    }
    #expect(problem?.columns == 101..<102)
    #expect(problem?.message == "There are too many groups inside each other")
  }
}
