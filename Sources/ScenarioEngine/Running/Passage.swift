import Simulation

/// Lets time pass in one step, and gives the step up where something happens without end.
///
/// In story time a week passes at once, unless a timer of the app ticks a thousand times a second
/// in it.
final class Passage {
  private let world: any World
  private let limit: Int
  private var events = 0
  private var last = Duration.zero
  private var gaps: (last: Duration, before: Duration) = (.zero, .zero)

  init(world: any World, eventLimit: Int) {
    self.world = world
    limit = eventLimit
  }

  /// Lets time pass until a condition holds, as ``World/wait(upTo:until:)`` does.
  ///
  /// - Throws: ``Endless`` too.
  func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Simulation.Wait {
    last = world.elapsed
    return try world.wait(upTo: limit) {
      if try condition() { return true }
      try count()
      return false
    }
  }

  /// Lets this much time pass.
  func advance(by duration: Duration) throws {
    let end = world.elapsed + duration
    _ = try wait(upTo: duration) { false }
    try world.advance(by: max(.zero, end - world.elapsed))
  }

  /// Takes one more moment into account, unless it is that at which the wait began.
  private func count() throws(Endless) {
    let now = world.elapsed
    guard now > last else { return }
    gaps = (now - last, gaps.last)
    last = now
    events += 1
    guard events < limit else {
      throw Endless(events: limit, time: now, gap: gaps.last == gaps.before ? gaps.last : nil)
    }
  }
}

/// Something in the app happens again and again, too often to wait for its end.
struct Endless: Error, CustomStringConvertible {
  let events: Int
  let time: Duration
  /// How much time lies between; `nil` where it changes.
  let gap: Duration?

  var description: String {
    let often = gap.map { "every \(StoryTimeText.span($0))" } ?? "again and again"
    return "something happens \(often) and would go on: after \(events) events, "
      + "at \(StoryTimeText.offset(time)), the step was given up"
  }
}
