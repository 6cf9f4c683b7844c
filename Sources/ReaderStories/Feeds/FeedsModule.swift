import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The feed screen, made ready for stories: everything but the view, the browser and the server is
/// real, the parser of feeds included.
final class FeedsModule: TransportModule {
  static let name = "feeds"

  let transport: FakeTransport
  private let context: ScenarioContext
  private let factory: FeedFactory
  private let screen = FeedScreenSpy()
  private let router = FeedRouterSpy()

  /// Builds what the screen needs with the app's own factory; a story says which feed it opens.
  init(_ context: ScenarioContext) {
    self.context = context
    transport = context.transport
    factory = FeedFactory(
      transport: context.appTransport, locale: context.locale, calendar: context.calendar)
    context.expectReleased(screen, "FeedScreen")
  }

  static var steps: Steps {
    When("the reader opens the feed {string}") { (module, address: String) in
      let presenter = module.factory.makePresenter(
        view: module.screen, router: module.router, address: address)
      module.screen.presenter = module.context.expectReleased(presenter)
      presenter.start()
    }
    When("the reader taps {string}") { (module, label: String) in
      try module.screen.tap(label)
    }
    When("the reader taps the news {string}") { (module, title: String) in
      try module.screen.tapItem(titled: title)
    }
    When("the reader closes the feed") { module in
      module.screen.presenter = nil
    }
    Observation("the feed shows") { module in
      module.screen.updates.calls.last
    }
    Observation("the feed showed") { module in
      module.screen.updates.calls.map(\.state)
    }
    Observation("the feed's headlines are") { module in
      module.screen.updates.calls.last?.items?.map(\.title)
    }
    Observation("the opened pages are") { module in
      module.router.openedPages.calls
    }
  }
}
