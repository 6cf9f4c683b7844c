import ReaderApp

/// A facts view that records its states and alerts.
@MainActor
final class SpyView: FactsView {
  private(set) var states: [FactsViewState] = []
  private(set) var alertCount = 0
  private let changes = AsyncStream<Void>.makeStream()

  func show(_ state: FactsViewState) {
    states.append(state)
    changes.continuation.yield()
  }

  func showLoadFailedAlert() {
    alertCount += 1
  }

  /// Waits until the view has shown a total number of states.
  func hasShown(_ count: Int) async {
    guard states.count < count else { return }
    for await _ in changes.stream where states.count >= count { return }
  }
}
