extension Diagnostic {
  /// The beginnings of hints that go on with what was meant, in all languages.
  private static let beginnings =
    StoryLanguage.all.map { $0.text(of: didYouMean("")) } + [
      "A quote is missing: ", "Put the text in quotes: ", "Write straight quotes: ",
      "Remove the quotes: ",
    ]

  /// The texts that hints propose in place of the diagnostic's range.
  package var corrections: [String] {
    hints.flatMap { hint -> [String] in
      // The words in parentheses say where a sentence is defined.
      guard let beginning = Self.beginnings.first(where: hint.hasPrefix),
        let meant = hint.dropFirst(beginning.count).split(separator: "   (").first
      else { return [] }
      return rule == .unknownStep ? [String(meant)] : meant.split(separator: ", ").map(String.init)
    }
  }
}
