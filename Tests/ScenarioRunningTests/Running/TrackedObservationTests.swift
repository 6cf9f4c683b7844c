import Observation
import ScenarioKit
import StoryTestSupport
import Testing

@Suite("Tracked observations")
struct TrackedObservationTests {
  private func failures(_ steps: String) async -> [String] {
    await tell(scenario: steps, to: DashboardModule.self).failures()
  }

  @Test(arguments: [
    "when: the speed rises\nthen: { the speed is: 1 }",
    "when: [the speed rises, the speed rises]\nthen: { the speed is: 2 }",
    "when: the speed rises after 1 s\nthen: { within 1 s: { the speed is: 1 } }",
    "when: the fuel falls\nthen: { the fuel is: 9 }",
    "when: [the dashboard is closed, the dashboard is opened]\nthen: { the fuel tracked: 10 }",
  ])
  func `a tracked value may change with an announcement`(steps: String) async {
    #expect(await failures(steps) == [])
  }

  private static let failure = """
    "the fuel tracked" changed from 10 to 9, but its model announced no change
      A view of this model would still show 10.
      Remove @ObservationIgnored from the property, or make its class @Observable.
    """

  @Test(arguments: [
    ("when: the fuel falls\nthen: { the fuel tracked: 9 }", "6:13 "),
    // The announcement of an earlier step does not count for this one.
    ("when: [the speed rises, the fuel falls]\nthen: { the fuel tracked: 9 }", "6:13 "),
  ])
  func `a tracked value that changes without an announcement fails its check`(
    steps: String, place: String
  ) async {
    #expect(await failures(steps) == [place + Self.failure])
  }
}

/// A dashboard whose model announces only one of its changes.
private final class DashboardModule: Module {
  static let name = "dashboard"

  @Observable
  @MainActor
  final class Dashboard {
    var speed = 0
    @ObservationIgnored var fuel = 10
  }

  private var dashboard: Dashboard? = Dashboard()

  init(_ context: ScenarioContext) {}

  private var open: Dashboard {
    get throws {
      guard let dashboard else { throw CheckFailure("the dashboard is closed") }
      return dashboard
    }
  }

  static var steps: Steps {
    When("the speed rises") { try $0.open.speed += 1 }
    When("the speed rises after {duration}") { (module, span: Duration) in
      let dashboard = try module.open
      Task {
        try await Task.sleep(for: span)
        dashboard.speed += 1
      }
    }
    When("the fuel falls") { try $0.open.fuel -= 1 }
    When("the dashboard is closed") { $0.dashboard = nil }
    When("the dashboard is opened") { $0.dashboard = Dashboard() }
    Observe("the speed is", tracked: true) { try $0.open.speed }
    Observe("the fuel is") { try $0.open.fuel }
    Observe("the fuel tracked", tracked: true) { try $0.open.fuel }
  }
}
