import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The facts screen, made ready for stories: everything but the view, the router, the server and
/// the clock is real.
final class FactsModule: TransportModule {
  static let name = "facts"

  let transport: FakeTransport
  private let screen = FactsScreenSpy()
  private let router = FactsRouterSpy()

  /// Builds the screen with the app's own factory.
  init(_ context: ScenarioContext) {
    transport = context.transport
    let factory = FactsFactory(
      transport: context.appTransport, dateProvider: StoryDateProvider(clock: context.clock),
      locale: context.locale, calendar: context.calendar)
    let presenter = factory.makePresenter(view: screen, router: router)
    screen.presenter = context.expectReleased(presenter)
    context.expectReleased(screen, "FactsScreen")
  }

  static var steps: Steps {
    When("the screen appears", also: "экран появляется") { module in
      module.screen.presenter?.start()
    }
    When("the reader taps {string}", also: "читатель нажимает {string}") {
      (module, label: String) in
      try module.screen.tap(label)
    }
    When("the reader closes the screen", also: "читатель закрывает экран") { module in
      module.screen.presenter = nil
    }
    Observation("the screen shows", also: "экран показывает") { module in
      module.screen.shown
    }
    Observation("the screen showed", also: "экран показывал") { module in
      module.screen.updates.calls.map(\.state)
    }
    Then("the screen was updated {int} time(s)", also: "экран обновился {int} раз(а)") {
      (module, count: Int) in
      try module.screen.updates.expect(count: count)
    }
    Then("an error alert was shown {int} time(s)", also: "ошибка показана {int} раз(а)") {
      (module, count: Int) in
      try module.screen.alerts.expect(count: count)
    }
    Then("no error alert was shown", also: "ошибки не было") { module in
      try module.screen.alerts.expect(count: 0)
    }
    Then("the details screen opened for fact {int}", also: "открылись подробности факта {int}") {
      (module, identifier: Int) in
      let opened = module.router.openedDetails.calls
      guard opened == [identifier] else {
        throw CheckFailure(
          opened.isEmpty
            ? "the details screen did not open"
            : "the details screen opened for \(opened.map { "fact \($0)" }.joined(separator: ", "))"
        )
      }
    }
    Then("the details screen did not open", also: "подробности не открылись") { module in
      try module.router.openedDetails.expect(count: 0)
    }
  }
}
