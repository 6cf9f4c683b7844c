import ReaderApp
import ScenarioKit

/// The calls of a facts screen to its presenter.
@MainActor
protocol FactsPresenting: AnyObject {
  func start()
  func loadTapped()
  func detailsTapped()
}

extension FactsPresenter: FactsPresenting {}
extension LegacyFactsPresenter: FactsPresenting {}

/// A spy for the facts screen that records the shown states.
@MainActor
final class FactsScreenSpy: FactsView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable, Sendable {
    enum State: String, Codable, CaseIterable { case initial, loading, info }

    var state: State
    var infoText: String?
    var timeAgoText: String?
    var buttons: [String] = []
    var alert: String?
  }

  private enum Button: String, CaseIterable {
    case load = "Load a useful fact"
    case details = "Show details"
    case closeAlert = "Close"
  }

  /// The presenter, which a real screen also owns.
  var presenter: (any FactsPresenting)?

  let updates = Spy<Shown>("the screen was updated")
  let alerts = Spy<Void>("an error alert was shown")
  private var alert: String?

  var shown: Shown? {
    var shown = updates.calls.last
    if let alert {
      shown?.alert = alert
      shown?.buttons = [Button.closeAlert.rawValue]
    }
    return shown
  }

  func show(_ state: FactsViewState) {
    switch state {
    case .initial:
      updates.record(Shown(state: .initial, buttons: [Button.load.rawValue]))
    case .loading:
      updates.record(Shown(state: .loading))
    case .info(let infoText, let timeAgoText):
      updates.record(
        Shown(
          state: .info, infoText: infoText, timeAgoText: timeAgoText,
          buttons: [Button.details.rawValue]))
    }
  }

  func showLoadFailedAlert() {
    alert = "The fact could not be loaded"
    alerts.record(())
  }

  /// Passes a tap on to the presenter, even if the button is hidden.
  ///
  /// The presenter has to handle such taps.
  func tap(_ label: String) throws {
    switch Button(rawValue: label) {
    case .load: presenter?.loadTapped()
    case .details: presenter?.detailsTapped()
    case .closeAlert: alert = nil
    case nil:
      throw CheckFailure(
        "the screen has no button \"\(label)\"",
        details: ["It has: \(Button.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"]
      )
    }
  }
}

/// A spy for the router that records the opened screens.
@MainActor
final class FactsRouterSpy: FactsRouter {
  let openedDetails = Spy<Int>("the details screen opened", of: "router")

  func openDetails(identifier: Int) {
    openedDetails.record(identifier)
  }
}
