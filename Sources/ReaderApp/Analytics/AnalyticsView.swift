/// The drawing interface of the analytics screen.
@MainActor
public protocol DisplaysAnalyticsView: AnyObject {
  /// Draws a view model in place of the previous one.
  func configure(_ viewModel: AnalyticsView.ViewModel)
}

/// The view of the analytics screen, which consists of a button.
@MainActor
public final class AnalyticsView: DisplaysAnalyticsView {
  /// The content of the view.
  public struct ViewModel: Sendable, Hashable {
    /// The title of the button.
    public var buttonTitle: String

    /// Creates a view model.
    public init(buttonTitle: String) {
      self.buttonTitle = buttonTitle
    }
  }

  /// The title of the button; empty until the view is configured.
  public private(set) var buttonTitle = ""

  /// Creates a view with an empty button.
  public init() {}

  /// Sets the title of the button.
  public func configure(_ viewModel: ViewModel) {
    buttonTitle = viewModel.buttonTitle
  }
}
