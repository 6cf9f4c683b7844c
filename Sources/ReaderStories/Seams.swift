import Foundation
import ReaderApp
import ScenarioRunner

/// The runner's server, where the app expects its own.
extension FakeTransport: Transport {}

/// The clock of the scenario, where the app asks for the date.
struct StoryDateProvider: DateProvider {
  let clock: StoryClock

  var now: Date { clock.date }
}
