import ScenarioLanguage

extension Plan {
  /// The steps that none of the planned scenarios uses, in the order of the vocabularies.
  ///
  /// Steps that every module has are left out, and one that several modules share is used if it is
  /// in one of them. Where a file has mistakes, nothing is known of the steps it would use.
  public func unusedSteps(of vocabularies: [Vocabulary]) -> [StepDefinition] {
    guard brokenFiles.isEmpty, problems.isEmpty else { return [] }
    var known: Set<StepName> = []
    for scenario in scenarios {
      for step in scenario.steps + scenario.always {
        for sentence in step.sentences { known.insert(StepName(sentence.definition)) }
      }
    }
    return vocabularies.flatMap(\.entries).map(\.definition).filter { definition in
      !definition.isOfEveryModule && known.insert(StepName(definition)).inserted
    }
  }
}

/// What makes a step that modules share one step.
private struct StepName: Hashable {
  let origin: StepDefinition.Origin
  let expression: String

  init(_ definition: StepDefinition) {
    origin = definition.origin
    expression = definition.expression
  }
}

extension StepDefinition {
  private static let library = "\(#fileID.prefix { $0 != "/" })/"

  /// Whether this library defines it.
  fileprivate var isOfEveryModule: Bool { origin.fileID.hasPrefix(Self.library) }
}
