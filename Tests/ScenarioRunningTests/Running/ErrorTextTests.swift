import Foundation
import ScenarioKit
import ScenarioRunning
import StoryTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Thrown errors in failures")
struct ErrorTextTests {
  @Test(arguments: [
    ("when: the app times out", "the step failed: URLError: timed out"),
    ("when: the app can't decode", "the step failed: URLError: code -1015"),
    ("when: the app has an error of Foundation", "the step failed: Shop 7: the shop is closed"),
    ("when: the app has an error of Swift", "the step failed: closed(hours: 2)"),
    ("then: { the failing value is: 1 }", "the check failed: URLError: timed out"),
  ])
  func `an error is described in a few words`(step: String, message: String) async {
    let outcome = await tell(scenario: step, to: FailingModule.self)
    #expect(outcome.result()?.failures.map(\.message) == [message])
  }
}

private final class FailingModule: Module {
  static let name = "failing"

  private enum Failure: Error { case closed(hours: Int) }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app times out") { _ in throw URLError(.timedOut, userInfo: ["long": "text"]) }
    When("the app can't decode") { _ in throw URLError(.cannotDecodeRawData) }
    When("the app has an error of Foundation") { _ in
      throw NSError(
        domain: "Shop", code: 7, userInfo: [NSLocalizedDescriptionKey: "the shop is closed"])
    }
    When("the app has an error of Swift") { _ in throw Failure.closed(hours: 2) }
    Observe("the failing value is") { _ -> Int in throw URLError(.timedOut) }
  }
}
