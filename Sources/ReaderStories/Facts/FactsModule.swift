import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The facts screen with fakes only for the view, the router, the server and the clock.
final class FactsModule: FactsScreenModule {
  static let name = "facts"

  let screen = FactsScreenSpy()
  let router = FactsRouterSpy()

  /// Creates the screen with the app's own factory.
  init(_ context: ScenarioContext) {
    let factory = FactsFactory(
      transport: context.appTransport, dateProvider: StoryDateProvider(clock: context.clock),
      locale: context.locale, calendar: context.calendar)
    let presenter = factory.makePresenter(view: screen, router: router)
    screen.presenter = context.expectReleased(presenter)
    context.expectReleased(screen, "FactsScreen")
  }
}

/// A facts screen, whose stories are the same for each way to write the app.
@MainActor
protocol FactsScreenModule: Module {
  var screen: FactsScreenSpy { get }
  var router: FactsRouterSpy { get }
}

extension FactsScreenModule {
  @StepsBuilder<Self> static var steps: Steps {
    Steps.server
    When("the screen appears", translations: ["ru": "экран появляется"]) { module in
      module.screen.presenter?.start()
    }
    When("the reader taps {string}", translations: ["ru": "читатель нажимает {string}"]) {
      (module, label: String) in
      try module.screen.tap(label)
    }
    When("the reader closes the screen", translations: ["ru": "читатель закрывает экран"]) {
      module in
      module.screen.presenter = nil
    }
    Observe("the screen shows", translations: ["ru": "экран показывает"]) { module in
      module.screen.shown
    }
    Observe("the screen showed", translations: ["ru": "экран показывал"]) { module in
      module.screen.updates.calls.map(\.state)
    }
    Then(
      "the screen was updated {int} time(s)", translations: ["ru": "экран обновился {int} раз(а)"]
    ) {
      (module, count: Int) in
      try module.screen.updates.expect(count: count)
    }
    Then(
      "an error alert was shown {int} time(s)", translations: ["ru": "ошибка показана {int} раз(а)"]
    ) {
      (module, count: Int) in
      try module.screen.alerts.expect(count: count)
    }
    Then("no error alert was shown", translations: ["ru": "ошибки не было"]) { module in
      try module.screen.alerts.expect(count: 0)
    }
    Then(
      "the details screen opened for fact {int}",
      translations: ["ru": "открылись подробности факта {int}"]
    ) {
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
    Observe(
      "the opened details are", translations: ["ru": "открытые подробности"]
    ) { module in
      module.router.openedDetails.calls
    }
    Then("the details screen did not open", translations: ["ru": "подробности не открылись"]) {
      module in
      try module.router.openedDetails.expect(count: 0)
    }
  }
}
