import ScenarioKit
import ScenarioLanguage

extension FilePlanner {
  /// Reports a sentence that no step definition matches, with the nearest existing sentences and a
  /// proposed step definition.
  mutating func reportUnknown(
    _ sentence: Sentence, purpose: Step.Purpose, vocabulary: Vocabulary
  ) {
    let advice = SentenceAdvice(
      for: sentence, vocabulary: vocabulary, phrases: phrases, language: language,
      source: file.source)
    let proposal = StepProposal(for: sentence, purpose: purpose, types: vocabulary.types)
    addUndefined(
      sentence.text,
      Diagnostic(
        UndefinedSentences.message(for: sentence.text),
        at: file.source.location(of: sentence.range), rule: .unknownStep, hints: advice.hints,
        proposal: Diagnostic.Proposal(code: proposal.code, isLikely: !advice.isMistake)))
  }
}
