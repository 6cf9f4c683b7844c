import Habits
import ScenarioKit

package final class FaultsModule: Module {
  package static let name = "faults"

  package init(_ context: ScenarioContext) {}

  package static var steps: Steps {
    When("the app has a fault: {string}") { (_, name: String) in
      guard let fault = Fault(rawValue: name) else { throw CheckFailure("there is no such fault") }
      fault.happen()
    }
  }
}
