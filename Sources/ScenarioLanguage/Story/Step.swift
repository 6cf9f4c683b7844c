/// One thing that a scenario does or checks.
public struct Step: Sendable, Hashable {
  /// What a step is for, as its keyword says.
  public enum Purpose: String, Sendable, Hashable, CaseIterable {
    /// `given`: it prepares what the app finds.
    case prepare
    /// `when`: it does something to the app.
    case act
    /// `then`, or a time word: it compares what the app shows with what was expected.
    case check
  }

  /// The keyword as it was written, such as `when`, `and` or `within 2 s`; empty for a pause, which
  /// needs none.
  public var keyword: String

  /// What the step is for; `and` and `but` have the purpose of the step before them.
  public var purpose: Purpose

  /// When a check has to hold; `nil` where it has to hold at once, and for what is no check.
  public var timing: Timing?

  /// What is said: one sentence, or the several of a time word, which have to hold together.
  ///
  /// Never empty.
  public var sentences: [Sentence]

  /// Where what the step says stands: a time word, the sentences and their data, but not `given`,
  /// `when` or `then`.
  public var range: SourceRange

  /// The timeline that the step is, whose rows have the sentences; `nil` for any other step.
  ///
  /// It both acts and checks; its purpose is to check.
  public var timeline: Timeline?

  /// Creates a step.
  public init(
    keyword: String, purpose: Purpose, timing: Timing? = nil, sentences: [Sentence],
    range: SourceRange, timeline: Timeline? = nil
  ) {
    self.keyword = keyword
    self.purpose = purpose
    self.timing = timing
    self.sentences = sentences
    self.range = range
    self.timeline = timeline
  }
}

/// What a step says in words, and the data behind it.
public struct Sentence: Sendable, Hashable {
  /// The words, without white space around them.
  public var text: String

  /// Where the words stand, without the data.
  public var range: SourceRange

  /// The value behind the sentence's colon; `nil` where the sentence has no data.
  public var data: Node?

  /// The phrases that the sentence was said by, the outermost first; empty where it stands in the
  /// scenario itself.
  public var phrases: [Text]

  /// Creates a sentence.
  public init(_ text: String, range: SourceRange, data: Node? = nil, phrases: [Text] = []) {
    self.text = text
    self.range = range
    self.data = data
    self.phrases = phrases
  }
}
