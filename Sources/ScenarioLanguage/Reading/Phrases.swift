/// The phrases of a story, and which of them are being said.
struct Phrases {
  /// The phrases, in the order of the file.
  var all: [Phrase] = []

  /// The indices of those that a sentence says.
  var used: Set<Int> = []

  /// Those whose steps are being read, the outermost first, and the sentences that said them.
  var under: [(phrase: Int, use: Text)] = []

  /// The phrases that a sentence says, and the texts that it gives them by name.
  func matching(
    _ sentence: String
  ) -> [(index: Int, arguments: [(name: String, argument: PhrasePattern.Argument)])] {
    all.indices.compactMap { index in
      all[index].pattern.match(sentence).map { (index, $0) }
    }
  }
}

/// A sentence that is made of others.
struct Phrase {
  /// The sentence as it was written, with its placeholders.
  let text: Text

  /// What says it.
  let pattern: PhrasePattern

  /// The sentence and the steps behind it.
  let field: Field

  /// One that does nothing, in the place of one that can't be said.
  static func empty(like phrase: Phrase) -> Phrase {
    let nothing = Node(.scalar("", .plain), range: phrase.field.range)
    let field = Field(
      name: phrase.field.name, written: phrase.field.written, range: phrase.field.range,
      value: nothing, lines: phrase.field.lines)
    return Phrase(text: phrase.text, pattern: phrase.pattern, field: field)
  }
}
