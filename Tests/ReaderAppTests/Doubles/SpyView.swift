import ReaderApp

/// A facts screen that draws nothing and remembers everything.
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

  /// Waits until so many states have been shown since the screen appeared.
  func hasShown(_ count: Int) async {
    guard states.count < count else { return }
    for await _ in changes.stream where states.count >= count { return }
  }
}
