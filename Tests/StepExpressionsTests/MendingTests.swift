import StepExpressions
import Testing

@Suite("A sentence that nearly matches an expression")
struct SentenceMendingTests {
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
        "the reader says {string}", "the reader says a \"b\" c", "the reader says 'a \"b\" c'",
        .missingQuotes
      ),
      (
        "{int} request(s) was/were sent", "one request was sent", "1 request was sent",
        .numberInWords
      ),
      (
        "{int} request(s) was/were sent", "\"3\" Requests were sent", "3 requests were sent",
        .needlessQuotes
      ),
      (
        "{int} request(s) was/were sent", "1.5 requests were sent", "2 requests were sent",
        .noNumber("1.5")
      ),
      ("the screen appears", "The  Screen appears", "the screen appears", .spelling),
    ] as [(String, String, String, MendedSentence.Slip)])
  func `is put right`(
    source: String, sentence: String, mended: String, slip: MendedSentence.Slip
  ) throws {
    let expression = try StepExpression(source)
    let result = try #require(expression.mended(sentence))
    #expect(result.text == mended)
    #expect(result.slip == slip)
    if slip != .nothing { #expect(try expression.match(result.text) != nil) }
  }

  @Test(arguments: [
    ("the reader taps {string}", "the reader clicks on Load"), ("{int} {word}", "one day"),
    ("{int} request(s) was/were sent", "a few more requests were sent"),
    ("the screen appears", "the screen appears"), ("the reader taps {string}", ""),
  ])
  func `is left alone where it says something else`(source: String, sentence: String) throws {
    #expect(try StepExpression(source).mended(sentence) == nil)
  }

  @Test func `names the nearest of a few words`() throws {
    var types = ParameterTypes.builtIn
    try types.define(ParameterType(name: "method", regexps: ["GET|POST"]) { $0[0] ?? "" })
    let expression = try StepExpression("the server answers {method} {}", parameterTypes: types)
    #expect(
      expression.mended("the server answers GTE it all")?.text == "the server answers GET it all")
    #expect(expression.mended("the server answers with it")?.text == nil)
  }

  @Test func `may be long without taking long`() throws {
    let expression = try StepExpression("the {word} of the {word} of the {word} taps {string}")
    let sentence = String(repeating: "the of the ", count: 10_000)
    #expect(expression.mended(sentence) == nil)
    #expect(expression.mended(String(sentence.prefix(990))) == nil)
  }
}

@Suite("An example of an expression")
struct ExpressionExampleTests {
  @Test(arguments: [
    ("the reader taps {string}", "the reader tap \"Show 2\"", "the reader taps \"Show 2\""),
    ("the reader taps {string}", "the reader tap", "the reader taps \"…\""),
    ("{int} request(s) was/were sent", "1 reqest was sent", "1 request was sent"),
    ("{int} request(s) was/were sent", "reqests sent", "2 requests were sent"),
    ("the reader taps {string} {int} time(s)", "3 times \"5\"", "the reader taps \"5\" 3 times"),
    ("a(n) {word} shows {float}", "1.25 shown", "a … shows 1.25"),
  ])
  func `has what a sentence says, and else samples`(
    source: String, sentence: String, example: String
  ) throws {
    #expect(try StepExpression(source).example(like: sentence) == example)
  }
}
