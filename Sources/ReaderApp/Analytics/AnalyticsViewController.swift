/// Configures the analytics screen's view and counts that it was loaded.
@MainActor
public final class AnalyticsViewController {
  /// What counts.
  public let analyticsService: any TracksAnalytics

  /// What is going to be the view.
  public let contentView: any DisplaysAnalyticsView

  /// The view; `nil` until it is loaded.
  public private(set) var view: (any DisplaysAnalyticsView)?

  /// Creates a view controller; a part that is left out is the real one.
  public init(
    analyticsService: any TracksAnalytics = QueuedAnalytics.shared,
    contentView: any DisplaysAnalyticsView = AnalyticsView()
  ) {
    self.analyticsService = analyticsService
    self.contentView = contentView
  }

  /// Loads the view the first time that it is needed.
  public func loadViewIfNeeded() {
    guard view == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Puts the content view in place.
  func loadView() {
    view = contentView
  }

  /// Configures the view and counts that it was loaded.
  func viewDidLoad() {
    contentView.configure(AnalyticsView.ViewModel(buttonTitle: "Analytics!"))
    // The screen is as good without being counted, so a refusal changes nothing on it.
    _ = analyticsService.track(event: "View did load!")
  }
}
