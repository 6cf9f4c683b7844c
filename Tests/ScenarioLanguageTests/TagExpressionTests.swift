import ScenarioLanguage
import TestSupport
import Testing

@Suite("Tag expressions")
struct TagExpressionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var expression: String
    var tags: [String]
    var isMeant: Bool

    init(_ expression: String, _ tags: [String], _ isMeant: Bool) {
      self.expression = expression
      self.tags = tags
      self.isMeant = isMeant
    }

    var testDescription: String { "\(expression.debugDescription) for \(tags): \(isMeant)" }
  }

  @Test(arguments: [
    Case("", [], true),
    Case("  \t ", ["x"], true),
    Case("x", ["x"], true),
    Case("x", [], false),
    Case("x", ["X"], false),
    Case("@x", ["x"], true),
    Case("x", ["@x"], true),
    Case("@@x", ["x"], false),
    Case("not @x", ["@x"], false),
    Case("not @x", ["@y"], true),
    Case("not not x", ["x"], true),
    Case("@x and @y", ["@x", "@y"], true),
    Case("@x and @y", ["@x"], false),
    Case("@x and @y", ["@y"], false),
    Case("@x or @y", [], false),
    Case("@x or @y", ["@x", "@y"], true),
    Case("@x or @y", ["@x"], true),
    Case("@x or @y", ["@y"], true),
    Case("смоук and не_важно", ["смоук", "не_важно"], true),
    Case("cafe\u{301}", ["caf\u{E9}"], true),
    Case("a\tand\nb\r\nand\u{A0}c\u{3000}", ["a", "b", "c"], true),
    Case("a\tand\nb\r\nand\u{A0}c\u{3000}", ["a", "b"], false),
    Case("@a.b or #1 or x:y-2", ["#1"], true),
    Case("android and nothing and order", ["android", "nothing", "order"], true),
  ])
  func `a tag expression matches tags that make it true`(test: Case) throws {
    #expect(try TagExpression(test.expression).matches(test.tags) == test.isMeant)
  }

  @Test(arguments: [
    Case("a or b and c", ["a"], true),
    Case("a or b and c", ["b"], false),
    Case("(a or b) and c", ["a"], false),
    Case("(a or b) and c", ["b", "c"], true),
    Case("a and b or c", ["c"], true),
    Case("a and (b or c)", ["c"], false),
    Case("not a and b", ["b"], true),
    Case("not a and b", [], false),
    Case("not (a and b)", [], true),
    Case("not a or b", ["a", "b"], true),
    Case("not (a or b)", ["b"], false),
    Case("not(a)or(b)", ["b", "a"], true),
    Case("not a or b and not c or not d or e and f", ["a", "d"], false),
    Case("not a or b and not c or not d or e and f", ["a", "b", "d"], true),
    Case("not a or b and not c or not d or e and f", ["a", "d", "e", "f"], true),
    Case("((((a))))", ["a"], true),
  ])
  func `tag operators bind in the order not, and, or`(test: Case) throws {
    #expect(try TagExpression(test.expression).matches(test.tags) == test.isMeant)
  }

  @Test(arguments: [
    Case(#"@x\(1\) or @y\(2\)"#, ["@x(1)"], true),
    Case(#"@x\(1\) or(@y\(2\))"#, ["@y(2)"], true),
    Case(#"@x\\ or @y\\\) or @z\\"#, [#"@x\"#], true),
    Case(#"@x\\ or @y\\\) or @z\\"#, [#"@y\)"#], true),
    Case(#"@x\\ or @y\\\) or @z\\"#, [#"@z\"#], true),
    Case(#"@x\\ or @y\\\) or @z\\"#, ["@x"], false),
    Case(#"@x\\ or @y\\\) or @z\\"#, ["@y)"], false),
    Case(#"@\\x"#, [#"@\x"#], true),
    Case(#"needs\ review"#, ["needs review"], true),
    Case(#"@x\  or @y"#, ["@x "], true),
    Case(#"\("#, ["("], true),
    Case(#"(a or \))and(b)"#, [")", "b"], true),
  ])
  func `escaped brackets, spaces and backslashes belong to a tag`(test: Case) throws {
    #expect(try TagExpression(test.expression).matches(test.tags) == test.isMeant)
  }

  @Test func `tag expressions with thousands of operators are read`() throws {
    let count = Sample.number(10_000, whole: 100_000)
    let nots = String(repeating: "not ", count: count) + "a"
    #expect(try TagExpression(nots).matches(["a"]))
    let groups = nots + String(repeating: " and (a)", count: count)
    #expect(try TagExpression(groups).matches(["a"]))
  }
}
