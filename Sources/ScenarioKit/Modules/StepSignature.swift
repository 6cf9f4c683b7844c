/// A step definition without its code: its sentences, and what they are for.
package struct StepSignature: Sendable, Hashable, Codable {
  /// The sentence, its synonyms, and its translations, in this order; never empty.
  package internal(set) var wordings: [StepDefinition.Wording]

  /// The purpose of the step.
  package let role: StepDefinition.Role

  /// The source location of the definition.
  package let origin: StepDefinition.Origin

  /// Whether the step takes data after its colon.
  package let takesData: Bool

  /// The sentence, as a Cucumber Expression.
  package var expression: String { wordings[0].expression }
}
