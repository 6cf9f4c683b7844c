import ScenarioKit
import StepExpressions

extension Steps {
  /// The step definitions of the scenario's server, such as `the server answers GET https://…`.
  ///
  /// A module whose app sends requests to ``ScenarioContext/transport`` lists them among its own:
  ///
  ///     static var steps: Steps {
  ///       Steps.server
  ///       When("the screen appears") { module in module.screen.appear() }
  ///     }
  public static var server: Steps {
    Steps(builtIn: serverDefinitions) {
      [
        try ParameterType(
          name: "method", regexps: ["GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"]
        ) { $0[0] ?? "" },
        try ParameterType(name: "url", regexps: [#"https?://\S+"#]) { $0[0] ?? "" },
      ]
    }
  }

  private static var serverDefinitions: [StepDefinition] {
    let transport: StepDefinition.Subject<FakeTransport> = { _, context in context.transport }
    return [
      .action(
        .server("the server answers {method} {url}", ru: "сервер отвечает {method} {url}"),
        .preparation, data: AnswerData.self, of: transport
      ) { (transport, data: AnswerData, method: String, url: String) in
        transport.answer(method, url, with: data.answers)
      },
      .action(
        .server("the server fails {method} {url}", ru: "сервер не отвечает {method} {url}"),
        .preparation, data: FailureData.self, of: transport
      ) { (transport, data: FailureData, method: String, url: String) in
        transport.answer(method, url, with: [data.answer])
      },
      .action(.server("no requests were sent", ru: "запросов не было"), .check, of: transport) {
        transport in try RequestCheck.expect(0, transport.requests)
      },
      .action(
        .server("{int} request(s) was/were sent", ru: "было {int} запрос(а)(ов)"), .check,
        of: transport
      ) { (transport, count: Int) in
        try RequestCheck.expect(count, transport.requests)
      },
      .observation(.server("the requests were", ru: "запросы были"), of: transport) { transport in
        transport.requests.map(\.line)
      },
      .observation(.server("request {int} was", ru: "запрос {int} был"), of: transport) {
        (transport, number: Int) in
        let requests = transport.requests
        guard requests.indices.contains(number - 1) else {
          throw CheckFailure(
            "there is no request \(number): \(RequestCheck.sent(requests.count))",
            details: RequestCheck.list(requests))
        }
        return requests[number - 1]
      },
    ]
  }
}

extension [StepDefinition.Wording] {
  fileprivate static func server(_ expression: String, ru translation: String) -> Self {
    StepDefinition.Wording.all(expression, [], ["ru": translation])
  }
}

private enum RequestCheck {
  static func expect(_ count: Int, _ requests: [FakeTransport.Request]) throws {
    guard requests.count != count else { return }
    throw CheckFailure("\(sent(requests.count)), not \(count)", details: list(requests))
  }

  static func sent(_ count: Int) -> String {
    count == 1 ? "1 request was sent" : "\(count) requests were sent"
  }

  static func list(_ requests: [FakeTransport.Request]) -> [String] {
    requests.enumerated().map { "\($0 + 1). \($1.line)" }
  }
}
