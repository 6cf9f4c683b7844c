import Habits
import ScenarioKit
import Testing

package final class HabitModule: Module {
  package static let name = "habit"
  private var habit: Habit?
  private let context: ScenarioContext

  package init(_ context: ScenarioContext) { self.context = context }

  private func open() {
    habit = context.expectReleased(
      Habit(
        store: context.double(Settings.self), notifications: context.double(Notifications.self)))
  }

  package static var matchers: [any Matcher.Type] { [MultipleOf.self] }

  package static var steps: Steps {
    Steps.of(Settings.self)
    Steps.of(Notifications.self)
    When("the reader opens the app", translations: ["ru": "читатель открывает приложение"]) {
      module in
      module.open()
    }
    When(
      "the reader marks the habit as done", translations: ["ru": "читатель отмечает привычку"]
    ) { module in module.habit?.markDone() }
    When("the reader starts again", translations: ["ru": "читатель начинает заново"]) { module in
      module.habit?.startAgain()
    }
    Then(
      "the habit is expected to have {int} day(s)", translations: ["ru": "в привычке {int} дней"]
    ) {
      (module, days: Int) in
      #expect(module.habit?.screen.days == days)
    }
    Observe("the screen shows", translations: ["ru": "экран показывает"]) { module in
      module.habit?.screen
    }
  }
}
