import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

/// A search field that sends requests immediately, after a delay, or from a separate task.
final class SearchModule: Module {
  static let name = "search"

  let transport: FakeTransport
  private let paths: AsyncStream<String>.Continuation
  private var hits = 0

  init(_ context: ScenarioContext) {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let transport = context.transport
    self.transport = transport
    paths = continuation
    Task {
      for await path in stream { _ = try? await Self.ask(for: path, transport) }
    }
  }

  deinit { paths.finish() }

  static var steps: Steps {
    Steps.server
    When("the reader types", data: String.self) { module, text in
      Task {
        try await Task.sleep(for: .milliseconds(250))
        try await ask(for: "/\(text)", module.transport)
        module.hits += 1
      }
    }
    When("the reader taps reload") { module in
      module.paths.yield("/reload")
    }
    When("the reader waits for {string}") { (module, path: String) in
      try await ask(for: path, module.transport)
    }
    When("the reader leaves") { _ in
      Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    When("the reader goes, and the app says goodbye") { module in
      let transport = module.transport
      Task { [weak module] in
        while module != nil { try await Task.sleep(for: .seconds(1)) }
        try await ask(for: "/goodbye", transport)
      }
    }
    Observe("the hits are") { module in module.hits }
    Observe("the hits never rest") { module in
      Task { while true { await Task.yield() } }
      return module.hits
    }
  }

  private static func ask(for path: String, _ transport: FakeTransport) async throws {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path)
    _ = try await transport.send(request, body: nil)
  }
}
