extension StepExpression {
  /// Returns the distance from a sentence to the nearest sentence of this expression.
  ///
  /// - Parameter sentence: A sentence, of which the first 1,000 scalars are compared.
  /// - Returns: The distance in tenths of a mistyped letter. It is 0 for a sentence that matches.
  ///   Each extra, missing, wrong or transposed letter adds 10, and each letter in the wrong case
  ///   adds 1. A text that fits its parameter costs nothing or almost nothing; any other text costs
  ///   about two letters.
  package func distance(to sentence: String) -> Int {
    if matches(ComposedText(sentence)) { return 0 }
    return NearSentence(sentence).distance(to: self) ?? .max
  }

  /// Returns whether a sentence is close enough to this expression to be meant as it.
  ///
  /// At most a fifth of the letters may differ, or two letters of a short expression.
  package func isClose(to sentence: String) -> Bool {
    distance(to: sentence) <= max(2, letterCount / 5) * EditCost.edit
  }

  /// Returns the expressions that the author of an unknown sentence may have meant, nearest first.
  ///
  /// - Parameters:
  ///   - sentence: A sentence that no expression matches.
  ///   - expressions: All available expressions.
  ///   - limit: The maximum number of results.
  ///   - opposites: The words by which a sentence says the opposite of another; none by default.
  /// - Returns: The indices of the expressions. If two are equally near, the earlier one comes
  ///   first. Expressions that share too little with the sentence are omitted, and so are those that
  ///   say the opposite, so the result may be empty.
  ///   If none is near by its letters, the result has those that share most of their words with the
  ///   sentence.
  package static func suggestions(
    for sentence: String, among expressions: [StepExpression], limit: Int = 3,
    opposites: OppositeWords = OppositeWords()
  ) -> [Int] {
    let composed = ComposedText(sentence)
    let near = NearSentence(sentence)
    var all: [(index: Int, distance: Int)] = expressions.enumerated().compactMap {
      index, expression in
      let distance =
        expression.matches(composed)
        ? 0 : near.distance(to: expression, limit: expression.farthest)
      return distance.map { (index, $0) }
    }
    if all.isEmpty { all = sharingWords(with: sentence, among: expressions) }
    return all.filter { !opposites.separate(sentence, expressions[$0.index].words) }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit).map(\.index)
  }

  /// Returns the expressions most of whose words occur in a sentence.
  ///
  /// It finds expressions with the same meaning in other words, such as `clicks on` for `taps`.
  private static func sharingWords(
    with sentence: String, among expressions: [StepExpression]
  ) -> [(index: Int, distance: Int)] {
    let start = String(sentence.unicodeScalars.prefix(1_000))
    // Quoted texts and numbers are arguments, not words of an expression.
    let typed = Set(words(of: start.replacing(#/"[^"]*"|'[^']*'|\d+/#, with: " ")))
    return expressions.enumerated().compactMap { index, expression in
      expression.missingWords(in: typed).map { (index, $0 * EditCost.edit) }
    }
  }

  /// Returns the number of words that a sentence lacks; `nil` if it lacks most of them.
  private func missingWords(in typed: Set<String>) -> Int? {
    let meant = parts.flatMap { Self.words(of: $0.requiredText) }
    let shared = meant.filter { typed.contains($0) }
    // A shared article alone is no evidence; all of the words are, even short ones.
    guard
      shared.contains(where: { $0.count > 3 }) || shared.count > 1 && shared.count == meant.count,
      shared.count * 3 >= meant.count * 2, shared.count * 2 >= typed.count
    else { return nil }
    return meant.count - shared.count
  }

  /// All words of the expression, including optional ones.
  private var words: String { parts.map(\.words).joined() }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns whether a sentence has the form of this expression, whatever its parameters' values.
  private func matches(_ sentence: ComposedText) -> Bool { (try? captures(in: sentence)) != nil }

  /// The maximum distance of a related sentence.
  ///
  /// Four in ten letters may differ, or two letters of a short expression.
  private var farthest: Int { max(2, letterCount * 4 / 10) * EditCost.edit }

  /// The number of letters, outside parameters, that every sentence of this expression has.
  private var letterCount: Int { parts.reduce(0) { $0 + $1.letterCount } }
}

extension StepExpression.Part {
  /// The text that every sentence has here; empty for another kind of part.
  var requiredText: String { if case .text(let text) = self { text } else { "" } }

  /// The text with all words, including optional ones.
  var words: String {
    switch self {
    case .text(let text), .optional(let text): text
    case .alternatives(let ways): ways.joined().map(\.words).joined(separator: " ")
    case .parameter: ""
    }
  }

  fileprivate var letterCount: Int {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .alternatives(let ways): ways.map { $0.reduce(0) { $0 + $1.letterCount } }.min() ?? 0
    case .optional, .parameter: 0
    }
  }
}
