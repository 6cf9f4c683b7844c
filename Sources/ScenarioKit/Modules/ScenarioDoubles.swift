import Simulation
import Synchronization

/// The doubles of one scenario, which the app's module uses and the runner asks.
package final class ScenarioDoubles: Sendable {
  private let doubles: Mutex<[any TestDouble]>

  /// - Parameter doubles: The doubles that exist before the module, such as one that records.
  package init(_ doubles: [any TestDouble] = []) { self.doubles = Mutex(doubles) }

  /// The doubles, in the order of their first use.
  package var all: [any TestDouble] { doubles.withLock { $0 } }

  /// The doubles of the scenario whose app calls; `nil` outside of one.
  package static var ofCaller: ScenarioDoubles? {
    Simulation.surroundingsOfCaller as? ScenarioDoubles
  }

  package func double<Double: TestDouble>(_ type: Double.Type) -> Double {
    doubles.withLock { doubles in
      for case let double as Double in doubles { return double }
      let double = Double()
      doubles.append(double)
      return double
    }
  }
}
