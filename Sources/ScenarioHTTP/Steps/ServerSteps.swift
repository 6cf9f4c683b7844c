import ScenarioKit
import ScenarioLanguage

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
    Steps(builtIn: serverDefinitions, doubles: [FakeTransport.self]) {
      [
        try ParameterType(
          name: "method", regexps: [ImpossiblePart.methods.joined(separator: "|")],
          meaning: "a method"
        ) { $0[0] ?? "" },
        try ParameterType(
          name: "url", regexps: [#"(?:https?|wss?)://\S+"#], sample: "https://example.com/",
          meaning: "an address"
        ) { $0[0] ?? "" },
      ]
    }
  }

  private static var serverDefinitions: [StepDefinition] {
    let transport: StepDefinition.Subject<FakeTransport> = { _, context in context.transport }
    return [
      .action(
        .all(ServerAnswers.expression),
        .preparation, data: AnswerData.self, of: transport
      ) { (transport, data: AnswerData, method: String, url: String) in
        transport.answer(RequestPattern(method, url), with: data)
      },
      .action(
        .all("the server fails {method} {url}"),
        .preparation, data: FailureData.self, of: transport
      ) { (transport, data: FailureData, method: String, url: String) in
        transport.answer(RequestPattern(method, url), with: data)
      },
      .check(
        .all(ServerAnswers.noneSent), of: transport
      ) { transport in try RequestCheck.expect(0, transport.requests) },
      .check(.all(ServerAnswers.someSent), of: transport) { (transport, count: Int) in
        try RequestCheck.expect(count, transport.requests)
      },
      .check(
        .all("no other requests were sent"), of: transport
      ) { transport in try RequestCheck.expectNoOthers(transport.unnamedRequests) },
      .observation(
        .all("the requests were"), of: transport,
        expecting: { (transport, expected) in
          try RequestCheck.expectRequests(in: expected ?? [])
          let list = SentList(transport.requests, for: expected ?? [])
          transport.name(list.named)
          return list
        }),
      .observation(
        .all("request {int} was"), of: transport,
        expecting: { (transport, expected, number: Int) in
          try RequestCheck.expectRequests(in: expected ?? [])
          let request = try transport.requests.element(number, called: "request")
          transport.name([number - 1])
          return RequestValue(request, for: expected)
        }),
      .observation(
        .all("the cancelled requests were"), of: transport,
        expecting: { (transport, expected) in
          try RequestCheck.expectRequests(in: expected ?? [])
          return SentList(transport.cancelledRequests, for: expected ?? [])
        }),
    ]
  }
}

private enum RequestCheck {
  static func expect(_ count: Int, _ requests: [ReceivedRequest]) throws {
    guard requests.count != count else { return }
    var failure = CheckFailure(
      "\(requests.sent("request")), not \(count)", details: requests.numberedLines)
    failure.excess = CheckFailure.excess(of: requests.count, over: count)
    throw failure
  }

  static func expectNoOthers(_ others: [(index: Int, request: ReceivedRequest)]) throws {
    guard !others.isEmpty else { return }
    let words: Message =
      others.count == 1
      ? "1 more request was sent, which no check names"
      : "\(others.count) more requests were sent, which no check names"
    throw CheckFailure(words, details: others.map { "\($0.index + 1). \($0.request.line)" })
  }

  /// Checks that what a matcher such as `!not-contains` compares, and what `never within` excludes,
  /// are only lines and parts that requests can have.
  static func expectRequests(in expected: [ExpectedValue]) throws {
    for expected in expected {
      if let error = ImpossiblePart.first(in: expected) {
        throw CheckFailure(error.text, details: error.advice)
      }
    }
    let texts = expected.flatMap { $0.requests(inMatcher: false) }
      .filter(\.isInMatcher).flatMap(\.value.lines)
    func isLine(_ text: String) -> Bool {
      guard let method = text.wholeMatch(of: /([A-Z]+) \w+:\/\/[^\s{}<>"]+/)?.1 else {
        return false
      }
      return ImpossiblePart.methods.contains(String(method))
    }
    guard let text = texts.first(where: { !isLine($0) }) else { return }
    throw CheckFailure(
      "\"\(text)\" is not the line of a request" as Message,
      details: [
        "Write a method and a whole address, such as GET https://example.com/, or { path: … }."
      ])
  }
}
