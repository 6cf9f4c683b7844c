import Foundation
import ScenarioKit
import ScenarioLanguage
import Testing

@Suite("Custom parameter types")
struct CustomParameterTests {
  private enum Colour: String, Sendable {
    case red, blue, yellow
  }

  private struct Point: Sendable, Equatable {
    var texts: [String?]
  }

  private static func types(
    _ name: String, _ regexps: String...
  ) throws -> ParameterTypes {
    var types = ParameterTypes.builtIn
    try types.define(ParameterType(name: name, regexps: regexps) { Point(texts: $0) })
    return types
  }

  @Test func `a custom parameter type returns values of a Swift type`() throws {
    var types = ParameterTypes.builtIn
    try types.define(
      ParameterType(name: "colour", regexps: ["red|blue", "yellow"]) { texts in
        guard let colour = Colour(rawValue: texts[0] ?? "") else {
          throw ParameterType.InvalidValue("there is no such colour")
        }
        return colour
      })
    let expression = try StepExpression("a {colour} ball and a {colour} one", parameterTypes: types)
    let arguments = try #require(try expression.match("a blue ball and a yellow one"))
    #expect(arguments.map { $0.value as? Colour } == [.blue, .yellow])
    #expect(expression.parameters.allSatisfy { $0.valueType is Colour.Type })
    #expect(try expression.match("a green ball and a red one")?.count == nil)
  }

  @Test func `the documented example of a custom parameter type works`() throws {
    let months = ["January", "February"]
    var types = ParameterTypes.builtIn
    try types.define(
      ParameterType(name: "month", regexps: ["[A-Z][a-z]+"]) { texts in
        guard let month = months.firstIndex(of: texts[0] ?? "") else {
          throw ParameterType.InvalidValue("there is no such month")
        }
        return month + 1
      })
    let expression = try StepExpression("it is {month}", parameterTypes: types)
    #expect(try expression.match("it is February")?.first?.value as? Int == 2)
    let problem = #expect(throws: StepArgument.Problem.self) { try expression.match("it is Late") }
    #expect(problem?.message == "Late can't be used as {month}: there is no such month")
  }

  @Test(
    arguments: [
      (["(\\d+), (\\d+)"], "12, 34", ["12", "34"]),
      (["(\\d+)(?:, (\\d+))?"], "12", ["12", nil]),
      (["(a)|(b)"], "b", [nil, "b"]),
      (["(a)x", "(b)y"], "by", [nil, "b"]),
      (["((a)b)c"], "abc", ["ab", "a"]),
      (["(?:a|b)c"], "bc", ["bc"]),
      (["(?<x>a)(?<y>b)?"], "a", ["a", nil]),
      (["[(]a[)]"], "(a)", ["(a)"]),
      ([#"\Q(a)\E(b)"#], "(a)b", ["b"]),
      ([#"\(a\)"#], "(a)", ["(a)"]),
      (["(?<=.)a"], "a", ["a"]),
      (["(?i)ABC"], "abc", ["abc"]),
    ] as [([String], String, [String?])])
  func `a custom parameter type receives the captures of its regexps`(
    regexps: [String], text: String, texts: [String?]
  ) throws {
    var types = ParameterTypes.builtIn
    try types.define(ParameterType(name: "x", regexps: regexps) { Point(texts: $0) })
    let expression = try StepExpression("{int} {x} {x} {string}", parameterTypes: types)
    let match = try #require(try expression.match("7 \(text) \(text) \"end\""))
    #expect(match.map(\.text) == ["7", text, text, "\"end\""])
    let points: [Point?] = [Point(texts: texts), Point(texts: texts)]
    #expect(match[1...2].map { $0.value as? Point } == points)
    #expect(match[3].value as? String == "end")
  }

  @Test func `a custom parameter type may have a very long regexp`() throws {
    let words = (0..<3_000).map { "w\($0)" }
    let types = try Self.types("x", words.joined(separator: "|"))
    let expression = try StepExpression("{x} and {x}", parameterTypes: types)
    let match = try #require(try expression.match("w17 and w2999"))
    #expect(match.map(\.text) == ["w17", "w2999"])
    #expect(try expression.match("w17 and w3000")?.count == nil)
  }

  @Test func `a custom parameter type receives text in its original composition`() throws {
    let types = try Self.types("x", "(кр.сный) (\u{E9})")
    let sentence = "e\u{301} красный e\u{301}!"
    let match = try StepExpression("\u{E9} {x}!", parameterTypes: types).match(sentence)
    let argument = try #require(match?.first)
    #expect(argument.value as? Point == Point(texts: ["красный", "e\u{301}"]))
    #expect(Array(argument.text.unicodeScalars).count == 10)
    #expect(sentence[argument.range] == argument.text)
  }

  private struct Unlucky: LocalizedError {
    var errorDescription: String? { "the number thirteen is not served here" }
  }

  @Test func `an error thrown by a custom parameter type is reported`() throws {
    var types = ParameterTypes.builtIn
    try types.define(
      ParameterType(name: "guest", regexps: ["\\d+"]) { texts in
        if texts == ["13"] { throw Unlucky() }
        if texts == ["0"] { throw ParameterType.InvalidValue("counting begins at 1") }
        return 1
      })
    let expression = try StepExpression("guest {guest}", parameterTypes: types)
    let unlucky = #expect(throws: StepArgument.Problem.self) { try expression.match("guest 13") }
    #expect(
      unlucky?.message
        == "13 can't be used as {guest}: the number thirteen is not served here")
    #expect(unlucky?.cause is Unlucky)
    let zero = #expect(throws: StepArgument.Problem.self) { try expression.match("guest 0") }
    #expect(zero?.message == "0 can't be used as {guest}: counting begins at 1")
  }

  @Test func `a mistyped parameter name gets a suggestion`() throws {
    let types = try Self.types("colour", "red")
    let problem = #expect(throws: StepExpression.Problem.self) {
      try StepExpression("{color}", parameterTypes: types)
    }
    #expect(problem?.hint == "Did you mean: {colour}")
  }

  @Test(arguments: [
    ("", ["a"] as [String], "A parameter type needs a name.\nThe anonymous '{}' is built in."),
    (
      "a/b", ["a"],
      """
      Illegal character in parameter name '{a/b}'.
      Parameter names may not contain '{', '}', '(', ')', '\\' or '/'.
      """
    ),
    (
      "x", [],
      """
      The parameter type '{x}' has no regexp.
      Give it at least one regexp that its text matches.
      """
    ),
    (
      "x", ["a", ""],
      """
      A regexp of the parameter type '{x}' is empty.
      Write a pattern that matches its text, such as '[a-z]+'.
      """
    ),
  ])
  func `an invalid parameter type is refused with a reason`(
    name: String, regexps: [String], message: String
  ) {
    let problem = #expect(throws: ParameterType.Problem.self) {
      try ParameterType(name: name, regexps: regexps) { _ in 0 }
    }
    #expect(problem?.description == message)
  }

  private static let invalid =
    "is invalid.\nCheck for an unmatched bracket, or for a '*' or '+' with nothing before it."

  private static func refersBack(_ name: String) -> String {
    "refers back to a group.\n"
      + "Write out the pattern of '\(name)', because each expression renumbers its groups."
  }

  @Test(arguments: [
    ("(a", invalid), ("a)|(b", invalid), ("(?x)a # note", invalid),
    ("(['\"]).*\\1", refersBack("\\1")), ("(?<q>a)\\k<q>", refersBack("\\k")),
  ])
  func `an invalid regexp of a parameter type is refused with a reason`(
    regexp: String, reason: String
  ) {
    let problem = #expect(throws: ParameterType.Problem.self) {
      try ParameterType(name: "x", regexps: [regexp]) { _ in 0 }
    }
    #expect(
      problem?.description == "The regexp '\(regexp)' of the parameter type '{x}' \(reason)")
  }

  @Test func `a sample that the parameter type does not match is refused`() {
    let problem = #expect(throws: ParameterType.Problem.self) {
      try ParameterType(name: "month", regexps: ["[A-Z][a-z]+"], sample: "may") { _ in 0 }
    }
    #expect(
      problem?.description
        == """
        The sample 'may' of the parameter type '{month}' matches none of its regexps.
        Choose a text that a story can contain.
        """)
  }

  @Test(arguments: [
    (["[A-Z][a-z]+"], "May", "May"), (["[A-Z][a-z]+"], nil, nil), (["red|blue"], nil, "red"),
    (["red|blue"], "blue", "blue"), (["red|[a-z]+"], nil, nil),
  ])
  func `an example shows the sample of a parameter type or the first of its words`(
    regexps: [String], declared: String?, shown: String?
  ) throws {
    var types = ParameterTypes.builtIn
    let type = try ParameterType(name: "x", regexps: regexps, sample: declared) { $0[0] ?? "" }
    try types.define(type)
    #expect(type.sample == shown)
    let example = try StepExpression("the {x} thing", parameterTypes: types).example()
    #expect(example == "the \(shown ?? "{x}") thing")
  }

  @Test func `every built-in parameter type has a meaning and a sample that it matches`() throws {
    for name in ParameterTypes.builtIn.names {
      let type = try #require(ParameterTypes.builtIn[name])
      let sample = try #require(type.sample, "{\(name)}")
      #expect(type.meaning?.hasPrefix("a") == true, "{\(name)}")
      let expression = try StepExpression("x {\(name)}")
      #expect(try expression.match("x \(sample)") != nil, "{\(name)}")
    }
  }

  @Test(arguments: ["int", "string", "mine"])
  func `a parameter type with a taken name is refused`(name: String) throws {
    var types = try Self.types("mine", "a")
    let type = try ParameterType(name: name, regexps: ["a"]) { _ in 0 }
    let problem = #expect(throws: ParameterType.Problem.self) { try types.define(type) }
    #expect(
      problem?.description
        == """
        There is already a parameter type '{\(name)}'.
        Choose another name or remove one of the two.
        """)
    #expect(problem?.typeName == name)
  }

  @Test func `a regexp with excessive backtracking is stopped`() throws {
    let types = try Self.types("slow", "(?:a+)+")
    let expression = try StepExpression("{slow}!", parameterTypes: types)
    let error = #expect(throws: StepExpression.MatchGivenUp.self) {
      try expression.match(String(repeating: "a", count: 60))
    }
    #expect(
      error?.description == "Matching a sentence with '{slow}!' takes too many steps. "
        + "Shorten the sentence, or simplify the regexps of the parameter types.")
  }
}
