import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The analytics screen with the app's own analytics service; only the server is fake.
final class AnalyticsModule: Module {
  static let name = "analytics"

  /// The content of the screen, in the form that stories check.
  private struct Shown: Codable {
    var button: String
  }

  private let context: ScenarioContext
  private var analytics: QueuedAnalytics
  private var screen: AnalyticsViewController?

  /// Creates the service, which lives as long as the app; screens are created later.
  init(_ context: ScenarioContext) {
    self.context = context
    analytics = Self.analytics(keeping: 2, in: context)
  }

  private static func analytics(
    keeping count: Int, in context: ScenarioContext
  ) -> QueuedAnalytics {
    let service = AnalyticsService(transport: context.transport, capacity: count)
    context.expectReleased(service)
    return context.expectReleased(QueuedAnalytics(before: service))
  }

  private func open() {
    let screen = AnalyticsViewController(analyticsService: analytics)
    self.screen = screen
    screen.loadViewIfNeeded()
  }

  static var steps: Steps {
    Steps.server
    Given("the service keeps {int} event(s)") { (module, count: Int) in
      module.analytics = analytics(keeping: count, in: module.context)
    }
    When("the reader opens the screen") { module in
      module.open()
    }
    When("the reader opens the screen {int} time(s)") { (module, times: Int) in
      for _ in 0..<times { module.open() }
    }
    When("the app counts {string}") { (module, event: String) in
      _ = module.analytics.track(event: event)
    }
    Observe("the screen shows") { module in
      (module.screen?.view as? AnalyticsView).map { Shown(button: $0.buttonTitle) }
    }
  }
}
