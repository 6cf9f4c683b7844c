import CSimulation
import Synchronization

/// What a process has in place of a simulation while it runs a scenario in real time.
package protocol RealTimeSurroundings: AnyObject, Sendable {
  /// The surroundings of the scenario, as those of a simulation.
  var surroundings: any AnyObject & Sendable { get }

  /// The story time.
  var elapsed: Duration { get }

  /// Adds a line to the trace.
  func note(_ note: Trace.Note)
}

extension Simulation {
  private static let realTime = Mutex<(any RealTimeSurroundings)?>(nil)

  /// Sets what code of this process is in while it is in no simulation.
  package static func beginRealTime(_ surroundings: (any RealTimeSurroundings)?) {
    realTime.withLock { $0 = surroundings }
    // What goes on after the scenario must not reach the network, either.
    if surroundings != nil { simulation_set_real_time(true) }
  }

  static var outside: (any RealTimeSurroundings)? { realTime.withLock { $0 } }
}
