import ScenarioKit
import Simulation

/// Where a scenario takes place: a simulation, or the real world.
protocol World: AnyObject {
  /// A clock that shows its time.
  var clock: StoryClock { get }

  /// How much time has passed since the start.
  var elapsed: Duration { get }

  /// How late things may be that the story says happen at once; nothing is late in a simulation.
  var tolerance: Duration { get }

  /// The moments at which something is known to happen still, counted from the start.
  var pendingInstants: [Duration] { get }

  /// What code did outside story time so far.
  var escapes: [Escape] { get }

  /// What has happened so far.
  var trace: Trace { get }

  /// Called each time the app has come to rest, as far as the world can tell; it may look at the
  /// app.
  var onRest: (() -> Void)? { get set }

  /// Writes a line into the trace.
  func note(_ event: StoryEvent)

  /// Lets everything happen that is due at this moment.
  func settle() throws

  /// Runs work on the main actor and lets time pass until it ends.
  func carryOut(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws

  /// Lets this much time pass.
  func advance(by duration: Duration) throws

  /// Lets time pass until a condition holds.
  func wait(upTo limit: Duration, until condition: () throws -> Bool) throws -> Simulation.Wait

  /// Lets what is under way come to its end, and gives the labels of the work that never does.
  func finish() throws -> [WorkLabel]
}

extension World {
  /// Runs work on the main actor, lets time pass until it ends, and gives what the work gives.
  func perform<R: Sendable>(
    _ label: WorkLabel = "", within limit: Duration? = nil,
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    let parcel = Parcel<R>()
    try carryOut(label, within: limit) { parcel.pack(try await work()) }
    // It has been packed where the work has ended without an error.
    guard let content = parcel.content else { throw NothingGiven() }
    return content
  }
}

/// Work that has ended gave nothing back, which no world allows.
struct NothingGiven: Error {}

extension Simulation: World {
  var tolerance: Duration { .zero }

  func finish() throws -> [WorkLabel] { try finish(within: nil) }
}
