import DisplayText
import Foundation

/// Words about time.
extension Keywords {
  /// The units of durations, shortest first.
  var units: [String] {
    switch language {
    case "ru": DurationText.russianUnits
    case "fr": ["ms", "s", "min", "h", "j"]
    default: DurationText.units
    }
  }

  /// Returns a duration in the words of the language, such as `1 мин 30 с`.
  func format(_ duration: Duration) -> String {
    let names = Dictionary(zip(DurationText.units, units)) { first, _ in first }
    return DurationText.format(duration).split(separator: " ")
      .map { names[String($0)] ?? String($0) }.joined(separator: " ")
  }

  /// Returns the sentence that lets an amount of time pass, such as `2 s pass`.
  func pause(of amount: String) -> String { "\(amount) \(words(for: "passes").first ?? "pass")" }

  /// Returns hints for a text that is not a duration, in the words of the language.
  func hints(for problem: DurationText.Problem, in text: String) -> [String] {
    guard problem.endsWithHowTo else { return problem.hints }
    // This suggestion replaces the one with English units.
    let meant = DurationText.meant(by: text).map { didYouMean(format($0)) }
    return (meant.map { [$0] } ?? problem.hints.dropLast())
      + [DurationText.Problem.howTo(units: units)]
  }

  // MARK: - Time words

  /// The time words in English; a word comes after any other that it ends with.
  static let timeWords = ["eventually", "within", "after", "for", "never within"]

  /// Returns the time word at the start of a text: its English name and its length in characters.
  ///
  /// Returns `nil` if the text doesn't begin with a time word of this language, or if the language
  /// is English.
  func timeWord(before text: String) -> (name: String, length: Int)? {
    guard language != "en" else { return nil }
    let lowercased = text.lowercased()
    var found: (name: String, length: Int)?
    for name in Self.timeWords {
      for word in words(for: name)
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
    let names = Self.timeWords.filter { $0 != "eventually" }
    let typed = words.withoutAccents
    let synonyms = [Self.synonyms[language], Self.synonyms["en"]].compactMap(\.self)
    for known in synonyms {
      if let name = names.first(where: { known[$0]?.contains(typed) == true }) {
        return word(for: name)
      }
    }
    return Self.nearest(to: words, among: names.flatMap { self.words(for: $0) })
      ?? Self.nearest(to: words, among: names).map { word(for: $0) }
  }

  /// Returns the word for `eventually` if a text is probably a misspelling of it; `nil` otherwise.
  func eventually(meantBy words: String) -> String? {
    // A sentence is longer than any of these words, so the comparison isn't needed.
    guard words.utf8.count <= 60 else { return nil }
    return Self.nearest(to: words, among: self.words(for: "eventually"))
      ?? Self.nearest(to: words, among: ["eventually"]).map { word(for: $0) }
  }

  /// Returns the word nearest to a text, ignoring accents.
  private static func nearest(to text: String, among words: [String]) -> String? {
    let typed = text.withoutAccents
    let plain = words.map(\.withoutAccents)
    let found =
      plain.firstIndex(of: typed)
      ?? NearestText.suggestions(for: typed, among: plain).first.flatMap {
        plain.firstIndex(of: $0)
      }
    return found.map { words[$0] }
  }

  /// Common alternatives to the time words of each language, without accents.
  private static let synonyms: [String: [String: Set<String>]] = [
    "en": [
      "never within": ["never", "not within", "never in", "not in", "not for", "never for"],
      "within": ["in", "until", "by", "before", "in less than", "at most", "no later than"],
      "after": ["wait", "waits", "wait for", "later than", "in exactly", "exactly"],
      "for": ["during", "throughout", "always for", "holds for"],
    ],
    "ru": [
      "never within": ["никогда", "никогда за", "ни разу", "ни разу в течение", "не в течение"],
      "within": ["за", "до", "в пределах", "не позже", "не позднее", "менее чем за", "в"],
      "after": ["спустя", "после", "по прошествии", "ровно через", "ждать", "подождать"],
      "for": ["в продолжение", "все", "весь", "целых"],
    ].mapValues { Set($0.map(\.withoutAccents)) },
    "de": [
      "never within": ["nie", "nie in", "niemals", "niemals in", "nie innerhalb"],
      "within": ["in", "innerhalb", "bis", "in weniger als", "spatestens nach"],
      "after": ["nach genau", "spater als", "warten", "warte"],
      "for": ["lang", "uber", "wahrend der"],
    ],
    "fr": [
      "never within": ["jamais", "jamais dans", "jamais pendant", "jamais en moins de"],
      "within": ["en", "dans", "avant", "d'ici", "en moins", "dans les", "sous"],
      "after": ["au bout de", "apres exactement", "attendre"],
      "for": ["durant", "pendant les"],
    ],
    "es": [
      "never within": ["nunca", "nunca dentro de", "nunca durante", "jamas", "jamas en"],
      "within": ["en", "dentro", "antes de", "en menos", "hasta"],
      "after": ["luego de", "pasados", "al cabo de", "despues", "esperar"],
      "for": ["por", "a lo largo de"],
    ],
  ]
}

extension String {
  /// The text in lower case and without accents, because some authors can't type them.
  fileprivate var withoutAccents: String {
    lowercased().replacing("ß", with: "ss")
      .folding(options: .diacriticInsensitive, locale: nil)
  }
}
