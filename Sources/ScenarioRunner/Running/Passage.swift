import Simulation

/// Lets time pass in one step, and gives the step up where something happens without end.
///
/// In story time a week passes at once, unless a timer of the app ticks a thousand times a second
/// in it.
final class Passage {
  /// At how many moments something may happen in one step: 1,000,000, which is four and a half
  /// hours of 60 ticks a second.
  static let momentLimit = 1_000_000

  private let world: any World
  private let limit: Int
  private var moments = 0
  private var last = Duration.zero
  private var gaps: (last: Duration, before: Duration) = (.zero, .zero)

  init(world: any World) {
    self.world = world
    limit = world.knowsItsMoments ? Self.momentLimit : .max
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
    moments += 1
    guard moments < limit else {
      throw Endless(moments: limit, time: now, gap: gaps.last == gaps.before ? gaps.last : nil)
    }
  }
}

/// Something in the app happens again and again, too often to wait for its end.
struct Endless: Error, CustomStringConvertible {
  let moments: Int
  let time: Duration
  /// How much time lies between; `nil` where it changes.
  let gap: Duration?

  var description: String {
    let often = gap.map { "every \(StoryTimeText.span($0))" } ?? "again and again"
    return "something happens \(often) and would go on: after \(moments) events, "
      + "at \(StoryTimeText.offset(time)), the step was given up"
  }
}
