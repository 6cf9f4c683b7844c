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
    var known: Set<StepIdentity> = []
    for scenario in scenarios {
      for step in scenario.steps + scenario.always {
        for sentence in step.sentences { known.insert(StepIdentity(sentence.definition.signature)) }
      }
    }
    // A module without stories in this folder may have them elsewhere.
    let modules = Set(scenarios.map(\.module))
    return vocabularies.filter { modules.contains($0.module) }.flatMap(\.entries).filter(\.isOwn)
      .map(\.signature).filter { known.insert(StepIdentity($0)).inserted }
  }
}

/// The identity of a step definition, which is the same in all modules that share it.
private struct StepIdentity: Hashable {
  let origin: StepDefinition.Origin
  let expression: String

  init(_ signature: StepSignature) {
    (origin, expression) = (signature.origin, signature.expression)
  }
}
