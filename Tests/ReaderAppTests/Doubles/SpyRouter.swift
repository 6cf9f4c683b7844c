import ReaderApp

/// A router that opens nothing and remembers what it should have.
@MainActor
final class SpyRouter: FactsRouter {
  private(set) var opened: [Int] = []

  func openDetails(identifier: Int) {
    opened.append(identifier)
  }
}
