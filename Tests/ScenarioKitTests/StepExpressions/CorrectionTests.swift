import ScenarioKit
import Testing

@Suite("Corrected sentences")
struct CorrectedSentenceTests {
  @Test(
    arguments: [
      (
        "the reader taps {string}", "the reader taps \"Load", "the reader taps \"Load\"", .openQuote
      ),
      ("the reader taps {string}", "the reader taps Load'", "the reader taps \"Load\"", .openQuote),
      (
        "the reader taps {string}", "the reader taps Load", "the reader taps \"Load\"",
        .missingQuotes
      ),
      (
        "the reader taps {string}", "the reader taps »Load«.", "the reader taps \"Load\"",
        .otherQuotes
      ),
      ("the reader taps {string}", "the reader taps", "the reader taps \"…\"", .nothing),
      ("the reader taps {string}", "the reader taps \"\"\"", "the reader taps \"…\"", .nothing),
      (
        "the reader says {string}", "the reader says »a \"b\" c«", "the reader says 'a \"b\" c'",
        .otherQuotes
      ),
      ("a reader says {string}", "a reader says it's", "a reader says \"it's\"", .missingQuotes),
      ("a reader taps {string}", "a reader taps\"Load\"", "a reader taps \"Load\"", .spelling),
      (
        "{int} request(s) was/were sent", "\"3\" Requests were sent", "3 requests were sent",
        .needlessQuotes
      ),
      (
        "{int} request(s) was/were sent", "1.5 requests were sent", "2 requests were sent",
        .noNumber("1.5")
      ),
      (
        "{int} request(s) was/were sent", "One request was sent", "1 request was sent", .spelling
      ),
      (
        "экран обновился {int} раз(а)", "экран обновился два раза", "экран обновился 2 раза",
        .spelling
      ),
      ("the screen appears", "The  Screen appears", "the screen appears", .spelling),
    ] as [(String, String, String, CorrectedSentence.Mistake)])
  func `a sentence that nearly matches an expression is corrected`(
    source: String, sentence: String, corrected: String, slip: CorrectedSentence.Mistake
  ) throws {
    let expression = try StepExpression(source)
    let result = try #require(expression.corrected(sentence))
    #expect(result.text == corrected)
    #expect(result.mistake == slip)
    if slip != .nothing { #expect(try expression.match(result.text) != nil) }
  }

  @Test(arguments: [
    ("the reader taps {string}", "the reader clicks on Load"), ("{int} {word}", "one day"),
    ("{int} request(s) was/were sent", "a few more requests were sent"),
    ("the screen appears", "the screen appears"), ("the reader taps {string}", ""),
    ("I tap {string}", "I tapp \"Undo\""), ("I tap {string}", "I tapp Undo"),
    ("I tap {string}", "I tap on \"Undo\""), ("I tap {string}", "I tap on 'Undo'"),
    ("I tap {string}", "I tap on \"Undo"), ("I tap {string}", "I tap \"Undo\" 2 times"),
    ("I tap {string} {int} time(s)", "I tapp \"Undo\" 2 times"),
  ])
  func `a sentence that matches or differs too much is not corrected`(
    source: String, sentence: String
  ) throws {
    #expect(try StepExpression(source).corrected(sentence) == nil)
  }

  @Test func `a mistyped parameter value is corrected to the nearest one`() throws {
    var types = ParameterTypes.builtIn
    try types.define(ParameterType(name: "method", regexps: ["GET|POST"]) { $0[0] ?? "" })
    let expression = try StepExpression("the server answers {method} {}", parameterTypes: types)
    #expect(
      expression.corrected("the server answers GTE it all")?.text == "the server answers GET it all"
    )
    #expect(expression.corrected("the server answers with it")?.text == nil)
  }

  @Test func `very long sentences are not corrected`() throws {
    let expression = try StepExpression("the {word} of the {word} of the {word} taps {string}")
    let sentence = String(repeating: "the of the ", count: 10_000)
    #expect(expression.corrected(sentence) == nil)
    #expect(expression.corrected(String(sentence.prefix(990))) == nil)
  }
}

@Suite("Examples of expressions")
struct ExpressionExampleTests {
  @Test(arguments: [
    ("the reader taps {string}", "the reader tap \"Show 2\"", "the reader taps \"Show 2\""),
    ("the reader taps {string}", "the reader tap", "the reader taps \"…\""),
    ("{int} request(s) was/were sent", "1 reqest was sent", "1 request was sent"),
    ("{int} request(s) was/were sent", "reqests sent", "2 requests were sent"),
    ("the lamp blinked {int} time(s)", "the lamp blinked once", "the lamp blinked 1 time"),
    ("the lamp blinked {int} time(s)", "the lamp blinked trois fois", "the lamp blinked 3 times"),
    ("the reader taps {string} {int} time(s)", "3 times \"5\"", "the reader taps \"5\" 3 times"),
    ("a(n) {word} shows {float}", "1.25 shown", "a … shows 1.25"),
  ])
  func `an example of an expression reuses values from the sentence`(
    source: String, sentence: String, example: String
  ) throws {
    #expect(try StepExpression(source).example(like: sentence) == example)
  }
}
