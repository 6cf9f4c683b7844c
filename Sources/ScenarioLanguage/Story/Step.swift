/// An action, a preparation or a check in a scenario.
package struct Step: Sendable, Hashable {
  /// The purpose of a step, which its keyword determines.
  package enum Purpose: String, Sendable, Hashable, Codable, CaseIterable {
    /// `given`: prepares the conditions that the app runs under.
    case prepare
    /// `when`: acts on the app.
    case act
    /// `then`, or a time word: compares the app's output with the expected values.
    case check
  }

  /// The keyword as written, such as `when`, `and` or `within 2 s`; empty for a pause, which needs
  /// none.
  package var keyword: String

  /// The purpose of the step; `and` and `but` have the purpose of the step before them.
  package var purpose: Purpose

  /// When the check has to hold; `nil` if it has to hold immediately, and for steps that are not
  /// checks.
  package var timing: Timing?

  /// The sentences of the step: usually one, several checks of a time word that have to hold
  /// together, or several acts of `at once`.
  ///
  /// Never empty.
  package var sentences: [Sentence]

  /// The source range of the step's time word, sentences and data, without `given`, `when` or
  /// `then`.
  package var range: SourceRange

  /// The timeline of the step, whose rows contain the sentences; `nil` for any other step.
  ///
  /// A timeline both acts and checks; its purpose is `check`.
  package var timeline: Timeline?

  /// Whether the step's acts happen at one moment: `at once`.
  package var isAtOnce: Bool { purpose != .check && sentences.count > 1 }

  package init(
    keyword: String, purpose: Purpose, timing: Timing? = nil, sentences: [Sentence],
    range: SourceRange, timeline: Timeline? = nil
  ) {
    (self.keyword, self.purpose, self.timing) = (keyword, purpose, timing)
    (self.sentences, self.range, self.timeline) = (sentences, range, timeline)
  }
}

/// The text of a step and its data.
package struct Sentence: Sendable, Hashable {
  /// The text, without surrounding whitespace.
  package var text: String

  /// The source range of the text, without the data.
  package var range: SourceRange

  /// The value after the sentence's colon; `nil` if the sentence has no data.
  package var data: Node?

  /// The uses of phrases that the sentence comes from, outermost first; empty if the scenario
  /// itself contains the sentence.
  package var phrases: [Text] = []
}
