import DisplayText

extension Diagnostic {
  /// The beginnings of hints that go on with what was meant.
  private static let beginnings: [String] = [
    didYouMean(""), "A quote is missing: ", "Put the text in quotes: ", "Write straight quotes: ",
    "Remove the quotes: ",
  ]

  /// The texts that hints propose in place of the diagnostic's range.
  package var corrections: [String] {
    hints.flatMap { hint -> [String] in
      if let list = hint.wholeMatch(of: /Did you mean one of: (.*)/) {
        return list.output.1.split(separator: ", ").map(String.init)
      }
      guard let beginning = Self.beginnings.first(where: hint.hasPrefix) else { return [] }
      // The words in parentheses say where a sentence is defined.
      return hint.dropFirst(beginning.count).split(separator: "   (").prefix(1).map(String.init)
    }
  }
}
