/// Finds sentences that say the opposite of each other, although most of their letters are equal.
///
/// A hint must never propose the opposite of what an author wrote: `the reader closes the screen`
/// for `the reader opens the screen`.
package struct OppositeWords: Sendable {
  private let negations: Set<String>
  private let prefixes: [String]
  private let pairs: [(stem: String, opposite: String)]

  /// Creates opposites from words in lower case.
  ///
  /// - Parameters:
  ///   - negations: Words that negate a sentence, such as `not`.
  ///   - prefixes: Beginnings of words that negate the rest of the word, such as `un`.
  ///   - pairs: The stems of opposite words, such as `add` and `remov`.
  package init(
    negations: [String] = [], prefixes: [String] = [],
    pairs: [(stem: String, opposite: String)] = []
  ) {
    self.negations = Set(negations)
    (self.prefixes, self.pairs) = (prefixes, pairs)
  }

  /// Returns whether two sentences differ in a negation or in a pair of opposite words.
  ///
  /// Words that both sentences have are ignored, and so are quoted texts.
  package func separate(_ sentence: String, _ other: String) -> Bool {
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

  /// Returns whether one of the words is a negation that the other sentence does not have, not even
  /// mistyped.
  private func isNegated(_ words: Set<String>, besides others: Set<String>) -> Bool {
    words.contains { word in
      negations.contains(word)
        && !others.contains { word.count > 2 && $0.sorted() == word.sorted() }
    }
  }

  // MARK: - Opposites

  private func areOpposite(_ word: String, _ other: String) -> Bool {
    for prefix in prefixes {
      if word.count > 3, other == prefix + word { return true }
      if other.count > 3, word == prefix + other { return true }
    }
    return pairs.contains { first, second in
      Self.isForm(word, of: first) && Self.isForm(other, of: second)
        || Self.isForm(word, of: second) && Self.isForm(other, of: first)
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
}
