import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The feed screen with fakes only for the view, the browser and the server.
///
/// The feed parser is the real one.
final class FeedsModule: Module {
  static let name = "feeds"

  private let context: ScenarioContext
  private let factory: FeedFactory
  private let screen = FeedScreenSpy()
  private let router = FeedRouterSpy()

  /// Creates the screen's parts with the app's own factory; the story selects the feed.
  init(_ context: ScenarioContext) {
    self.context = context
    factory = FeedFactory(
      transport: context.appTransport, locale: context.locale, calendar: context.calendar)
    context.expectReleased(screen, "FeedScreen")
  }

  static var steps: Steps {
    Steps.server
    When("the reader opens the feed {string}") { (module, address: String) in
      let presenter = module.factory.makePresenter(
        view: module.screen, router: module.router, address: address)
      module.screen.presenter = module.context.expectReleased(presenter)
      presenter.start()
    }
    When("the feed appears again") { module in
      module.screen.presenter?.start()
    }
    When("the reader taps {string}") { (module, label: String) in
      try module.screen.tap(label)
    }
    When("the reader taps the news {string}") { (module, title: String) in
      try module.screen.tapItem(titled: title)
    }
    // The row need not exist: the app has to handle taps that arrive late.
    When("the reader taps row {int}") { (module, number: Int) in
      module.screen.presenter?.rowTapped(number - 1)
    }
    When("the reader closes the feed") { module in
      module.screen.presenter = nil
    }
    Observe("the feed shows") { module in
      module.screen.updates.calls.last
    }
    Observe("the feed showed") { module in
      module.screen.updates.calls.map(\.state)
    }
    Observe("the feed's headlines are") { module in
      module.screen.updates.calls.last?.items?.map(\.title)
    }
    Observe("the opened pages are") { module in
      module.router.openedPages.calls
    }
  }
}
