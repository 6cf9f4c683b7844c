import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A news screen that loads its text from a server.
package final class NewsModule: Module {
  package static let name = "news"

  package struct Shown: Encodable, Sendable {
    var state = "initial"
    var status: Int?
    var type: String?
    var text: String?
  }

  package let transport: FakeTransport
  private let updates = Spy<Shown>("the screen was updated")
  private var loading: Task<Void, Never>?

  package init(_ context: ScenarioContext) { transport = context.transport }

  package static var steps: Steps {
    Steps.server
    When("the reader taps load") { module in module.load("/latest") }
    When("the reader asks for {string}") { (module, path: String) in module.load(path) }
    When("the reader waits for {string}") { (module, path: String) in
      _ = try await module.transport.send(request(.get, path), body: nil)
    }
    When("the reader sends {string}") { (module, text: String) in
      module.load("/comments", .post, Data(text.utf8))
    }
    When("the reader taps cancel") { module in module.loading?.cancel() }
    When("the reader taps load and cancel") { module in
      module.load("/latest")
      module.loading?.cancel()
    }
    Observe("the screen shows") { module in module.updates.calls.last ?? Shown() }
    Then("the screen was updated {int} time(s)") { (module, count: Int) in
      try module.updates.expect(count: count)
    }
  }

  private static func request(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "https", authority: "news.example", path: path,
      headerFields: [.accept: "text/plain"])
  }

  private func load(_ path: String, _ method: HTTPRequest.Method = .get, _ body: Data? = nil) {
    updates.record(Shown(state: "loading"))
    loading = Task {
      do {
        let (response, data) = try await transport.send(Self.request(method, path), body: body)
        updates.record(
          Shown(
            state: "loaded", status: response.status.code,
            type: response.headerFields[.contentType], text: String(decoding: data, as: UTF8.self)))
      } catch let error as URLError {
        updates.record(Shown(state: "failed", status: error.code.rawValue))
      } catch {
        updates.record(Shown(state: "failed", text: "\(error)"))
      }
    }
  }
}
