/// Finds sentences that say the opposite of each other, although most of their letters are equal.
///
/// A hint must never propose the opposite of what an author wrote: `the reader closes the screen`
/// for `the reader opens the screen`.
package enum OppositeWords {
  /// Returns whether two sentences differ in a negation or in a pair of opposite words.
  ///
  /// Words that both sentences have are ignored, and so are quoted texts.
  package static func separate(_ sentence: String, _ other: String) -> Bool {
    let (words, others) = (Self.words(of: sentence), Self.words(of: other))
    let (own, foreign) = (words.subtracting(others), others.subtracting(words))
    if isNegated(own, besides: foreign) != isNegated(foreign, besides: own) { return true }
    return own.contains { word in foreign.contains { areOpposite(word, $0) } }
  }

  private static func words(of text: String) -> Set<String> {
    let plain = text.lowercased().replacing(#/"[^"]*"|'[^']*'(?!\w)/#, with: " ")
      .replacing(#/n['’]t\b/#, with: " not")
    return Set(plain.split { !$0.isLetter }.map(String.init))
  }

  // MARK: - Negations

  private static let negations: Set<String> = [
    "no", "not", "never", "none", "nothing", "nobody", "cannot", "without",
    "kein", "keine", "keinen", "keiner", "nicht", "nichts", "nie", "ohne",
    "ne", "pas", "jamais", "aucun", "aucune", "rien", "sans",
    "nunca", "ningún", "ninguna", "nada", "sin",
    "не", "нет", "ни", "никогда", "ничего", "без",
  ]

  /// Returns whether one of the words is a negation that the other sentence does not have, not even
  /// mistyped.
  private static func isNegated(_ words: Set<String>, besides others: Set<String>) -> Bool {
    words.contains { word in
      negations.contains(word) && !others.contains { isMistyped($0, for: word) }
    }
  }

  private static func isMistyped(_ typed: String, for word: String) -> Bool {
    word.count > 2 && typed.sorted() == word.sorted()
  }

  // MARK: - Opposites

  private static func areOpposite(_ word: String, _ other: String) -> Bool {
    for prefix in ["un", "dis", "des", "dés"] {
      if word.count > 3, other == prefix + word { return true }
      if other.count > 3, word == prefix + other { return true }
    }
    return pairs.contains { first, second in
      isForm(word, of: first) && isForm(other, of: second)
        || isForm(word, of: second) && isForm(other, of: first)
    }
  }

  /// Returns whether a word consists of a stem and an ending.
  ///
  /// Endings are short, so that `add` is no stem of `address`.
  private static func isForm(_ word: String, of stem: String) -> Bool {
    guard word.hasPrefix(stem) else { return false }
    if stem.count < 3 { return word == stem }
    let ending = word.dropFirst(stem.count)
    guard stem.allSatisfy(\.isASCII), stem.count < 6 else { return ending.count <= 4 }
    // The last letter of a stem may be doubled, as in "stopped".
    let rest = ending.first == stem.last ? ending.dropFirst() : ending
    return ["", "e", "s", "es", "d", "ed", "en", "ing", "t", "er", "ir"].contains(rest)
  }

  /// The stems of opposite words, for each language of stories.
  private static let pairs: [(String, String)] = [
    ("open", "clos"), ("open", "shut"), ("show", "hid"), ("show", "dismiss"),
    ("present", "dismiss"), ("visible", "hid"), ("visible", "invisible"), ("appear", "vanish"),
    ("add", "remov"), ("add", "delet"), ("creat", "delet"), ("insert", "remov"),
    ("start", "stop"), ("start", "end"), ("start", "finish"), ("begin", "end"), ("play", "paus"),
    ("paus", "resum"), ("enabl", "disabl"), ("succeed", "fail"), ("success", "fail"),
    ("pass", "fail"), ("accept", "reject"), ("accept", "declin"), ("allow", "deny"),
    ("allow", "deni"), ("allow", "forbid"), ("select", "deselect"), ("expand", "collaps"),
    ("increas", "decreas"), ("rais", "lower"), ("up", "down"), ("left", "right"),
    ("first", "last"), ("before", "after"), ("on", "off"), ("in", "out"), ("online", "offline"),
    ("enter", "leav"), ("push", "pop"), ("send", "receiv"), ("sent", "receiv"), ("more", "less"),
    ("more", "fewer"), ("above", "below"), ("empty", "full"), ("buy", "sell"), ("true", "false"),
    ("save", "discard"), ("confirm", "cancel"),
    ("öffne", "schließ"), ("geöffnet", "geschlossen"), ("zeig", "verberg"),
    ("erschein", "verschwind"), ("hinzu", "entfern"), ("ein", "aus"), ("an", "aus"),
    ("ouvr", "ferm"), ("affich", "masqu"), ("appara", "dispara"), ("ajout", "supprim"),
    ("démarr", "arrêt"), ("abr", "cierr"), ("muestr", "ocult"), ("aparec", "desaparec"),
    ("añad", "elimin"),
    ("откры", "закры"), ("показ", "скры"), ("появ", "исчез"), ("добав", "удал"),
    ("включ", "выключ"), ("начина", "заканчива"),
  ]
}
