import Foundation
import ScenarioHTTP
import ScenarioKit
import StoryTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that sends two requests at once, and shows both answers or the first error.
private final class PairModule: Module {
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

@Suite("Requests at once", .timeLimit(.minutes(2)))
struct RequestsAtOnceTests {
  private static let answers = [
    "text: fine", "status: 500, text: no", "fails: connection lost", "fails: never answers",
  ]

  /// Foundation cancels the request that is left while Swift's runtime holds a lock of the task.
  @Test(arguments: answers, answers)
  func `two requests by async let end as they do in reality`(one: String, other: String) async {
    let delays = ["", "after: 10 ms, "]
    let scenarios = delays.flatMap { first in delays.map { (first, $0) } }.flatMap {
      first, second in
      [false, true].map { isCancelled in
        // The request that is awaited first decides, and one that fails cancels the other.
        let isFine = one == Self.answers[0] && other == Self.answers[0]
        let waits = one == Self.answers[3] || one == Self.answers[0] && other == Self.answers[3]
        let isDone = !isCancelled || first.isEmpty && second.isEmpty && isFine
        let shown = waits && !isCancelled ? "nothing" : isFine && isDone ? "finefine" : "an error"
        return """
            - scenario: "\(first)\(one) and \(second)\(other), cancelled \(isCancelled)"
              given:
                - the server answers GET https://api.example/a: { \(first)\(one) }
                - the server answers GET https://api.example/b: { \(second)\(other) }
              when: [the app loads both\(isCancelled ? ", 5 ms pass, the app cancels" : "")]
              then: { within 1 s: { the screen shows: \(shown) } }

          """
      }
    }
    let outcome = await tell(
      "story: S\nmodule: pair\nscenarios:\n" + scenarios.joined(), to: PairModule.self)
    let failures = outcome.results.flatMap { report in
      report.failures.map { "\(report.titles): \($0.message)" }
    }.filter { !$0.contains("never ends") }
    #expect(failures == [])
    #expect(outcome.results.count == 8)
  }
}
