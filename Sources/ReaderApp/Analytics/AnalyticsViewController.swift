/// A controller that configures the analytics view and tracks an event when it is loaded.
@MainActor
public final class AnalyticsViewController {
  /// The tracker of events.
  public let analyticsService: any TracksAnalytics

  /// The view to load.
  public let contentView: any DisplaysAnalyticsView

  /// The view; `nil` until it is loaded.
  public private(set) var view: (any DisplaysAnalyticsView)?

  /// Creates a view controller; the default arguments are the real parts.
  public init(
    analyticsService: any TracksAnalytics = QueuedAnalytics.shared,
    contentView: any DisplaysAnalyticsView = AnalyticsView()
  ) {
    self.analyticsService = analyticsService
    self.contentView = contentView
  }

  /// Loads the view if it is not loaded yet.
  public func loadViewIfNeeded() {
    guard view == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Sets the view to the content view.
  func loadView() {
    view = contentView
  }

  /// Configures the view and counts that it was loaded.
  func viewDidLoad() {
    contentView.configure(AnalyticsView.ViewModel(buttonTitle: "Analytics!"))
    // The result is ignored because the screen does not depend on it.
    _ = analyticsService.track(event: "View did load!")
  }
}
