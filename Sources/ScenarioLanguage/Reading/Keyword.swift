/// The keyword of a step.
struct Keyword {
  /// The keyword as written.
  let text: String

  /// The purpose that the keyword gives to a step.
  let purpose: Step.Purpose

  /// The source range of the keyword.
  let range: SourceRange
}
