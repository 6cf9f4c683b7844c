import ScenarioKit
import ScenarioLanguage

/// A sentence that a scenario can use.
package struct OfferedStep: Sendable, Encodable {
  /// A key of a sentence's data.
  package struct Field: Sendable, Encodable {
    package var name: String

    /// The kind of its value, such as "a whole number".
    package var kind: String

    /// The values that it can have, or that stories have there.
    package var words: [String]
  }

  package var kind: NewStep.Kind

  /// Whether it lets story time pass.
  package var isPause: Bool

  /// The sentence with examples in its blanks.
  package var text: String

  package var takesData: Bool

  /// The data in one word, such as the name of a failure: those that it can have, or that stories
  /// have.
  package var words: [String]

  /// The keys of its data; first those that most stories have.
  package var fields: [Field]

  /// The sentence with `${1:…}` for its blanks, or `${1|one,two|}` with the values of stories.
  package var snippet: String

  /// A regular expression that all forms of the sentence match.
  package var pattern: String

  /// The sentence as stories use it.
  package var uses: [String]
}

extension LanguageService {
  /// Returns the sentences that a scenario of an open document can use, in its language.
  package func sentences(ofScenarioAt line: Int, in path: String) -> [OfferedStep] {
    guard let story = document(path)?.story(at: line),
      let vocabulary = vocabulary(story.module.string)
    else { return [] }
    let values = argumentValues(in: vocabulary)
    let all = files.flatMap(\.facts.uses)
    let uses = all.filter { $0.module == vocabulary.module }
    // Modules share the app's server.
    let addressed = (uses + all).first { $0.text.contains("://") }
    let texts = Set(uses.map(\.text))
    return vocabulary.sentences.entries.written(in: story.language).map { entry in
      let kind: NewStep.Kind =
        switch entry.signature.role {
        case .preparation: .given
        case .act, .pause: .when
        case .check, .observation: .then
        }
      let sample = entry.expression.example()
      let example =
        sample.contains("://") ? entry.expression.example(like: addressed?.text ?? "") : sample
      let fitting = Set(texts.filter { (try? entry.expression.match($0)) != nil })
      let own = uses.filter { fitting.contains($0.text) }
      let (words, fields) = data(
        of: vocabulary.step(of: entry), in: own, StoryLanguage.named(story.language) ?? .english)
      return OfferedStep(
        kind: kind, isPause: entry.signature.role == .pause, text: example,
        takesData: entry.signature.takesData, words: words, fields: fields,
        snippet: entry.expression.snippet(of: example, values[entry.signature.expression] ?? []),
        pattern: Pattern.sentence(entry.expression),
        uses: Array(unique(own.map(\.text)).prefix(20)))
    }
  }

  /// Returns what the data of a step can be: words, or keys with their values.
  private func data(
    of step: VocabularyData.Step, in uses: [StoryFacts.Sentence], _ language: StoryLanguage
  ) -> (words: [String], fields: [OfferedStep.Field]) {
    guard case .given(let shape, _) = step.data else { return ([], []) }
    let counts = Dictionary(
      uses.filter { !$0.isError }.flatMap { use in
        Set(use.values.compactMap(\.keys.first)).map { ($0, 1) }
      },
      uniquingKeysWith: +)
    // A list of answers has the keys of one.
    let fields = shape.fields.withoutRepeats(of: \.name).map { field in
      OfferedStep.Field(
        name: field.name, kind: DataLine.kind(of: field.shape, in: language),
        words: values([field.name], in: uses, besides: field.shape.words))
    }
    return (
      values([], in: uses, besides: shape.words),
      // Of keys that equally many stories have, the order is that of the shape.
      fields.sorted { (counts[$0.name] ?? 0) > (counts[$1.name] ?? 0) }
    )
  }
}
