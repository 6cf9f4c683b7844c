import ReaderApp

/// A router that records the details it should open.
@MainActor
final class SpyRouter: FactsRouter {
  private(set) var opened: [Int] = []

  func openDetails(identifier: Int) {
    opened.append(identifier)
  }
}
