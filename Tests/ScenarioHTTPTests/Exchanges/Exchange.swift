import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioRunning
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The way in which the apps send their requests: `URLSession`'s, or the fake server's.
typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

/// An exchange between an app and its server: a story in `Stories`, its module, and the bugs that
/// the app can be given.
struct Exchange: Sendable, CustomTestStringConvertible {
  static let all: [Exchange] = [
    Exchange(TokenRefreshModule.self),
    Exchange(PagingModule.self),
    Exchange(GraphQLModule.self),
    Exchange(EntityTagModule.self),
    Exchange(RateLimitModule.self),
    Exchange(MultipartUploadModule.self),
    Exchange(UploadWithProgressModule.self),
    Exchange(RedirectModule.self),
    Exchange(ServerSentEventsModule.self),
    Exchange(WebSocketModule.self),
  ]

  /// Whether the apps send their requests with `URLSession` itself, as if they took no transport.
  @TaskLocal static var usesURLSession = false

  let story: CaseFile
  let bugs: [String]
  private let vocabulary: Vocabulary

  /// Creates the exchange of a module, whose story has the module's name.
  init<M: ExchangeModule>(_ module: M.Type) {
    vocabulary = Vocabulary(of: module)
    story = CaseFile(vocabulary.module, in: "Stories")
    bugs = M.Bug.allCases.map(\.rawValue)
  }

  var testDescription: String { story.name }

  /// Returns the plan of the story, in which the app has a bug or none.
  func plan(bug: String? = nil) throws -> Plan {
    try story.plan(for: vocabulary, given: bug.map { "the app has the bug \"\($0)\"" })
  }
}

extension ScenarioContext {
  /// Returns how the app sends: with `URLSession` itself, or as the fake server does.
  ///
  /// It hides the library's function, so that the modules are those of the documentation.
  func send(live own: @escaping Send) -> Send {
    if Exchange.usesURLSession { return own }
    if let live { return { request in try await own(live.redirected(request)) } }
    return { [transport] request in try await transport.data(for: request) }
  }
}

/// A module of an exchange.
@MainActor
protocol ExchangeModule: Module {
  /// The bugs that the app can be given, as the story words them.
  associatedtype Bug: CaseIterable, RawRepresentable<String>, Sendable

  /// The server of the app.
  var server: FakeTransport { get }

  /// Gives the app a bug.
  func introduce(_ bug: Bug) async
}

extension ExchangeModule {
  /// The steps of the server, and those with which ``ExchangeTests`` breaks the app and compares its
  /// requests.
  @StepsBuilder<Self> static var exchangeSteps: Steps {
    Steps.streamingServer
    Given("the app has the bug {string}") { (module, text: String) in
      guard let bug = Bug(rawValue: text) else {
        throw CheckFailure("the app has no such bug", details: Bug.allCases.map(\.rawValue))
      }
      await module.introduce(bug)
    }
    // Sorted, because requests at the same moment have no order in real time.
    Observe("the app has sent") { module in module.server.requests.map(\.text).sorted() }
  }
}

extension FakeTransport.Request {
  /// The request as text, which does not depend on the order of headers and of keys in JSON.
  fileprivate var text: String {
    let body = body ?? ""
    let json = try? JSONSerialization.jsonObject(with: Data(body.utf8))
    let sorted = json.flatMap {
      try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)
    }
    let headers = headers.map { "\($0): \($1)" }.sorted()
    return "\(line) \(headers) \(sorted.map { String(decoding: $0, as: UTF8.self) } ?? body)"
  }
}
