/// The view of the facts screen, which passes every tap to the presenter.
@MainActor
public protocol FactsView: AnyObject {
  /// Shows a state in place of the previous one.
  func show(_ state: FactsViewState)

  /// Shows an alert over the current state: the fact could not be loaded.
  func showLoadFailedAlert()
}
