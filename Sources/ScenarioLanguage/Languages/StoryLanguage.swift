/// One of the languages that stories are written in, with its words for the keys, keywords and time
/// words that the scenario language has.
///
/// English words name all others and are understood in every story.
///
/// ```swift
/// StoryLanguage(code: "ru")?.word(for: "scenario")  // сценарий
/// ```
public struct StoryLanguage: Sendable {
  /// A place in a story that has keys of its own.
  public enum Place: String, Sendable, CaseIterable {
    /// The top of a story.
    case story
    /// An item of `scenarios`.
    case scenario
    /// What stands behind `background`, and behind a phrase.
    case background
    /// What stands behind `timeline`.
    case timeline
    /// Examples that are written as a table.
    case table
    /// An item of `steps`.
    case step
  }

  /// English.
  public static let english = StoryLanguage(keywords: .english)

  /// All languages, English first, the others in the order of their codes.
  public static let all: [StoryLanguage] =
    [english]
    + Keywords.languages.sorted { $0.key < $1.key }.map { StoryLanguage(keywords: $0.value) }

  /// The time words, in English; all but `eventually` have a duration behind them.
  public static let timeWords = Timing.Kind.allCases.map { kind in
    switch kind {
    case .eventually: "eventually"
    case .within: "within"
    case .after: "after"
    case .throughout: "for"
    case .never: "never within"
    }
  }

  /// The units of durations in all languages, those of English first.
  public static let units = DurationText.units + DurationText.russianUnits + ["j"]

  let keywords: Keywords

  init(keywords: Keywords) { self.keywords = keywords }

  /// The language of a code, such as `ru`; `nil` where there is none.
  public init?(code: String) {
    // Reading the other languages costs time, which a story in English needn't spend.
    if code == Self.english.code {
      self = .english
    } else if let keywords = Keywords.languages[code] {
      self.init(keywords: keywords)
    } else {
      return nil
    }
  }

  /// The language's code.
  public var code: String { keywords.language }

  /// The usual word for an English one; the English one itself where there is no other.
  public func word(for name: String) -> String { keywords.word(for: name) }

  /// Every word for an English one, the usual word first, the English one last.
  public func words(for name: String) -> [String] { keywords.all(for: name) }

  /// The keys of a place in English, in the order in which people write them.
  public static func keys(of place: Place) -> [String] {
    switch place {
    case .story: Keys.story
    case .scenario: Keys.scenario
    case .background: Keys.background
    case .timeline: Keys.timeline
    case .table: Keys.table
    case .step: Keys.step
    }
  }

  /// What all languages say for an English word, itself first, each word once; also in lower case,
  /// as stories may write them.
  public static func allWords(for name: String) -> [String] {
    var seen: Set<String> = []
    return ([name] + all.flatMap { $0.keywords.all(for: name).flatMap { [$0, $0.lowercased()] } })
      .filter { seen.insert($0).inserted }
  }
}
