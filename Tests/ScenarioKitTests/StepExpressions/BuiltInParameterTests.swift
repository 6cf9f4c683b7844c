import Foundation
import ScenarioKit
import ScenarioLanguage
import Testing

@Suite("Built-in parameter types")
struct BuiltInParameterTests {
  @Test(arguments: [
    Case("{int}", "22", ["22"]),
    Case("{int}", "-22", ["-22"]),
    Case("{int}", "007", ["7"]),
    Case("{int}", "+22", nil),
    Case("{int}", "-", nil),
    Case("{int}", "1.22", nil),
    Case("{int}", "", nil),
    Case("{int}", "1 000", nil),
    Case("{int}", "٣", nil),
    Case("{int}{int}", "12", ["1", "2"]),
    Case("{byte}", "-128", ["-128"]),
    Case("{short}", "32767", ["32767"]),
    Case("{long}", "-9223372036854775808", ["-9223372036854775808"]),
    Case(
      "{biginteger}", "-12345678901234567890123456789012345678",
      ["-12345678901234567890123456789012345678"]),
    Case("{biginteger}", "1.5", nil),
  ])
  func `integer parameters match whole numbers`(test: Case) throws {
    try test.check()
  }

  @Test(
    arguments: ["float", "double"],
    [
      ("3", "3.0"), ("0.5", "0.5"), (".5", "0.5"), ("-.5", "-0.5"), ("-1.22", "-1.22"),
      ("+1.22", "1.22"), ("1.5E3", "1500.0"), ("-1.5e3", "-1500.0"), ("+1.5E+3", "1500.0"),
      ("5e-1", "0.5"),
    ])
  func `floating-point parameters match decimal points and exponents`(
    type: String, number: (String, String)
  ) throws {
    try Case("{\(type)}", number.0, [number.1]).check()
  }

  @Test(
    arguments: ["float", "double", "bigdecimal"],
    [
      "", ".", "-", "+", "-.", "1.", "e5", "1e", "1.5e", "1,5", "1.2.3", "--1", "infinity", "nan",
      "0x1p3", " 1",
    ])
  func `number parameters do not match malformed numbers`(type: String, text: String) throws {
    try Case("{\(type)}", text, nil).check()
  }

  @Test(arguments: [
    Case("{bigdecimal}", "1.1", ["1.1"]),
    Case("{bigdecimal}", "-.5", ["-0.5"]),
    Case("{bigdecimal}", "0.000", ["0"]),
    Case("{bigdecimal}", "1.5E3", ["1500"]),
    Case(
      "{bigdecimal}", "3.1415926535897932384626433832795028841",
      ["3.1415926535897932384626433832795028841"]),
    Case(
      "{bigdecimal}", "100000000000000000000000000000000000000000",
      ["100000000000000000000000000000000000000000"]),
  ])
  func `the bigdecimal parameter keeps all digits`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("{word}", "banana", ["banana"]),
    Case("{word}", "банан", ["банан"]),
    Case("{word}", "banana split", nil),
    Case("{word}", "", nil),
    Case("{word}'s page", "Ann's page", ["Ann"]),
    Case("{word}", "\"x\"", ["\"x\""]),
    Case("three {word} mice", "three blind mice", ["blind"]),
  ])
  func `the word parameter matches text without spaces`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("{string}", "\"banana split\"", ["banana split"]),
    Case("{string}", "'banana split'", ["banana split"]),
    Case("{string}", "\"\"", [""]),
    Case("{string}", "''", [""]),
    Case("{string}", "banana", nil),
    Case("{string}", "\"banana'", nil),
    Case("{string}", "\"banana", nil),
    Case("{string}", #""say \"hi\" 'now'""#, [#"say "hi" 'now'"#]),
    Case("{string}", #"'it\'s "it"'"#, [#"it's "it""#]),
    Case("{string}", #""a\b""#, [#"a\b"#]),
    Case("{string}", #""ends in \""#, nil),
    Case("{string} and {string}", #""x" and "y""#, ["x", "y"]),
    Case("{string} and {string}", #""x" and 'y'"#, ["x", "y"]),
    Case("{string}", #""x" and "y""#, nil),
    Case("{string}{string}", #""x"'y'"#, ["x", "y"]),
    Case("{string}", "\"two\nlines\"", ["two\nlines"]),
    Case("the title is {string}", "the title is \"“Привет” 🥒\"", ["“Привет” 🥒"]),
  ])
  func `the string parameter returns quoted text without quotes`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("{}", "", [""]),
    Case("{}", "anything at all, even {braces}", ["anything at all, even {braces}"]),
    Case("{} and {}", "a and b and c", ["a and b", "c"]),
    Case("{}", "two\nlines", nil),
    Case("{}{int}", "1234", ["123", "4"]),
    Case("{float}{}", "1e+2x", ["100.0", "x"]),
    Case("{}\u{301}", "x\u{301}", nil),
  ])
  func `the anonymous parameter matches any text on one line`(test: Case) throws {
    try test.check()
  }

  @Test func `each built-in parameter returns its documented Swift type`() throws {
    let types: [(String, any Sendable.Type)] = [
      ("int", Int.self), ("float", Double.self), ("double", Double.self), ("word", String.self),
      ("string", String.self), ("", String.self), ("byte", Int8.self), ("short", Int16.self),
      ("long", Int64.self), ("biginteger", Decimal.self), ("bigdecimal", Decimal.self),
    ]
    #expect(Set(types.map(\.0)) == Set(ParameterTypes.builtIn.names))
    for (name, type) in types {
      let parameter = try #require(try StepExpression("{\(name)}").parameters.first)
      #expect(ObjectIdentifier(parameter.valueType) == ObjectIdentifier(type))
      let sentence = name == "string" ? "'7'" : "7"
      let value = try #require(try StepExpression("{\(name)}").match(sentence)?.first)
      #expect(ObjectIdentifier(Swift.type(of: value.value)) == ObjectIdentifier(type))
    }
  }

  @Test(arguments: [
    (
      "int", "9223372036854775808",
      "a whole number from -9223372036854775808 to 9223372036854775807"
    ),
    ("byte", "128", "a whole number from -128 to 127"),
    ("short", "-40000", "a whole number from -32768 to 32767"),
    ("float", "1e999", "a number up to 1.8e308"),
    (
      "biginteger", "123456789012345678901234567890123456789",
      "a number of at most 38 digits, up to 1e165"
    ),
    ("bigdecimal", "1e300", "a number of at most 38 digits, up to 1e165"),
    ("bigdecimal", "1e-300", "a number of at most 38 digits, up to 1e165"),
  ])
  func `a number out of range for its parameter type is reported`(
    type: String, number: String, range: String
  ) throws {
    let problem = #expect(throws: StepArgument.Problem.self) {
      try StepExpression("wait {\(type)} s").match("wait \(number) s")
    }
    #expect(problem?.message == "\(number) can't be used as {\(type)}: it must be \(range)")
    let german = try #require(StoryLanguage.named("de"))
    let start = "\(number) kann nicht als {\(type)} verwendet werden: es muss eine"
    #expect(problem.map { german.text(of: $0.message).hasPrefix(start) } == true)
    #expect(problem.map { [$0.text, $0.typeName] } == [number, type])
  }
}
