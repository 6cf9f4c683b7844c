import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The logic of the facts screen as apps had it before Swift concurrency.
///
/// It takes no transport, clock or queue, so stories run it exactly as it is in production.
@MainActor
public final class LegacyFactsPresenter {
  private enum Phase {
    case initial
    case loading(URLSessionTask?)
    case showing(Fact)
  }

  private weak var view: (any FactsView)?
  private let router: any FactsRouter
  private let service = LegacyFactsService()
  private let timeAgo: TimeAgoFormatter
  private var phase = Phase.initial
  /// The number of loads, by which the result of an earlier one is recognised.
  private var loads = 0

  /// Creates the presenter of a screen, which is held weakly.
  public init(view: any FactsView, router: any FactsRouter, timeAgo: TimeAgoFormatter) {
    self.view = view
    self.router = router
    self.timeAgo = timeAgo
  }

  deinit {
    if case .loading(let task) = phase { task?.cancel() }
  }

  /// Resets the screen when it appears, and cancels a load that is in progress.
  public func start() {
    if case .loading(let task) = phase { task?.cancel() }
    loads += 1
    phase = .initial
    view?.show(.initial)
  }

  /// Loads a fact; does nothing during a load.
  public func loadTapped() {
    if case .loading = phase { return }
    loads += 1
    let load = loads
    view?.show(.loading)
    phase = .loading(
      service.loadFact { [weak self] result in
        guard let self, load == loads else { return }
        loadEnded(with: result)
      })
  }

  /// Opens the details of the shown fact; does nothing if there is none.
  public func detailsTapped() {
    guard case .showing(let fact) = phase else { return }
    router.openDetails(identifier: fact.identifier)
  }

  private func loadEnded(with result: Result<Fact, any Error>) {
    switch result {
    case .success(let fact):
      phase = .showing(fact)
      let timeAgoText = timeAgo.text(for: fact.creationDate, now: Date())
      view?.show(.info(infoText: fact.infoText, timeAgoText: timeAgoText))
    case .failure:
      phase = .initial
      view?.show(.initial)
      view?.showLoadFailedAlert()
    }
  }
}
