import DisplayText
import Foundation

/// Words about time.
extension StoryLanguage {
  /// The units of durations, shortest first.
  var units: [String] { file?.units ?? DurationText.units }

  /// Returns a time word with its duration, such as `within 2 s`.
  package func timeWord(_ kind: Timing.Kind, _ duration: Duration) -> String {
    kind == .eventually ? word(for: kind.word) : "\(word(for: kind.word)) \(format(duration))"
  }

  /// Returns a duration in the words of the language, such as `1 мин 30 с`.
  func format(_ duration: Duration) -> String {
    let names = Dictionary(zip(DurationText.units, units)) { first, _ in first }
    return DurationText.format(duration).split(separator: " ")
      .map { names[String($0)] ?? String($0) }.joined(separator: " ")
  }

  /// Returns the sentence that lets an amount of time pass, such as `2 s pass`.
  func pause(of amount: String) -> String {
    "\(amount) \(translations(of: "passes").first ?? "pass")"
  }

  /// Returns hints for a text that is not a duration, in the words of the language.
  func hints(for problem: DurationText.Problem, in text: String) -> [Message] {
    guard problem.units != nil else { return problem.advice }
    // This suggestion replaces the one with English units.
    let meant = DurationText.meant(by: text).map { [didYouMean(format($0))] }
    return (meant ?? problem.proposals) + [DurationText.Problem.howTo(units: units)]
  }

  // MARK: - Time words

  /// Returns the time word at the start of a text: its English name and its length in characters.
  ///
  /// Returns `nil` if the text doesn't begin with a time word of this language, or if the language
  /// is English.
  func timeWord(before text: String) -> (name: String, length: Int)? {
    guard code != "en" else { return nil }
    let lowercased = text.lowercased()
    var found: (name: String, length: Int)?
    for name in Self.timeWords {
      for word in translations(of: name)
      where (lowercased == word || lowercased.hasPrefix(word + " "))
        && word.count > found?.length ?? 0
      {
        found = (name, word.count)
      }
    }
    return found
  }

  /// Returns the time word that the text before a duration was probably meant to be; `nil` if none.
  func timeWord(meantBy words: String) -> String? {
    let (names, typed) = (Timing.Kind.withDuration.map(\.word), words.withoutAccents)
    for language in [code, "en"] {
      let name = names.first { name in
        LanguageFile.hints(for: name, in: language).contains { $0.withoutAccents == typed }
      }
      if let name { return word(for: name) }
    }
    return Self.nearest(to: words, among: names.flatMap { translations(of: $0) })
      ?? Self.nearest(to: words, among: names).map { word(for: $0) }
  }

  /// Returns the word for `eventually` if a text is probably a misspelling of it; `nil` otherwise.
  func eventually(meantBy words: String) -> String? {
    // A sentence is longer than any of these words, so the comparison isn't needed.
    guard words.utf8.count <= 60 else { return nil }
    return Self.nearest(to: words, among: translations(of: "eventually"))
      ?? Self.nearest(to: words, among: ["eventually"]).map { word(for: $0) }
  }

  /// Returns the word nearest to a text, ignoring accents.
  private static func nearest(to text: String, among words: [String]) -> String? {
    let (typed, plain) = (text.withoutAccents, words.map(\.withoutAccents))
    let found =
      plain.firstIndex(of: typed)
      ?? NearestText.suggestions(for: typed, among: plain).first.flatMap(plain.firstIndex(of:))
    return found.map { words[$0] }
  }
}

extension String {
  /// The text in lower case and without accents, because some authors can't type them.
  fileprivate var withoutAccents: String {
    lowercased().replacing("ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil)
  }
}
