/// A step definition without its code: its sentences, and what they are for.
public struct StepSignature: Sendable, Hashable, Codable {
  /// The sentence, its synonyms, and its translations, in this order; never empty.
  public internal(set) var wordings: [StepDefinition.Wording]

  /// The purpose of the step.
  public let role: StepDefinition.Role

  /// The source location of the definition.
  public let origin: StepDefinition.Origin

  /// Whether the step takes data after its colon.
  public let takesData: Bool

  /// The sentence, as a Cucumber Expression.
  public var expression: String { wordings[0].expression }
}
