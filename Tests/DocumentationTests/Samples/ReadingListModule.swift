import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

extension FakeTransport: Transport {}

/// The module that connects the reading list to stories.
final class ReadingListModule: Module {
  static let name = "reading list"

  private let list: ReadingList
  private let reminders = Spy<String>("a reminder was shown")
  private let context: ScenarioContext

  init(_ context: ScenarioContext) {
    self.context = context
    let reminders = reminders
    list = context.expectReleased(
      ReadingList(transport: context.appTransport) { reminders.record($0) })
  }

  static var parameterTypes: [ParameterType] {
    get throws { [try Button.parameterType()] }
  }

  static var steps: Steps {
    Steps.server
    Given("the reader has no articles", translations: ["ru": "у читателя нет статей"]) { _ in }

    Given(
      "the reader has the articles", translations: ["ru": "у читателя есть статьи"],
      data: [ArticleData].self
    ) {
      (module, articles: [ArticleData]) in
      for article in articles { module.list.restore(article.article) }
    }
    When("the reader adds {string}", translations: ["ru": "читатель добавляет {string}"]) {
      (module, title: String) in
      module.list.add(title)
    }
    When("the reader finishes {string}", translations: ["ru": "читатель дочитывает {string}"]) {
      (module, title: String) in
      module.list.finish(title)
    }
    When("the reader taps {button}", translations: ["ru": "читатель нажимает {button}"]) {
      (module, button: Button) in
      module.tap(button)
    }
    When("the reader types", translations: ["ru": "читатель печатает"], data: String.self) {
      (module, text: String) in
      module.list.type(text)
    }
    Observe("the list is", translations: ["ru": "в списке"]) { module in
      module.list.articles.map(\.title)
    }
    Observe("the articles are", translations: ["ru": "статьи"]) { module in module.list.articles }
    Observe("the screen shows", translations: ["ru": "экран показывает"]) { module in
      module.screen
    }
    Observe("the matches are", translations: ["ru": "найдено"]) { module in module.list.matches }
    Observe("the greeting is", translations: ["ru": "приветствие"]) { module in module.greeting }
    Then(
      "a reminder was shown {int} time(s)",
      translations: ["ru": "напоминание показано {int} раз(а)"]
    ) {
      (module, count: Int) in
      try module.reminders.expect(count: count)
    }
    Then("no title is there twice", translations: ["ru": "ни одно название не повторяется"]) {
      module in
      let titles = module.list.articles.map(\.title)
      guard let twice = titles.first(where: { title in titles.count { $0 == title } > 1 }) else {
        return
      }
      throw CheckFailure("\"\(twice)\" is there twice", details: titles)
    }
    Steps.storage
  }

  private struct Screen: Codable {
    var state: ReadingList.State
    var articles: Int
    var minutesLeft: Int
    var message: String?
  }

  private var screen: Screen {
    Screen(
      state: list.state, articles: list.articles.count, minutesLeft: list.minutesLeft,
      message: list.message)
  }

  private var greeting: String {
    let hour = context.calendar.component(.hour, from: context.clock.date)
    return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening"
  }

  static var matchers: [any Matcher.Type] { [Between.self] }

  private func tap(_ button: Button) {
    switch button {
    case .refresh, .retry: list.refresh()
    }
  }
}
