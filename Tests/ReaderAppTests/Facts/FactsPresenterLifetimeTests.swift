import Foundation
import ReaderApp
import Testing

@MainActor
@Suite("A facts screen that closes", .timeLimit(.minutes(1)))
struct FactsPresenterLifetimeTests {
  @Test func `cancels the load in flight`() async throws {
    let transport = HeldTransport()
    let view = SpyView()
    var presenter: FactsPresenter? = FactsFactory(transport: transport)
      .makePresenter(view: view, router: SpyRouter())
    weak let released = presenter
    presenter?.loadTapped()
    let exchange = try await transport.next()

    presenter = nil
    #expect(released == nil)
    #expect(await exchange.wasCancelled())
    #expect(view.states == [.loading])
    #expect(view.alertCount == 0)
  }

  @Test func `leaves nothing behind after a load`() async throws {
    let transport = HeldTransport()
    let view = SpyView()
    var presenter: FactsPresenter? = FactsFactory(transport: transport)
      .makePresenter(view: view, router: SpyRouter())
    weak let released = presenter
    presenter?.loadTapped()
    try await transport.next().answer(factJSON())
    await view.hasShown(2)

    presenter = nil
    #expect(released == nil)
  }

  @Test func `is not kept alive by its presenter`() async throws {
    let transport = HeldTransport()
    var view: SpyView? = SpyView()
    weak let released = view
    let presenter = try FactsFactory(transport: transport)
      .makePresenter(view: #require(view), router: SpyRouter())
    presenter.loadTapped()

    view = nil
    #expect(released == nil)
    try await transport.next().answer(factJSON())
  }
}
