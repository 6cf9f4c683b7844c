import ScenarioLanguage
import StepExpressions

/// The sentences that every ``TransportModule`` has.
enum TransportSteps {
  /// The kinds of parameters in them.
  static func parameterTypes() throws(ParameterType.Problem) -> [ParameterType] {
    [
      try ParameterType(
        name: "method", regexps: ["GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"]
      ) { $0[0] ?? "" },
      try ParameterType(name: "url", regexps: [#"https?://\S+"#]) { $0[0] ?? "" },
    ]
  }

  @StepsBuilder<M>
  static func steps<M: TransportModule>(for module: M.Type) -> [StepDefinition] {
    Given<M>(
      "the server answers {method} {url}", also: "сервер отвечает {method} {url}",
      data: AnswerData.self
    ) {
      (module, data: AnswerData, method: String, url: String) in
      module.transport.answer(method, url, with: data.answers)
    }
    Given<M>(
      "the server fails {method} {url}", also: "сервер не отвечает {method} {url}",
      data: FailureData.self
    ) {
      (module, data: FailureData, method: String, url: String) in
      module.transport.answer(method, url, with: [data.answer])
    }
    Then<M>("no requests were sent", also: "запросов не было") { module in
      try expect(0, module.transport.requests)
    }
    Then<M>("{int} request(s) was/were sent", also: "было {int} запрос(а)(ов)") {
      (module, count: Int) in
      try expect(count, module.transport.requests)
    }
    Observation<M>("the requests were", also: "запросы были") { module in
      module.transport.requests.map(\.line)
    }
    Observation<M>("request {int} was", also: "запрос {int} был") { (module, number: Int) in
      let requests = module.transport.requests
      guard requests.indices.contains(number - 1) else {
        throw CheckFailure(
          "there is no request \(number): \(sent(requests.count))", details: list(requests))
      }
      return requests[number - 1]
    }
  }

  private static func expect(_ count: Int, _ requests: [FakeTransport.Request]) throws {
    guard requests.count != count else { return }
    throw CheckFailure("\(sent(requests.count)), not \(count)", details: list(requests))
  }

  private static func sent(_ count: Int) -> String {
    count == 1 ? "1 request was sent" : "\(count) requests were sent"
  }

  private static func list(_ requests: [FakeTransport.Request]) -> [String] {
    requests.enumerated().map { "\($0 + 1). \($1.line)" }
  }
}
