import DisplayText

/// Names that other test tools use for the keys of a story.
enum KeySynonyms {
  /// Returns the keys that an unknown key was probably meant to be, nearest first.
  ///
  /// Returns no suggestion for a key that is valid elsewhere: `scenario` at the top level of a
  /// story is a misplaced scenario, not a typo.
  static func suggestions(for key: String, among known: [String]) -> [String] {
    guard !Keys.all.contains(key) else { return [] }
    let word = String(key.lowercased().drop { !$0.isLetter })
    if word != key, known.contains(word) { return [word] }
    let meant = others.first { known.contains($0.name) && $0.words.contains(word) }
    return meant.map { [$0.name] } ?? NearestText.suggestions(for: key, among: known)
  }

  private static let others = LanguageFile.all[0].words(in: .otherKeys)
}
