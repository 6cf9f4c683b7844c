extension StepExpression {
  /// How far a sentence is from the nearest one that this expression could mean.
  ///
  /// - Parameter sentence: a sentence; its first 1,000 scalars count.
  /// - Returns: the distance in tenths of a mistyped letter: 0 for a sentence that matches, 10 for
  ///   each letter too many, too few, wrong, or changed with its neighbour, 1 for a letter in the
  ///   wrong case. A parameter takes text that fits it for nothing or next to nothing, other text
  ///   at the price of about two letters.
  public func distance(to sentence: String) -> Int {
    if matches(ComposedText(sentence)) { return 0 }
    var sentence = NearSentence(sentence)
    return sentence.distance(to: self) ?? .max
  }

  /// Whether a sentence is so near that its author most likely mistyped this expression: a fifth of
  /// the letters are different at most, or two of a short one.
  public func isSlip(_ sentence: String) -> Bool {
    distance(to: sentence) <= max(2, letterCount / 5) * EditCost.edit
  }

  /// The expressions that the author of an unknown sentence may have had in mind, the nearest
  /// first.
  ///
  /// - Parameters:
  ///   - sentence: the sentence that no expression matched.
  ///   - expressions: all expressions there are.
  ///   - limit: how many to return at most.
  /// - Returns: their indices; of expressions that are equally near the earlier comes first.
  ///   Expressions that share too little with the sentence are left out, so there may be none.
  ///   Where none is near by its letters, those that share most of their words with it are.
  public static func suggestions(
    for sentence: String, among expressions: [StepExpression], limit: Int = 3
  ) -> [Int] {
    guard limit > 0 else { return [] }
    let composed = ComposedText(sentence)
    var near = NearSentence(sentence)
    var found: [(index: Int, distance: Int)] = []
    for (index, expression) in expressions.enumerated() {
      if expression.matches(composed) {
        found.append((index, 0))
      } else if let distance = near.distance(to: expression, limit: expression.farthest) {
        found.append((index, distance))
      }
    }
    if found.isEmpty { found = sharingWords(with: sentence, among: expressions) }
    return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .prefix(limit).map(\.index)
  }

  /// The expressions most of whose words a sentence has, for one that says the same in other words:
  /// `clicks on` for `taps`.
  private static func sharingWords(
    with sentence: String, among expressions: [StepExpression]
  ) -> [(index: Int, distance: Int)] {
    let start = String(sentence.unicodeScalars.prefix(1_000))
    // What stands in quotes is the author's own.
    let typed = Set(words(of: start.replacing(#/"[^"]*"|'[^']*'|\d+/#, with: " ")))
    return expressions.enumerated().compactMap { index, expression in
      let meant: [String] = expression.segments.flatMap { segment -> [String] in
        if case .literal(.text(let text)) = segment { return words(of: text) }
        return []
      }
      let shared = meant.filter { typed.contains($0) }
      // An article alone tells nothing.
      guard shared.contains(where: { $0.count > 3 }), shared.count * 3 >= meant.count * 2,
        shared.count * 2 >= typed.count
      else {
        return nil
      }
      return (index, (meant.count - shared.count) * EditCost.edit)
    }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether a sentence has this expression's shape, whatever its parameters' values.
  private func matches(_ sentence: ComposedText) -> Bool {
    let captures = try? captures(in: sentence)
    return captures != nil
  }

  /// The distance from which on a sentence has nothing to do with the expression: four of ten
  /// letters of its text are different, or two of a short one.
  private var farthest: Int { max(2, letterCount * 4 / 10) * EditCost.edit }

  /// How many letters every sentence of this expression has beside its parameters.
  private var letterCount: Int {
    var letters = 0
    for segment in segments {
      switch segment {
      case .literal(.text(let text)):
        letters += text.unicodeScalars.count
      case .alternatives(let alternatives):
        letters += alternatives.map(Self.requiredLetters).min() ?? 0
      case .literal(.optional), .parameter:
        break
      }
    }
    return letters
  }

  private static func requiredLetters(of alternative: [ExpressionSegment.Literal]) -> Int {
    alternative.reduce(0) { sum, literal in
      if case .text(let text) = literal { sum + text.unicodeScalars.count } else { sum }
    }
  }
}
