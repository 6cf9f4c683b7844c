import Foundation

/// The logic of the facts screen, which determines what the view shows.
///
/// The view owns its presenter. Releasing the presenter cancels its load.
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
  ///   - router: The router to other screens.
  ///   - service: The service that loads facts.
  ///   - dateProvider: The provider of the current time, for the age of a fact.
  ///   - timeAgo: The formatter for the age.
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

  /// Resets the screen when it appears, and cancels a load that is in progress.
  public func start() {
    if case .loading(let load) = phase { load.cancel() }
    phase = .initial
    view?.show(.initial)
  }

  /// Loads a fact; does nothing during a load.
  public func loadTapped() {
    if case .loading = phase { return }
    let load = Task { [weak self, service] in
      let result: Result<Fact, any Error>
      do {
        result = .success(try await service.loadFact())
      } catch {
        result = .failure(error)
      }
      // The result of a cancelled load is ignored.
      guard !Task.isCancelled else { return }
      self?.loadEnded(with: result)
    }
    phase = .loading(load)
    view?.show(.loading)
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
      let timeAgoText = timeAgo.text(for: fact.creationDate, now: dateProvider.now)
      view?.show(.info(infoText: fact.infoText, timeAgoText: timeAgoText))
    case .failure:
      phase = .initial
      view?.show(.initial)
      view?.showLoadFailedAlert()
    }
  }
}
