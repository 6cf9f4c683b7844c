/// What the facts screen's presenter asks of its view; the view tells the presenter of every tap.
@MainActor
public protocol FactsView: AnyObject {
  /// Shows a state in place of the one before it.
  func show(_ state: FactsViewState)

  /// Tells the reader, over what is shown, that the fact could not be loaded.
  func showLoadFailedAlert()
}
