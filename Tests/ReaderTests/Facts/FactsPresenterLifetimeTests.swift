import Foundation
import ReaderApp
import Testing

@MainActor
@Suite("The lifetime of the facts screen", .timeLimit(.minutes(10)))
struct FactsPresenterLifetimeTests {
  @Test func `closing the facts screen cancels the load in flight`() async throws {
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

  @Test func `the facts presenter is released after a load`() async throws {
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

  @Test func `the facts presenter does not retain its view`() async throws {
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
