import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

extension FakeTransport: Transport {}

/// The reading list, made ready for stories.
final class ReadingListModule: TransportModule {
  static let name = "reading list"

  let transport: FakeTransport
  private let list: ReadingList
  private let reminders = Spy<String>("a reminder was shown")
  private let context: ScenarioContext

  init(_ context: ScenarioContext) {
    self.context = context
    transport = context.transport
    let reminders = reminders
    list = context.expectReleased(
      ReadingList(transport: context.appTransport) { reminders.record($0) })
  }

  static var parameterTypes: [ParameterType] {
    get throws { [try Button.parameterType()] }
  }

  static var steps: Steps {
    Given("the reader has no articles", also: "у читателя нет статей") { _ in }

    Given("the reader has the articles", also: "у читателя есть статьи", data: [ArticleData].self) {
      (module, articles: [ArticleData]) in
      for article in articles { module.list.restore(article.article) }
    }
    When("the reader adds {string}", also: "читатель добавляет {string}") {
      (module, title: String) in
      module.list.add(title)
    }
    When("the reader finishes {string}", also: "читатель дочитывает {string}") {
      (module, title: String) in
      module.list.finish(title)
    }
    When("the reader taps {button}", also: "читатель нажимает {button}") {
      (module, button: Button) in
      module.tap(button)
    }
    When("the reader types", also: "читатель печатает", data: String.self) {
      (module, text: String) in
      module.list.type(text)
    }
    Observation("the list is", also: "в списке") { module in
      module.list.articles.map(\.title)
    }
    Observation("the articles are", also: "статьи") { module in module.list.articles }
    Observation("the screen shows", also: "экран показывает") { module in module.screen }
    Observation("the matches are", also: "найдено") { module in module.list.matches }
    Observation("the greeting is", also: "приветствие") { module in module.greeting }
    Then("a reminder was shown {int} time(s)", also: "напоминание показано {int} раз(а)") {
      (module, count: Int) in
      try module.reminders.expect(count: count)
    }
    Then("no title is there twice", also: "ни одно название не повторяется") { module in
      let titles = module.list.articles.map(\.title)
      guard let twice = titles.first(where: { title in titles.count { $0 == title } > 1 }) else {
        return
      }
      throw CheckFailure("\"\(twice)\" is there twice", details: titles)
    }
  }

  private struct Screen: Encodable {
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

  private func tap(_ button: Button) {
    switch button {
    case .refresh, .retry: list.refresh()
    }
  }
}
