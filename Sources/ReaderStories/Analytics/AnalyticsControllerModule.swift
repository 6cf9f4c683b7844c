import ReaderApp
import ScenarioKit

/// The analytics screen's view controllers, between mocks of the tracker and the view.
final class AnalyticsControllerModule: Module {
  static let name = "analytics controller"

  /// An offer to the tracker, in the form that stories check.
  struct Offer: Codable, Sendable {
    var event: String
    var accepted: Bool
  }

  private final class TrackerMock: TracksAnalytics {
    let offers = Spy<Offer>("the tracker was offered an event", of: "tracker")
    /// The number of following events to refuse; `nil` for all.
    var refusals: Int? = 0

    func track(event: String) -> Bool {
      let isAccepted = refusals == 0
      if !isAccepted { refusals = refusals.map { $0 - 1 } }
      offers.record(Offer(event: event, accepted: isAccepted))
      return isAccepted
    }
  }

  private final class ContentViewMock: DisplaysAnalyticsView {
    let configurations = Spy<String>("the button was configured")

    func configure(_ viewModel: AnalyticsView.ViewModel) {
      configurations.record(viewModel.buttonTitle)
    }
  }

  private let context: ScenarioContext
  private let tracker = TrackerMock()
  private let analytics: QueuedAnalytics
  private var view = ContentViewMock()
  private var controller: AnalyticsViewController?

  /// Creates the queue, which lives as long as the app; view controllers are created later.
  init(_ context: ScenarioContext) {
    self.context = context
    analytics = context.expectReleased(QueuedAnalytics(before: tracker))
  }

  private func open() {
    view = ContentViewMock()
    let controller = AnalyticsViewController(analyticsService: analytics, contentView: view)
    self.controller = context.expectReleased(controller)
    controller.loadViewIfNeeded()
  }

  static var steps: Steps {
    Given("the tracker refuses every event") { module in
      module.tracker.refusals = nil
    }
    Given("the tracker refuses the next {int} event(s)") { (module, count: Int) in
      module.tracker.refusals = count
    }
    Given("the tracker accepts events again") { module in
      module.tracker.refusals = 0
    }
    When("the screen loads") { module in
      module.open()
    }
    When("the screen loads {int} time(s)") { (module, times: Int) in
      for _ in 0..<times { module.open() }
    }
    When("the same screen appears again") { module in
      module.controller?.loadViewIfNeeded()
    }
    Observe("the button says") { module in
      module.view.configurations.calls.last
    }
    Then("the button was configured {int} time(s)") { (module, count: Int) in
      try module.view.configurations.expect(count: count)
    }
    Observe("the tracker was offered") { module in
      module.tracker.offers.calls
    }
    Observe("the counted events are") { module in
      module.tracker.offers.calls.filter(\.accepted).map(\.event)
    }
    Then("the controller's view is its content view") { module in
      guard let shown = module.controller?.view, shown === module.view else {
        throw CheckFailure("the controller shows another view, or none")
      }
    }
  }
}
