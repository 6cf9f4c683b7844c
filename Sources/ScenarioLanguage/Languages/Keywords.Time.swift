import Foundation

/// What a language says about time.
extension Keywords {
  /// The units of durations, shortest first.
  var units: [String] {
    switch language {
    case "ru": DurationText.russianUnits
    case "fr": ["ms", "s", "min", "h", "j"]
    default: DurationText.units
    }
  }

  /// A duration as it is written in the language, such as `1 мин 30 с`.
  func format(_ duration: Duration) -> String {
    let names = Dictionary(zip(DurationText.units, units)) { first, _ in first }
    return DurationText.format(duration).split(separator: " ")
      .map { names[String($0)] ?? String($0) }.joined(separator: " ")
  }

  /// The sentence that lets an amount of time pass, such as `2 s pass`.
  func pause(of amount: String) -> String { "\(amount) \(words(for: "passes").first ?? "pass")" }

  /// What to do about a text that is no duration, in the words of the language.
  func remedies(for problem: DurationText.Problem, in text: String) -> [String] {
    guard problem.endsWithHowTo else { return problem.remedies }
    // The language's own suggestion comes in the place of one with English units.
    let meant = DurationText.meant(by: text).map { "Did you mean: \(format($0))" }
    return (meant.map { [$0] } ?? problem.remedies.dropLast())
      + [DurationText.Problem.howTo(units: units)]
  }

  // MARK: - Time words

  /// The time words, in English; those that end in another one behind it.
  static let timeWords = ["eventually", "within", "after", "for", "never within"]

  /// The time word of the language that a text begins with: its name in English, and how many
  /// characters it has; `nil` where it begins with none but an English one.
  func timeWord(inFrontOf text: String) -> (name: String, length: Int)? {
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

  /// The time word that was meant by what stands in front of a duration; `nil` where none was.
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

  /// The word for `eventually` that was mistyped; `nil` where none was.
  func eventually(meantBy words: String) -> String? {
    // A sentence is longer than any of them, and needn't be compared.
    guard words.utf8.count <= 60 else { return nil }
    return Self.nearest(to: words, among: self.words(for: "eventually"))
      ?? Self.nearest(to: words, among: ["eventually"]).map { word(for: $0) }
  }

  /// The word that is nearest to a text, whether its accents were written or not.
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

  /// What people write for the time words of a language, without accents.
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
  /// The text in lower case and without accents, as people write it who can't type them.
  fileprivate var withoutAccents: String {
    lowercased().replacing("ß", with: "ss")
      .folding(options: .diacriticInsensitive, locale: nil)
  }
}
