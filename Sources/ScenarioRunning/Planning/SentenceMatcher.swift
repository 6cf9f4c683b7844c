import ScenarioKit
import ScenarioLanguage

/// The surroundings in which the sentences of one story are matched, without code of the app.
class MatchingContext {
  let source: SourceFile
  let sentences: KnownSentences
  let language: StoryLanguage
  /// The phrases that the story defines.
  let phrases: [Text]
  let reporter: PlanningReporter

  init(_ story: Story, sentences: KnownSentences, reporter: PlanningReporter) {
    (self.sentences, self.reporter) = (sentences, reporter)
    (source, phrases) = (reporter.source, story.phrases)
    language = StoryLanguage.named(story.language) ?? .english
  }
}

/// Finds the step definitions of a step's sentences, and reports those that are undefined,
/// ambiguous or in the wrong place.
struct SentenceMatcher {
  let context: MatchingContext

  /// The line of the examples' row that the step has its values from.
  let row: Int?

  /// The sentences so far that no step definition matches.
  private(set) var undefined: [UndefinedSentences.Use] = []

  /// Returns the only step definition that matches a sentence; otherwise reports an error and
  /// returns `nil`.
  mutating func match(_ sentence: Sentence, purpose: Step.Purpose) -> KnownSentences.Match? {
    guard
      let matches = context.reporter.attempt(
        at: sentence.range, { try context.sentences.matches(of: sentence.text) })
    else { return nil }
    if matches.count > 1 {
      let words = matches.map { match in
        let entry = context.sentences.entries[match.position]
        return "Could be: \("\(entry.expression.source)   (\(entry.signature.origin))")" as Message
      }
      context.reporter.report(
        "\(matches.count) steps match \"\(sentence.text)\"", at: sentence.range,
        rule: .ambiguousStep,
        hints: words + [
          "Use words that only one of them has, or have a developer narrow the others: other "
            + "words, {string} or {word} in place of {}, {int} in place of {float}."
        ])
      return nil
    }
    if matches.isEmpty { undefined.append(addUndefined(sentence, purpose: purpose)) }
    return matches.first
  }

  /// Adds a sentence that no step definition matches, with the nearest existing sentences and a
  /// proposed step definition.
  private func addUndefined(_ sentence: Sentence, purpose: Step.Purpose) -> UndefinedSentences.Use {
    let advice = SentenceAdvice(for: sentence, under: purpose, in: context)
    let written = context.source.bytes.prefix(sentence.range.end.offset)
      .dropFirst(sentence.range.start.offset)
    // With a value of an example, it is not the sentence that the story has.
    let hasValue = written.contains(UInt8(ascii: "<")) && !sentence.text.contains("<")
    let proposal = StepProposal(for: sentence, purpose: purpose, in: context.sentences)
    return context.reporter.undefined.add(
      sentence.text,
      Diagnostic(
        UndefinedSentences.message(for: sentence.text),
        at: context.source.location(of: sentence.range), rule: .unknownStep,
        hints: hasValue ? advice.hints.withoutCorrections : advice.hints,
        proposal: Diagnostic.Proposal(proposal.step, isLikely: !advice.resemblesStep)), row: row)
  }

  /// Returns all step definitions that match a text, which may be no step.
  func definitions(matching text: String) -> [KnownSentences.Match] {
    (try? context.sentences.matches(of: text)) ?? []
  }

  /// Reports phrases that are also steps of the module, because their meaning is ambiguous.
  func checkPhrases(of sentence: Sentence) {
    for phrase in sentence.phrases where !context.reporter.hasReported(at: phrase.range) {
      guard let step = definitions(matching: phrase.string).first else { continue }
      let signature = context.sentences.entries[step.position].signature
      context.reporter.report(
        "\"\(phrase.string)\" is both a phrase of this story and a step of its module",
        at: phrase.range, rule: .ambiguousStep,
        hints: [
          "The step is: \(signature.expression)   (\(signature.origin))",
          "Change the words of the phrase.",
        ])
    }
  }

  /// Reports a check under `when` and an act under `then`, and returns whether there was no error.
  func checkPurpose(of sentence: Sentence, as role: StepDefinition.Role, in step: Step) -> Bool {
    let message: Message
    let hint: Message
    if role == .pause, step.timing == nil {
      guard step.isAtOnce else { return true }
      message = "lets time pass, but the acts of \"\(step.keyword)\" happen at one moment"
      hint = "Write it as a separate step."
    } else if step.purpose == .check {
      let found: Message
      switch role {
      case .check, .observation: return true
      case .preparation: (found, hint) = ("prepares", "Move it under \"given\".")
      case .pause: (found, hint) = ("lets time pass", "Write it as a separate step.")
      case .act: (found, hint) = ("acts", "Move it under \"when\"; \"steps:\" can mix them.")
      }
      let word = step.timing?.text ?? step.keyword
      message = "\(found), but it is under \"\(word)\", where checks belong"
    } else {
      guard role.isCheck else { return true }
      message = "checks, but it is under \"\(step.keyword)\""
      hint = "Move it under \"then\"."
    }
    context.reporter.report(
      "\"\(sentence.text)\" \(message)", at: sentence.range, rule: .misplacedStep, hints: [hint])
    return false
  }
}
