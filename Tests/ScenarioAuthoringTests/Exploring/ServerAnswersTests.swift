import Testing

@testable import ScenarioAuthoring

@Suite("Answers that are varied")
struct ServerAnswersTests {
  @Test(arguments: [
    ("the server answers GET https://a.example/x: { status: 204 }", "{ status: 204 }"),
    (
      "the server answers GET https://a.example/x: [{ after: 1 s, json: [1, 2] }, { file: a.json }]",
      "[{ after: 1 s, json: [1, 2] }, { file: a.json }]"
    ),
    ("der Server beantwortet GET https://a.example/x: { text: \"a: b\" }", "{ text: \"a: b\" }"),
    ("the server fails GET https://a.example/x: timed out", "{ fails: timed out }"),
    ("le serveur échoue sur GET https://a.example/x: timed out", nil),
    (
      "the server answers GET https://a.example/x: { status: 500, times: 2 }",
      "[{ status: 500 }, { status: 500 }]"
    ),
    ("the server answers GET https://a.example/x: { status: 500, times: 1000 }", nil),
    ("the server answers GET https://a.example/x", nil), ("the screen appears", nil),
    ("the reader opens GET https://a.example/x: { status: 204 }", nil),
  ]) func `the step of a server is written again with its data`(line: String, data: String?) {
    let answers = ServerAnswers(line)
    #expect(
      answers.map { $0.line($0.answers) }
        == data.map { "the server answers GET https://a.example/x: \($0)" })
  }

  @Test(arguments: [
    (
      "{ a: 1, b: [x, { c: 'd, e' }] }",
      ["{ b: [x, { c: 'd, e' }] }", "{ a: 1 }", "{ a: 1, b: [] }"]
    ),
    ("[{ a: null, b: \"c\" }, 2]", ["[]", "[{ b: \"c\" }, 2]", "[{ a: null }, 2]"]),
    ("{ \"a: b\": 1 }", ["{  }"]), ("7", []), ("[]", []),
  ])
  func `data lack each part in turn`(_ data: String, _ less: [String]) {
    #expect(ServerAnswers.reductions(of: data).map(\.notation) == less)
  }
}
