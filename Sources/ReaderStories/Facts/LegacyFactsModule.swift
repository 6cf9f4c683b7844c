import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The facts screen of an app that has queues, completion handlers and a `URLSession` of its own.
final class LegacyFactsModule: FactsScreenModule {
  static let name = "facts"

  let screen = FactsScreenSpy()
  let router = FactsRouterSpy()

  init(_ context: ScenarioContext) {
    let timeAgo = TimeAgoFormatter(locale: context.locale, calendar: context.calendar)
    let presenter = LegacyFactsPresenter(view: screen, router: router, timeAgo: timeAgo)
    screen.presenter = context.expectReleased(presenter)
    context.expectReleased(screen, "FactsScreen")
  }
}
