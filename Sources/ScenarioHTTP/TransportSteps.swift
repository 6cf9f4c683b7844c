import ScenarioKit
import StepExpressions

extension TransportModule {
  /// The kinds of parameters in the steps of the server: methods and addresses.
  public nonisolated static var inheritedParameterTypes: [ParameterType] {
    get throws {
      [
        try ParameterType(
          name: "method", regexps: ["GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"]
        ) { $0[0] ?? "" },
        try ParameterType(name: "url", regexps: [#"https?://\S+"#]) { $0[0] ?? "" },
      ]
    }
  }

  /// The steps of the server, such as `the server answers GET https://…`.
  @StepsBuilder<Self>
  public nonisolated static var inheritedSteps: [StepDefinition] {
    Given<Self>(
      "the server answers {method} {url}", also: "сервер отвечает {method} {url}",
      data: AnswerData.self
    ) {
      (module, data: AnswerData, method: String, url: String) in
      module.transport.answer(method, url, with: data.answers)
    }
    Given<Self>(
      "the server fails {method} {url}", also: "сервер не отвечает {method} {url}",
      data: FailureData.self
    ) {
      (module, data: FailureData, method: String, url: String) in
      module.transport.answer(method, url, with: [data.answer])
    }
    Then<Self>("no requests were sent", also: "запросов не было") { module in
      try TransportSteps.expect(0, module.transport.requests)
    }
    Then<Self>("{int} request(s) was/were sent", also: "было {int} запрос(а)(ов)") {
      (module, count: Int) in
      try TransportSteps.expect(count, module.transport.requests)
    }
    Observation<Self>("the requests were", also: "запросы были") { module in
      module.transport.requests.map(\.line)
    }
    Observation<Self>("request {int} was", also: "запрос {int} был") { (module, number: Int) in
      let requests = module.transport.requests
      guard requests.indices.contains(number - 1) else {
        throw CheckFailure(
          "there is no request \(number): \(TransportSteps.sent(requests.count))",
          details: TransportSteps.list(requests))
      }
      return requests[number - 1]
    }
  }
}

private enum TransportSteps {
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
