public import Foundation

/// The logic of the feed screen, which determines what the view shows.
///
/// The view owns its presenter. Releasing the presenter cancels its load.
@MainActor
public final class FeedPresenter {
  private enum Phase {
    case idle
    case loading(Task<Void, Never>)
    case showing([FeedRow])
  }

  private weak var view: (any FeedView)?
  private let router: any FeedRouter
  private let service: FeedService
  private let address: String
  private let dateStyle: Date.FormatStyle
  private var phase = Phase.idle

  /// Creates the presenter of a screen.
  ///
  /// - Parameters:
  ///   - view: The screen, held weakly.
  ///   - router: The router that opens pages.
  ///   - service: The service that loads feeds.
  ///   - address: The address of the screen's feed.
  ///   - dateStyle: The format for the day of publication.
  public init(
    view: any FeedView, router: any FeedRouter, service: FeedService, address: String,
    dateStyle: Date.FormatStyle
  ) {
    self.view = view
    self.router = router
    self.service = service
    self.address = address
    self.dateStyle = dateStyle
  }

  deinit {
    if case .loading(let load) = phase { load.cancel() }
  }

  /// Loads the feed when the screen appears.
  public func start() { load() }

  /// Loads the feed again; does nothing during a load.
  public func reloadTapped() { load() }

  /// Opens the page of a row, counted from 0; does nothing for a row without a page.
  public func rowTapped(_ index: Int) {
    guard case .showing(let rows) = phase, rows.indices.contains(index),
      let link = rows[index].link
    else { return }
    router.openPage(link)
  }

  private func load() {
    if case .loading = phase { return }
    let load = Task { [weak self, service, address] in
      let result: Result<Feed, FeedError>
      do throws(FeedError) {
        result = .success(try await service.loadFeed(at: address))
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

  private func loadEnded(with result: Result<Feed, FeedError>) {
    phase = .idle
    switch result {
    case .success(let feed) where feed.items.isEmpty:
      view?.show(.empty(title: feed.title))
    case .success(let feed):
      let rows = feed.items.map(row)
      phase = .showing(rows)
      let notice = feed.isCutShort ? "The rest of this feed can't be read" : nil
      view?.show(.items(title: feed.title, rows: rows, notice: notice))
    case .failure(let error):
      view?.show(.failed(message: error.message))
    }
  }

  private func row(for item: FeedItem) -> FeedRow {
    FeedRow(
      title: item.title ?? "Untitled", summary: item.summary,
      dateText: item.publicationDate.map(dateStyle.format), link: item.link)
  }
}
