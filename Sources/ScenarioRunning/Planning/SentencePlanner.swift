import ScenarioKit
import ScenarioLanguage

/// Plans the sentences of one step: finds their step definitions and decodes their data.
struct SentencePlanner {
  let story: StoryContext
  var matcher: SentenceMatcher
  /// Whether a known issue lets checks fail, so that a check that can't hold goes unnoticed, too.
  var mayFail = false

  /// Returns the step with those of its sentences that have no error.
  mutating func plan(_ step: Step) -> PlannedStep {
    var sentences: [PlannedSentence] = []
    for sentence in step.sentences {
      story.log?.plans(line: sentence.range.start.line, of: story.source.path)
      matcher.checkPhrases(of: sentence)
      guard let matched = matcher.match(sentence, purpose: step.purpose),
        matcher.checkPurpose(of: sentence, as: matched.role, in: step),
        matcher.checkForSteps(in: sentence),
        let planned = planOrReport(matched, of: sentence, isNegated: step.timing?.kind == .never)
      else { continue }
      // Most steps have one sentence, for which an array need not grow.
      if sentences.isEmpty { sentences = [planned] } else { sentences.append(planned) }
    }
    return PlannedStep(step, sentences: sentences, undefined: matcher.undefined)
  }

  /// The largest number of errors that are reported in the data of one sentence.
  private static let errorLimit = 10

  /// Returns the sentence with its decoded data, or reports the errors in the data.
  ///
  /// Decoding ends at the first error. To find the next one, the data is decoded again without the
  /// part that has the error.
  private func planOrReport(
    _ matched: KnownSentences.Match, of sentence: Sentence, isNegated: Bool
  ) -> PlannedSentence? {
    var sentence = sentence
    var removed: [SourceRange] = []
    for attempt in 0..<Self.errorLimit {
      do {
        let planned = try plan(
          matched, of: sentence, isNegated: isNegated, isComplete: attempt == 0)
        return attempt == 0 ? planned : nil
      } catch {
        let range = (error as? DataError)?.range ?? sentence.range
        // A part may now lack what was removed from it.
        if !removed.contains(where: { range.contains($0) }) {
          story.reporter.report(error, at: sentence.data?.range ?? sentence.range)
        }
        removed.append(range)
        guard let rest = sentence.data?.without(partAt: range) else { return nil }
        sentence.data = rest
      }
    }
    return nil
  }

  /// Returns the sentence with its decoded data.
  ///
  /// - Parameters:
  ///   - isNegated: Whether a check passes if a value does not match.
  ///   - isComplete: Whether no part of the data was removed.
  private func plan(
    _ matched: KnownSentences.Match, of sentence: Sentence, isNegated: Bool, isComplete: Bool
  ) throws -> PlannedSentence {
    let definition = story.definition(of: matched)
    var data: (any Sendable)?
    var expectation: ExpectedValue?
    var mayContradict = false
    var openKeys: Set<SourceRange> = []
    switch definition.dataUse {
    case .none:
      if let data = sentence.data, !data.isNull {
        throw DataError(
          "\"\(definition.expression)\" takes no data", at: data.range,
          hints: ["Remove the colon and the data after it."])
      }
    case .expected:
      let node = try required(sentence.data, "an expected value", of: sentence, definition)
      let expected = try ExpectedValue(node, story.vocabulary.matchers)
      guard isComplete else { break }
      if mayFail { story.checkKeys(of: expected, for: definition, isNegated: !isNegated) }
      if isNegated || expected.rule.mayHoldByAbsence {
        openKeys = story.checkKeys(of: expected, for: definition, isNegated: isNegated)
        story.checkContinuedTexts(in: node, isNegated: isNegated)
      }
      story.checkWhatMatchesAll(in: node)
      expectation = expected
      if definition.takesExpectation { data = [isNegated ? expected.negated : expected] }
    case .decoded(let isRequired, let decode):
      if isRequired { _ = try required(sentence.data, "data", of: sentence, definition) }
      let decoded = try decode(
        sentence.data, story.folder, (values: matched.values, range: sentence.range))
      (data, mayContradict) = (decoded.data, decoded.mayContradict)
    }
    return PlannedSentence(
      text: sentence.text, location: story.source.location(of: sentence.range),
      definition: definition,
      arguments: StepDefinition.Arguments(values: matched.values, data: data),
      expectation: expectation, openKeys: openKeys, mayContradict: mayContradict,
      phrases: story.phrases(of: sentence))
  }

  private func required(
    _ data: Node?, _ name: String, of sentence: Sentence, _ definition: StepDefinition
  ) throws(DataError) -> Node {
    if let data { return data }
    throw DataError(
      "\"\(definition.expression)\" needs \(name)", at: sentence.range,
      hints: ["Write it after a colon: { \(sentence.text): … }"])
  }
}
