import ScenarioKit
import ScenarioLanguage

extension Steps {
  /// The steps of ``server``, and those for connections that stay open: WebSockets, and answers
  /// that arrive in parts, such as server-sent events.
  public static var streamingServer: Steps {
    Steps(
      builtIn: server.builtIn + connectionDefinitions, doubles: [FakeTransport.self],
      parameterTypes: server.parameterTypes)
  }

  private static var connectionDefinitions: [StepDefinition] {
    let transport: StepDefinition.Subject<FakeTransport> = { _, context in context.transport }
    return [
      .action(
        .all("the server accepts {url}"),
        .preparation, data: AcceptedData.self, of: transport
      ) { (transport, data: AcceptedData, url: String) in
        transport.answer(RequestPattern("GET", url), with: data)
      },
      .action(
        .all("the server sends over {url}"),
        .act, data: SentData.self, of: transport
      ) { (transport, data: SentData, url: String) in
        for connection in try transport.openConnections(to: url) {
          for message in data.messages { connection.send(message) }
        }
      },
      .action(
        .all("the server closes {url}"),
        .act, data: CloseData?.self, of: transport
      ) { (transport, data: CloseData?, url: String) in
        let isSocket = RequestPattern("GET", url).isSocket
        if !isSocket, data != nil {
          throw CheckFailure("only a WebSocket is closed with a code, and this is a response")
        }
        let closed = FakeSocket.Closed(code: data?.code ?? 1000, reason: data?.reason ?? "")
        for connection in try transport.openConnections(to: url) {
          connection.finish(isSocket ? .closed(closed) : .complete)
        }
      },
      .action(.all("the server drops {url}"), .act, of: transport) { (transport, url: String) in
        for connection in try transport.openConnections(to: url) { connection.finish(.lost) }
      },
      .observation(
        .all("the messages over {url} were"), of: transport,
        expecting: { (transport, expected, url: String) in
          SentList(transport.messages(over: url), for: expected ?? [])
        }),
      .observation(
        .all("message {int} over {url} was"), of: transport,
        expecting: { (transport, expected, number: Int, url: String) in
          let message = try transport.messages(over: url).element(number, called: "message")
          let parts = message.parts(for: expected ?? [])
          return ShownContent(parts, line: message.line, for: expected ?? [])
        }),
      .check(
        .all("{int} connection(s) to {url} is/are open"), of: transport
      ) { (transport, count: Int, url: String) in
        let connections = transport.connections(to: url)
        let open = connections.count { $0.end == nil }
        guard open != count else { return }
        throw CheckFailure(
          open == 1
            ? "1 connection is open, not \(count)" : "\(open) connections are open, not \(count)",
          details: connections.map(\.inWords))
      },
    ]
  }
}

/// The data after `the server closes …`.
struct CloseData: Decodable, Sendable {
  var code: Int?
  var reason: String?
}

/// The data after `the server accepts …`, which may be omitted.
package struct AcceptedData: AnsweringData, OptionalData, ShapedData {
  private let node: Node
  private var data: AnswerData?

  /// The address that is accepted.
  package var pattern: RequestPattern? { data?.pattern }

  /// The answers, with their files read.
  package var answers: [Answer] { data?.answers ?? [] }

  /// The range of the data, or of the sentence if there is none.
  package var range: SourceRange { data?.range ?? node.range }

  package init(from decoder: any Decoder) throws {
    node = try decoder.singleValueContainer().decode(Node.self)
  }

  package mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws {
    let pattern = try RequestPattern(answeredBy: sentence)
    guard pattern.isSocket else {
      throw DataError(
        "the address of a WebSocket begins with wss:// or ws://", at: sentence.range,
        hints: [
          "For a body that the server sends in parts, write: the server answers \(pattern.line): "
            + "{ parts: […], stays open: true }"
        ])
    }
    // An answer without keys accepts a WebSocket.
    let isOmitted = node.scalar?.isNull == true
    data = try AnswerData(isOmitted ? Node(.mapping([]), range: sentence.range) : node)
    try data?.prepare(in: folder, for: sentence)
  }

  package func range(ofAnswer index: Int) -> SourceRange { data?.range(ofAnswer: index) ?? range }

  package static var shape: DataShape { AnswerData.shape }
}

extension FakeTransport {
  /// The connections that were opened to an address, in order.
  ///
  /// Like the address of an answer, one without a query is for any query.
  func connections(to url: String) -> [Connection] {
    connections.filter { connection in
      let request = connection.request
      let pattern = RequestPattern(request.method, url)
      return pattern.values(in: request, RequestTarget(request.url)) != nil
    }
  }

  /// Returns the open connections to an address.
  ///
  /// - Throws: `CheckFailure` if there are none.
  func openConnections(to url: String) throws -> [Connection] {
    let open = connections(to: url).filter { $0.end == nil }
    guard open.isEmpty else { return open }
    let all = connections
    throw CheckFailure(
      "no connection to \(url) is open",
      details: all.isEmpty ? ["The app has opened no connection."] : all.map(\.inWords))
  }

  /// The texts that the app has sent over all connections to an address, in order.
  func messages(over url: String) -> [FakeSocket.Message] {
    connections(to: url).flatMap(\.received)
  }
}

extension Connection {
  /// The connection and its state in one line.
  fileprivate var inWords: Message { "request \(number): \(request.url), \(end?.words ?? "open")" }
}
