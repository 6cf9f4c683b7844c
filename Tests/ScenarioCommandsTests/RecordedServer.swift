import Foundation
import HTTPTypes
import ScenarioCommands
import ScenarioHTTP
import Synchronization

/// A server on this machine that stands for the real one in tests of recording.
final class RecordedServer: Sendable {
  static let fact =
    #"{ "infoText": "A fact", "identifier": 7, "creationDate": "2021-09-22T10:32:36.917" }"#

  static let story = """
    story: Interesting facts
    module: facts
    scenarios:
      - scenario: Loading succeeds
        when:
          - the screen appears
          - the reader taps "Load a useful fact"
        then:
          - within 300 ms: { the screen shows: { state: info } }

    """

  static let storyWithFixture = story.replacing(
    "    when:",
    with: """
          given:
            the server answers GET https://info-example.com/get_info: { file: fixtures/info.json }
          when:
      """)

  /// Creates a folder with the story and the fixture that it uses.
  static func folderWithFixture() throws -> StoriesFolder {
    try StoriesFolder([
      FactsFiles.path: storyWithFixture, "Scenarios/fixtures/info.json": fact,
    ])
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""

    static func json(_ body: String) -> Answer {
      Answer(headers: ["Content-Type": "application/json; charset=utf-8"], body: body)
    }
  }

  private struct State {
    var answers: [String: [Answer]] = [:]
    var requests: [HTTPRequest] = []
  }

  private let server: LoopbackServer
  private let state: StateBox

  private final class StateBox: Sendable {
    let state = Mutex(State())

    func respond(to request: HTTPRequest) -> LiveResponse {
      let answer = state.withLock { state -> Answer in
        state.requests.append(request)
        let answers = state.answers[request.path ?? "", default: [Answer(status: 404)]]
        // The last answer is for all further requests.
        if answers.count > 1 { state.answers[request.path ?? ""]?.removeFirst() }
        return answers[0]
      }
      var response = HTTPResponse(status: HTTPResponse.Status(code: answer.status))
      for (name, value) in answer.headers {
        if let name = HTTPField.Name(name) { response.headerFields[name] = value }
      }
      return LiveResponse(response, .data(Data(answer.body.utf8)))
    }
  }

  /// Starts a server.
  ///
  /// - Parameter answers: The answers to requests for a fact, in order.
  init(_ answers: Answer...) async throws {
    let state = StateBox()
    if !answers.isEmpty { state.state.withLock { $0.answers["/get_info"] = answers } }
    self.state = state
    server = try await LoopbackServer.start { request, _ in state.respond(to: request) }
  }

  var address: String { "http://127.0.0.1:\(server.port)" }

  /// The requests so far.
  var requests: [HTTPRequest] { state.state.withLock(\.requests) }

  /// Sets the answers to requests with a path and query, in order.
  func answer(_ path: String, _ answers: Answer...) {
    state.state.withLock { $0.answers[path] = answers }
  }
}

extension CommandLineCall {
  /// The output without the times of scenarios in real time.
  var outputWithoutTimes: String {
    output.replacing(/story time [^)]*/, with: "story time TIME")
      .replacing(/\ {3}[\d.]+ m?s\n/, with: "   TIME\n")
  }
}
