import Foundation

/// Decides what the facts screen shows: the screen's logic, without anything that draws.
///
/// The view owns its presenter; letting go of it, as a closing screen does, cancels its load.
@MainActor
public final class FactsPresenter {
  private enum Phase {
    case initial
    case loading(Task<Void, Never>)
    case showing(Fact)
  }

  private weak var view: (any FactsView)?
  private let router: any FactsRouter
  private let service: FactsService
  private let dateProvider: any DateProvider
  private let timeAgo: TimeAgoFormatter
  private var phase = Phase.initial

  /// Creates the presenter of a screen.
  ///
  /// - Parameters:
  ///   - view: The screen, held weakly.
  ///   - router: What opens other screens.
  ///   - service: Where facts come from.
  ///   - dateProvider: What tells the time that a fact's age is counted to.
  ///   - timeAgo: What puts that age into words.
  public init(
    view: any FactsView, router: any FactsRouter, service: FactsService,
    dateProvider: any DateProvider, timeAgo: TimeAgoFormatter
  ) {
    self.view = view
    self.router = router
    self.service = service
    self.dateProvider = dateProvider
    self.timeAgo = timeAgo
  }

  deinit {
    if case .loading(let load) = phase { load.cancel() }
  }

  /// Begins anew, with the screen just on display: a load in flight is given up.
  public func start() {
    if case .loading(let load) = phase { load.cancel() }
    phase = .initial
    view?.show(.initial)
  }

  /// Loads a fact; does nothing while one is being loaded.
  public func loadTapped() {
    if case .loading = phase { return }
    let load = Task { [weak self, service] in
      let result: Result<Fact, any Error>
      do {
        result = .success(try await service.loadFact())
      } catch {
        result = .failure(error)
      }
      // A load that was given up has nothing left to say, however it ended.
      guard !Task.isCancelled else { return }
      self?.loadEnded(with: result)
    }
    phase = .loading(load)
    view?.show(.loading)
  }

  /// Opens the details of the fact on the screen; does nothing while none is.
  public func detailsTapped() {
    guard case .showing(let fact) = phase else { return }
    router.openDetails(identifier: fact.identifier)
  }

  private func loadEnded(with result: Result<Fact, any Error>) {
    switch result {
    case .success(let fact):
      phase = .showing(fact)
      let timeAgoText = timeAgo.text(for: fact.creationDate, now: dateProvider.now)
      view?.show(.info(infoText: fact.infoText, timeAgoText: timeAgoText))
    case .failure:
      phase = .initial
      view?.show(.initial)
      view?.showLoadFailedAlert()
    }
  }
}
