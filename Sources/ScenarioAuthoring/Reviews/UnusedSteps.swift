import ScenarioKit
import ScenarioRunning

extension Plan {
  /// Returns the step definitions that no planned scenario uses, in the order of the vocabularies.
  ///
  /// Step definitions that every module has are left out, and so are modules without a scenario. A
  /// step definition that several modules share is used if one of them uses it. The result is empty
  /// if a file has errors, because the steps it would use are unknown.
  package func unusedSteps(of vocabularies: [Vocabulary]) -> [StepSignature] {
    guard errors.isEmpty, problems.isEmpty else { return [] }
    // The same for all modules that share a step definition.
    func identity(_ signature: StepSignature) -> [AnyHashable] {
      [signature.origin, signature.expression]
    }
    let steps = scenarios.flatMap { $0.steps + $0.always }
    var known = Set(steps.flatMap(\.sentences).map { identity($0.definition.signature) })
    // A module without stories in this folder may have them elsewhere.
    let modules = Set(scenarios.map(\.module))
    return vocabularies.filter { modules.contains($0.module) }.flatMap(\.entries).filter(\.isOwn)
      .map(\.signature).filter { known.insert(identity($0)).inserted }
  }
}
