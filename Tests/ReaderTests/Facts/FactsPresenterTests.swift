import Foundation
import HTTPTypes
import ReaderApp
import Testing

@MainActor
@Suite("The facts screen", .timeLimit(.minutes(10)))
struct FactsPresenterTests {
  private let beeInfo = FactsViewState.info(infoText: "Bees can count.", timeAgoText: "5 days ago")

  @Test func `the facts screen appears in its initial state without a request`() {
    let screen = FactsScreen()
    screen.presenter.start()
    #expect(screen.view.states == [.initial])
    #expect(screen.transport.requestCount == 0)
  }

  @Test func `the facts screen shows a loading state, then the fact`() async throws {
    let screen = FactsScreen()
    screen.presenter.start()
    screen.presenter.loadTapped()
    #expect(screen.view.states == [.initial, .loading])

    try await screen.transport.next().answer(factJSON())
    await screen.view.hasShown(3)
    #expect(screen.view.states == [.initial, .loading, beeInfo])
    #expect(screen.view.alertCount == 0)
  }

  @Test func `the facts screen requests the fact with GET and no body`() async throws {
    let screen = FactsScreen()
    screen.presenter.loadTapped()
    let exchange = try await screen.transport.next()
    #expect(exchange.request.method == .get)
    #expect(exchange.request.url?.absoluteString == "https://info-example.com/get_info")
    #expect(exchange.request.headerFields[.accept] == "application/json")
    #expect(exchange.body == nil)
  }

  @Test(arguments: [
    ("ru_RU", "5 дней назад"), ("en_GB", "5 days ago"), ("fr_FR", "il y a 5 jours"),
  ])
  func `the facts screen shows a fact's age in the reader's language`(locale: String, age: String)
    async throws
  {
    let screen = FactsScreen(locale: locale)
    try await screen.load()
    #expect(screen.view.states.last == .info(infoText: "Bees can count.", timeAgoText: age))
  }

  @Test func `repeated taps during a load of the fact send one request`() async throws {
    let screen = FactsScreen()
    screen.presenter.loadTapped()
    screen.presenter.loadTapped()
    let exchange = try await screen.transport.next()
    screen.presenter.loadTapped()
    exchange.answer(factJSON())
    await screen.view.hasShown(2)
    #expect(screen.view.states == [.loading, beeInfo])
    #expect(screen.transport.requestCount == 1)
  }

  @Test(
    arguments: [
      (nil, ""), (.internalServerError, factJSON()), (.notFound, ""), (.ok, "{}"),
      (.ok, "not JSON"), (.noContent, ""),
    ] as [(HTTPResponse.Status?, String)])
  func
    `a failed connection and a response without a fact show one alert and reset the facts screen`(
      status: HTTPResponse.Status?, body: String
    ) async throws
  {
    let screen = FactsScreen()
    screen.presenter.loadTapped()
    let exchange = try await screen.transport.next()
    if let status {
      exchange.answer(body, status: status)
    } else {
      exchange.fail(.notConnectedToInternet)
    }
    await screen.view.hasShown(2)
    #expect(screen.view.states == [.loading, .initial])
    #expect(screen.view.alertCount == 1)
  }

  @Test func `the facts screen can load again after a failure`() async throws {
    let screen = FactsScreen()
    try await screen.load(answering: "not JSON")
    try await screen.load()
    #expect(screen.view.states == [.loading, .initial, .loading, beeInfo])
    #expect(screen.view.alertCount == 1)
  }

  @Test func `restarting the facts screen cancels the load in flight`() async throws {
    let screen = FactsScreen()
    screen.presenter.loadTapped()
    let abandoned = try await screen.transport.next()
    screen.presenter.start()
    #expect(await abandoned.wasCancelled())

    try await screen.load()
    #expect(screen.view.states == [.loading, .initial, .loading, beeInfo])
    #expect(screen.view.alertCount == 0)
  }
}
