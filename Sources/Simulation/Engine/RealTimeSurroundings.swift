import CSimulation
import Synchronization

/// The surroundings of code in place of a simulation, while a process runs a scenario in real time.
package protocol RealTimeSurroundings: AnyObject, Sendable {
  /// The surroundings of the scenario, as those of a simulation.
  var surroundings: any AnyObject & Sendable { get }

  /// The story time.
  var elapsed: Duration { get }

  /// Adds a line to the trace.
  func note(_ note: Trace.Note)
}

extension Simulation {
  /// Removes folders of processes that were killed.
  package static let isCleaned: Void = simulation_remove_abandoned_folders()

  private static let realTimeSurroundings = Mutex<(any RealTimeSurroundings)?>(nil)

  /// The surroundings of code that is in no simulation; `nil` outside of scenarios.
  package static var realTime: (any RealTimeSurroundings)? {
    get { realTimeSurroundings.withLock { $0 } }
    set {
      realTimeSurroundings.withLock { $0 = newValue }
      // Code that continues after the scenario must not reach the network, either.
      if newValue != nil { simulation_set_real_time(true) }
    }
  }

  /// Adds a line to the trace of the simulation that the calling code is in, or of the scenario
  /// that runs in real time.
  ///
  /// It does nothing outside of both.
  ///
  /// - Parameter value: The event. Its description is the line, and is evaluated only when the
  ///   trace is read.
  public static func note<Value: CustomStringConvertible & Sendable>(
    _ value: @autoclosure () -> Value
  ) {
    if let current { return current.note(value()) }
    realTime?.note(Trace.Note(value()))
  }

  /// The surroundings of the simulation that the calling code is in, or of the scenario that runs
  /// in real time; `nil` outside of both.
  package static var surroundingsOfCaller: (any AnyObject & Sendable)? {
    current?.surroundings ?? realTime?.surroundings
  }

  /// The story time elapsed in the simulation that the calling code is in, or in the scenario that
  /// runs in real time; `nil` outside of both.
  public static var timeOfCaller: Duration? { current?.elapsed ?? realTime?.elapsed }
}
