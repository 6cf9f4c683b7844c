import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The analytics screen with the app's own counting: everything but the server is real.
final class AnalyticsModule: TransportModule {
  static let name = "analytics"

  /// What the screen shows, as stories see it.
  private struct Shown: Encodable {
    var button: String
  }

  let transport: FakeTransport
  private let analytics: QueuedAnalytics
  private var screen: AnalyticsViewController?

  /// Builds the counting, which lives as long as the app does; screens come and go.
  init(_ context: ScenarioContext) {
    transport = context.transport
    let service = AnalyticsService(transport: transport, capacity: 2)
    analytics = context.expectReleased(QueuedAnalytics(before: service))
    context.expectReleased(service)
  }

  private func open() {
    let screen = AnalyticsViewController(analyticsService: analytics)
    self.screen = screen
    screen.loadViewIfNeeded()
  }

  static var steps: Steps {
    When("the reader opens the screen") { module in
      module.open()
    }
    When("the reader opens the screen {int} time(s)") { (module, times: Int) in
      for _ in 0..<times { module.open() }
    }
    Observation("the screen shows") { module in
      (module.screen?.view as? AnalyticsView).map { Shown(button: $0.buttonTitle) }
    }
  }
}
