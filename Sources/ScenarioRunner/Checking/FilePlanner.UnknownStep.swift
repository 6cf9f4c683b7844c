import ScenarioLanguage
import StepExpressions

extension FilePlanner {
  /// Reports a sentence that no step matches, with the nearest ones that there are, and the step
  /// that a developer could write.
  mutating func reportUnknown(
    _ sentence: Sentence, purpose: Step.Purpose, vocabulary: Vocabulary
  ) {
    let expressions = vocabulary.entries.map(\.expression)
    let nearest = StepExpression.suggestions(for: sentence.text, among: expressions)
    let nearPhrases = NearestText.suggestions(
      for: sentence.text, among: phrases.map(\.string), limit: 1)
    let isSlip =
      !nearPhrases.isEmpty || nearest.first.map { expressions[$0].isSlip(sentence.text) } ?? false
    let proposal = StepProposal(for: sentence, purpose: purpose, types: vocabulary.types)
    report(
      "no step matches \"\(sentence.text)\"", at: sentence.range, rule: .unknownStep,
      remedies: nearest.isEmpty && nearPhrases.isEmpty
        ? ["\"scenarios steps \(vocabulary.module)\" lists every sentence there is."]
        : nearPhrases.map { "Did you mean: \($0)   (a phrase of this story)" }
          + nearest.map { "Did you mean: \(words(for: vocabulary.entries[$0]))" },
      proposal: Mistake.Proposal(code: proposal.code, isLikely: !isSlip))
  }
}
