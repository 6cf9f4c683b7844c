import ScenarioHTTP
import ScenarioLanguage
import ScenarioResults
import Simulation

/// Actions of the app that no story permits: requests without an answer, and work outside story
/// time.
struct ForbiddenActions {
  let world: any World
  let transport: FakeTransport

  /// Returns a failure for each request without an answer since the last call, and for each
  /// different sandbox violation that follows the first ones.
  ///
  /// - Parameters:
  ///   - count: The number of violations that are reported already.
  ///   - location: The location of the failures.
  func failures(sinceViolation count: Int, at location: @autoclosure () -> Location) -> [Failure] {
    let violations = world.violations
    guard violations.count > count || transport.hasUnexpected else { return [] }
    var requests = UnansweredRequests(to: transport)
    requests.takeIn(now: world.elapsed) { _ in location() }
    var failures = requests.failures
    var reported: Set<SandboxViolation> = []
    for violation in violations.dropFirst(count) where reported.insert(violation).inserted {
      failures.append(Failure(violation.description, at: location(), time: world.elapsed))
    }
    return failures
  }
}
