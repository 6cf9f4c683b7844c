import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that sends two requests at once, and shows both answers or the first error.
final class PairModule: Module {
  static let name = "pair"

  private let transport: FakeTransport
  private var task: Task<Void, Never>?
  private var shown = "nothing"

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Steps.server
    When("the app loads both") { module in module.load() }
    When("the app cancels") { module in module.task?.cancel() }
    Observe("the screen shows") { module in module.shown }
  }

  private func load() {
    task = Task { [weak self] in
      let result: String
      do {
        async let one = Self.text("a")
        async let other = Self.text("b")
        let (first, second) = try await (one, other)
        result = first + second
      } catch {
        result = "an error"
      }
      self?.shown = result
    }
  }

  private nonisolated static func text(_ path: String) async throws -> String {
    guard let url = URL(string: "https://api.example/\(path)") else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return String(decoding: data, as: UTF8.self)
  }
}
