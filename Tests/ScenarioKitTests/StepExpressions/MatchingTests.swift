import ScenarioKit
import Testing

@Suite("Step expressions")
struct MatchingTests {
  @Test(arguments: [
    Case("", "", []),
    Case("", "x", nil),
    Case("three blind mice", "three blind mice", []),
    Case("three blind mice", "three blind mice ", nil),
    Case("three blind mice", " three blind mice", nil),
    Case("three blind mice", "Three blind mice", nil),
    Case("three blind mice", "three  blind mice", nil),
    Case("three blind mice", "three blind mice\n", nil),
    Case("mice", "three blind mice", nil),
    Case("I have 10% [off] $5.00 ^*+?.|", "I have 10% [off] $5.00 ^*+?.|", []),
    Case("a.c", "abc", nil),
    Case("x\u{3000}y", "x\u{3000}y", []),
    Case("closing) and} brackets", "closing) and} brackets", []),
  ])
  func `an expression matches only a complete sentence`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("cucumber(s)", "cucumber", []),
    Case("cucumber(s)", "cucumbers", []),
    Case("cucumber(s)", "cucumber(s)", nil),
    Case("I have {int} cucumber(s) in my belly", "I have 1 cucumber in my belly", ["1"]),
    Case("I have {int} cucumber(s) in my belly", "I have 42 cucumbers in my belly", ["42"]),
    Case("the (very) old page", "the  old page", []),
    Case("the( very old) page", "the page", []),
    Case("the( very old) page", "the very old page", []),
    Case("(un)(re)done", "done", []),
    Case("(un)(re)done", "unredone", []),
    Case("(a.)b", "axb", nil),
  ])
  func `optional text of an expression may be omitted`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("belly/stomach", "belly", []),
    Case("belly/stomach", "stomach", []),
    Case("belly/stomach", "belly/stomach", nil),
    Case("my belly/stomach aches", "my stomach aches", []),
    Case("my belly/stomach aches", "my aches", nil),
    Case("a/b/c d/e", "c d", []),
    Case("three brown/black mice", "three brown mice", []),
    Case("{int}st/nd/rd/th", "3rd", ["3"]),
    Case("{int}st/nd/rd/th", "4th", ["4"]),
    Case("a/i{int}n/y", "i18n", ["18"]),
    Case("a/i{int}n/y", "a11y", ["11"]),
    Case("second(s)./minute(s)?", "second.", []),
    Case("I wait {int} second(s)./second(s)?", "I wait 2 seconds?", ["2"]),
    Case("I wait {int} second(s)./second(s)?", "I wait 1 second.", ["1"]),
    Case("(un)locked/open door", "unlocked door", []),
    Case("(un)locked/open door", "open door", []),
    Case("the (un locked)x/y", "the y", []),
    Case("1.5/2", "1x5", nil),
  ])
  func `an expression matches any of its alternatives`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case(#"\({int})"#, "(3)", ["3"]),
    Case(#"\(s)"#, "(s)", []),
    Case(#"\(s)"#, "s", nil),
    Case(#"cucumber\(s\)"#, "cucumber(s)", []),
    Case(#"I have \{what} cucumber(s)"#, "I have {what} cucumber", []),
    Case(#"\{int\}"#, "{int}", []),
    Case(#"12\/2020"#, "12/2020", []),
    Case(#"12\\/2020"#, #"12\"#, []),
    Case(#"12\\/2020"#, "2020", []),
    Case(#"a\\b"#, #"a\b"#, []),
    Case(#"\\(s)"#, #"\"#, []),
    Case(#"\\(s)"#, #"\s"#, []),
    Case(#"\\\(s)"#, #"\(s)"#, []),
    Case(#"blind\ mice/cats"#, "blind mice", []),
    Case(#"blind\ mice/cats"#, "cats", []),
    Case(#"three (\(very\)) blind"#, "three (very) blind", []),
    Case(#"three( brown\/black) mice"#, "three brown/black mice", []),
  ])
  func `escaped characters in an expression match literally`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    Case("читатель нажимает {string}", "читатель нажимает \"Загрузить\"", ["Загрузить"]),
    Case("жизнь/смерть", "смерть", []),
    Case("👨‍👩‍👧 has {int} 🥒(s)", "👨‍👩‍👧 has 5 🥒s", ["5"]),
    Case("{word} 𝒳", "𝒴𝒵 𝒳", ["𝒴𝒵"]),
    Case("caf\u{E9} {int}", "cafe\u{301} 7", ["7"]),
    Case("cafe\u{301} {int}", "caf\u{E9} 7", ["7"]),
    Case("{string} e\u{301}", "\"e\u{301}\" \u{E9}", ["e\u{301}"]),
    Case("\u{1100}\u{1161}", "\u{AC00}", []),
    Case("e", "e\u{301}", nil),
  ])
  func `an expression matches every script and Unicode composition`(test: Case) throws {
    try test.check()
  }

  @Test(arguments: [
    "читатель 👍🏽 нажимает «да» 12 раз",
    "e\u{301}e\u{301} 👨‍👩‍👧 нажимает «да» 12 раз",
    "\r\n 🇩🇪🇫🇷 нажимает «да» 12 раз",
  ])
  func `an argument has its range in the sentence`(sentence: String) throws {
    let expression = try StepExpression("{} нажимает «{word}» {int} раз(а)")
    let match =
      try expression.match(sentence)
      ?? StepExpression("\r\n {} нажимает «{word}» {int} раз(а)").match(sentence)
    let arguments = try #require(match)
    #expect(arguments.map { String(sentence[$0.range]) } == arguments.map(\.text))
    #expect(arguments.dropFirst().map(\.text) == ["да", "12"])
    #expect(sentence[arguments[1].range.upperBound...] == "» 12 раз")
  }

  @Test(arguments: [
    ("the reader taps {string}", "the reader taps "),
    ("cucumber(s)", "cucumber"),
    ("my belly/stomach", "my "),
    ("{int} cucumbers", ""),
    (#"the \{x} \(y)"#, "the {x} (y)"),
    ("cafe\u{301} {int}", "caf\u{E9} "),
    ("", ""),
  ])
  func `an expression returns its literal prefix`(source: String, prefix: String) throws {
    let found = try StepExpression(source).literalPrefix
    #expect(Array(found.unicodeScalars) == Array(prefix.unicodeScalars))
  }

  @Test func `the documented example of matching an expression works`() throws {
    let expression = try StepExpression("the reader waits {int} second(s)")
    let match = try expression.match("the reader waits 2 seconds")
    #expect(match?.first?.value as? Int == 2)
  }

  @Test func `an expression returns the types of its parameters`() throws {
    let expression = try StepExpression("🥒 {int} of {string} and {}")
    #expect(expression.parameters.map(\.name) == ["int", "string", ""])
    #expect(expression.parameters.map { "\($0.valueType)" } == ["Int", "String", "String"])
  }

  @Test func `an expression matches in many tasks at the same time`() async throws {
    let expression = try StepExpression("the reader taps {string} {int} time(s)")
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...200 {
        group.addTask {
          let match = try expression.match("the reader taps \"x\(number)\" \(number) times")
          #expect(match?.first?.value as? String == "x\(number)")
          return match?.last?.value as? Int ?? 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 20_100)
  }

  @Test(arguments: [("a fact, ", 500_000), (#"a\"é"#, 50_000)])
  func `an expression matches megabytes of text`(piece: String, count: Int) throws {
    let text = String(repeating: piece, count: count)
    let match = try StepExpression("the reader types {string}").match(
      "the reader types \"\(text)\"")
    let argument = try #require(match?.first)
    #expect(argument.text.utf8.count == text.utf8.count + 2)
    #expect(argument.value as? String == text.replacing("\\", with: ""))
    let unclosed = try StepExpression("{string}!").match("\"" + text)
    #expect(unclosed?.count == nil)
  }

  @Test func `matching a text that is too long throws an error`() throws {
    let text = String(repeating: #"a\"é"#, count: 1_000_000)
    #expect(throws: StepExpression.MatchGivenUp.self) {
      try StepExpression("{string}").match("\"\(text)\"")
    }
  }
}
