import ScenarioKit
import ScenarioLanguage

extension FilePlanner {
  /// Reports a sentence that no step matches, with the nearest ones that there are, and the step
  /// that a developer could write.
  mutating func reportUnknown(
    _ sentence: Sentence, purpose: Step.Purpose, vocabulary: Vocabulary
  ) {
    let advice = SentenceAdvice(
      for: sentence, vocabulary: vocabulary, phrases: phrases, language: language,
      source: file.source)
    let proposal = StepProposal(for: sentence, purpose: purpose, types: vocabulary.types)
    report(
      "no step matches \"\(sentence.text)\"", at: sentence.range, rule: .unknownStep,
      remedies: advice.remedies,
      proposal: Diagnostic.Proposal(code: proposal.code, isLikely: !advice.isSlip))
  }
}
