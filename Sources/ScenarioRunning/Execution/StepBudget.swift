import DisplayText
import ScenarioLanguage
import Simulation

/// Lets time pass in one step, and fails the step if events repeat without end.
///
/// A week of story time passes immediately, unless one of the app's timers fires a thousand times
/// per second.
final class StepBudget {
  private let world: any World
  private let limit: Int
  private var events = 0
  private var last = Duration.zero
  private var gaps: (last: Duration, before: Duration) = (.zero, .zero)

  init(world: any World, eventLimit: Int) { (self.world, limit) = (world, eventLimit) }

  /// Lets time pass until a condition holds, as ``World/wait(upTo:until:)`` does, or
  /// ``World/waitTolerantly(upTo:until:)``.
  ///
  /// - Throws: ``StepBudgetExceeded`` as well.
  func wait(
    upTo limit: Duration, tolerantly isTolerant: Bool = false, until condition: () throws -> Bool
  ) throws -> Simulation.Wait {
    last = world.elapsed
    func holds() throws -> Bool {
      if try condition() { return true }
      try count()
      return false
    }
    return try isTolerant
      ? world.waitTolerantly(upTo: limit) { try holds() } : world.wait(upTo: limit) { try holds() }
  }

  /// Lets this much time pass.
  func advance(by duration: Duration) throws {
    let end = world.elapsed + duration
    _ = try wait(upTo: duration) { false }
    try world.advance(by: max(.zero, end - world.elapsed))
  }

  /// Counts one more moment, except the one at which the wait began.
  private func count() throws(StepBudgetExceeded) {
    let now = world.elapsed
    guard now > last else { return }
    gaps = (now - last, gaps.last)
    last = now
    events += 1
    guard events < limit else {
      throw StepBudgetExceeded(
        events: limit, time: now, gap: gaps.last == gaps.before ? gaps.last : nil)
    }
  }
}

/// The error for a step in which events repeat too often to wait for their end.
struct StepBudgetExceeded: Error, CustomStringConvertible {
  let events: Int
  let time: Duration
  /// The time between events; `nil` if it varies.
  let gap: Duration?

  var description: String { message.english }

  var message: Message {
    let often: Message = gap.map { "every \(StoryTimeText.span($0))" } ?? "again and again"
    return "something happens \(often) without end: after \(events) events, "
      + "at \(StoryTimeText.offset(time)), the step was stopped"
  }
}
