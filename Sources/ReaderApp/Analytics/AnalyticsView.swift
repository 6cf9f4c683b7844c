/// What draws the analytics screen.
@MainActor
public protocol DisplaysAnalyticsView: AnyObject {
  /// Draws what there is to show, in place of what was drawn before.
  func configure(_ viewModel: AnalyticsView.ViewModel)
}

/// The analytics screen's own view: a button.
@MainActor
public final class AnalyticsView: DisplaysAnalyticsView {
  /// All that the view shows.
  public struct ViewModel: Sendable, Hashable {
    /// What stands on the button.
    public var buttonTitle: String

    /// Creates a view model.
    public init(buttonTitle: String) {
      self.buttonTitle = buttonTitle
    }
  }

  /// What stands on the button; nothing before the view is configured.
  public private(set) var buttonTitle = ""

  /// Creates a view with an empty button.
  public init() {}

  /// Puts the title on the button.
  public func configure(_ viewModel: ViewModel) {
    buttonTitle = viewModel.buttonTitle
  }
}
