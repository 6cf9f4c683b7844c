import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import Synchronization

@testable import ScenarioCommands

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A module that redirects live requests like an app's transport and passes them to the server.
final class MessengerModule: Module {
  static let name = "messenger"
  nonisolated static let folders = Mutex<[URL]>([])

  /// The live answers, which the module calls without a network.
  nonisolated static let answers = Mutex(LiveAnswers())

  let transport: FakeTransport
  private let live: LiveSurroundings?
  private var text: String?
  private var address: String?
  private var copy: String?
  private var looks = 0
  private var looksUntilReady = 0
  private var looksUntilReport = 0

  init(_ context: ScenarioContext) {
    transport = context.transport
    live = context.live
    if let folder = live?.folder { Self.folders.withLock { $0.append(folder) } }
  }

  /// Sends a report, whose answer changes nothing that is shown.
  private func report() {
    let request = HTTPRequest(
      method: .post, scheme: "https", authority: "far.example", path: "/reports")
    Task { [transport] in _ = try? await transport.send(request, body: nil) }
  }

  private static func request(_ url: String) -> HTTPRequest? {
    guard let url = URL(string: url) else { return nil }
    return HTTPRequest(
      method: .get, scheme: url.scheme, authority: url.host(),
      path: url.path() + (url.query().map { "?\($0)" } ?? ""))
  }

  /// Returns the answer to a request, in a simulation and live.
  private func answer(to request: HTTPRequest) async throws -> FakeTransport.ResponseBody {
    guard let live else { return try await transport.stream(request, body: nil).1 }
    let redirected = try await live.redirected(request, body: nil)
    let answer = await Self.answers.withLock(\.self).respond(to: redirected, body: Data())
    guard redirected.authority != "127.0.0.1:1", case .stream(let body, _) = answer.body else {
      throw URLError(.cannotConnectToHost)
    }
    return body
  }

  static var steps: Steps {
    Steps.server
    When("the reader asks for {url}") { (module, url: String) in
      guard let live = module.live, var request = request(url) else { return }
      request = try await live.redirected(request, body: nil)
      module.address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
      Task {
        let answer = await answers.withLock(\.self).respond(to: request, body: Data())
        guard case .data(let body) = answer.body else { return }
        module.text = String(decoding: body, as: UTF8.self)
      }
    }
    When("the reader loads {url}") { (module, url: String) in
      guard let request = request(url) else { return }
      Task {
        do {
          for try await part in try await module.answer(to: request) {
            module.text = (module.text ?? "") + String(decoding: part, as: UTF8.self)
          }
        } catch {
          module.text = "failed"
        }
      }
    }
    Given("the server is out of order") { module in
      module.transport.answer(
        "GET", "https://far.example/", with: [Answer(.failure(.cannotFindHost), after: .seconds(9))]
      )
    }
    When("the reader writes a file") { module in
      guard let folder = module.live?.folder else { return }
      try Data().write(to: folder.appending(path: "file"))
    }
    When("the app prepares a text") { module in
      module.looksUntilReady = module.live == nil ? 1 : 10
    }
    When("the app loads a text") { module in
      // Live, the app is faster than the first look.
      module.text = module.live == nil ? "loading" : "loaded"
      guard module.live == nil else { return }
      Task {
        try await Task.sleep(for: .milliseconds(20))
        module.text = "loaded"
      }
    }
    When("the app prepares a report") { module in
      module.looksUntilReport = module.live == nil ? 1 : 10
    }
    When("the reader copies the text") { module in module.copy = module.text }
    When("the reader copies the number of requests") { module in
      module.copy = "\(module.transport.requests.count)"
    }
    Then("the reader looked at most {int} times") { (module, most: Int) in
      if module.looks > most { throw CheckFailure("\(module.looks) looks") }
    }
    Observe("the copy is") { module in module.copy }
    Observe("the reader reads") { module in
      // Looks stand for time, which would make the test depend on the machine.
      module.looks += 1
      if module.looksUntilReady > 0 {
        module.looksUntilReady -= 1
        if module.looksUntilReady == 0 { module.text = "ready" }
      }
      if module.looksUntilReport > 0 {
        module.looksUntilReport -= 1
        if module.looksUntilReport == 0 { module.report() }
      }
      return module.text
    }
    Observe("the request went to") { module in module.address }
    Observe("the reader's folder is") { module in
      let path = module.live?.folder.appending(path: "file").path ?? ""
      return FileManager.default.fileExists(atPath: path) ? "there" : "not there"
    }
  }
}
