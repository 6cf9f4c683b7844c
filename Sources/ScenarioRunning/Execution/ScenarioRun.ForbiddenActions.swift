import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

// Actions of the app that no story permits: unexpected calls of doubles, and work outside story
// time.
extension ScenarioRun {
  /// Returns a failure for each unexpected call since the last time, and for each different sandbox
  /// violation that follows the first ones, unless these are listed.
  ///
  /// - Parameters:
  ///   - count: The number of violations that are reported already.
  ///   - location: The location of the failures.
  func forbiddenActions(
    sinceViolation count: Int, at location: @autoclosure () -> Location
  ) -> [Failure] {
    var calls = UnexpectedCalls(run: self)
    calls.add { _ in location() }
    var failures = calls.failures
    let violations = world.violations
    guard violations.count > count else { return failures }
    if progress.listsViolations {
      list(violations.dropFirst(count), at: location())
      return failures
    }
    var reported: Set<SandboxViolation> = []
    for (index, violation) in violations.enumerated().dropFirst(count)
    where reported.insert(violation).inserted {
      // Finding the lines takes up to a second in a large program without optimisation.
      let callStack = reported.count > 2 ? [] : world.callStack(ofViolation: index)?.lines ?? []
      failures.append(
        world.failure(
          Message(alternating: violation.words), details: [Message](verbatim: callStack),
          at: location()))
    }
    return failures
  }

  private func list(_ violations: ArraySlice<SandboxViolation>, at location: Location) {
    for (index, violation) in zip(violations.indices, violations) {
      let callStack = world.callStack(ofViolation: index)
      progress.list(
        ScenarioReport.Violation(
          action: violation.action, object: violation.object, hint: violation.hint,
          permission: violation.permission, place: callStack?.place, queue: callStack?.queue,
          step: location))
    }
  }
}

extension CallStack {
  /// The innermost function that is not of a package on which the app depends.
  var place: ScenarioReport.Violation.Place? {
    let frames = frames
    return (frames.first { !$0.path.contains("/checkouts/") } ?? frames.first).map {
      ScenarioReport.Violation.Place(function: $0.function, path: $0.path, line: $0.line)
    }
  }
}
