import Foundation

/// One document of a story file: what a module of the app is expected to do, told in scenarios.
public struct Story: Sendable, Hashable {
  /// What the story is called, behind `story:`.
  public var title: Text

  /// The part of the app that the story runs against, behind `module:`.
  public var module: Text

  /// Why the story is told, behind `about:`; `nil` where nothing is said.
  public var about: String?

  /// The tags of every scenario in the story, without a leading `@`.
  public var tags: [Text]

  /// What the app believes the time is when a scenario begins; `nil` where the story doesn't say.
  ///
  /// A time that was written without a zone is one in `timeZone`, or in UTC where there is none.
  public var clock: Date?

  /// The identifier of the locale that the app runs in, such as `en_US`; `nil` where the story
  /// doesn't say.
  public var locale: String?

  /// The time zone that the app runs in; `nil` where the story doesn't say.
  public var timeZone: TimeZone?

  /// The code of the language whose words the story uses, such as `en`.
  public var language: String

  /// The steps that come before those of every scenario.
  public var background: [Step]

  /// What has to hold at every moment of every scenario: checks without a time word.
  public var always: [Step]

  /// The sentences that the story makes of others; they are gone from its steps, in whose place
  /// those others stand.
  public var phrases: [Text]

  /// The scenarios, in the order of the file.
  public var scenarios: [Scenario]

  /// Where the story stands, from its first key to behind its last value.
  public var range: SourceRange

  /// Creates a story.
  public init(
    title: Text, module: Text, about: String? = nil, tags: [Text] = [], clock: Date? = nil,
    locale: String? = nil, timeZone: TimeZone? = nil, language: String = "en",
    background: [Step] = [], always: [Step] = [], phrases: [Text] = [], scenarios: [Scenario] = [],
    range: SourceRange
  ) {
    self.title = title
    self.module = module
    self.about = about
    self.tags = tags
    self.clock = clock
    self.locale = locale
    self.timeZone = timeZone
    self.language = language
    self.background = background
    self.always = always
    self.phrases = phrases
    self.scenarios = scenarios
    self.range = range
  }
}
