import Foundation

/// A corrected version of a sentence that an expression doesn't match.
package struct CorrectedSentence: Sendable, Hashable {
  /// The kind of error in the original sentence.
  package enum Mistake: Sendable, Hashable {
    /// A letter in the wrong case, an extra space, or a word that resembles an allowed word.
    case spelling
    /// A quoted text lacks its opening or closing quote.
    case openQuote
    /// A text that must be quoted has no quotes.
    case missingQuotes
    /// A text has typographic quotes or the quotes of another language.
    case otherQuotes
    /// A number is in quotes.
    case needlessQuotes
    /// A text is in place of a number and can't be converted; the corrected sentence has a sample.
    case noNumber(String)
    /// A parameter is empty; the corrected sentence has a sample.
    case nothing
  }

  /// The corrected sentence.
  package let text: String

  /// The error in the original sentence; the most important one if there are several.
  package let mistake: Mistake
}

extension StepExpression {
  /// Returns a corrected version of a sentence that has this expression's words in a wrong form.
  ///
  /// - Parameter sentence: A sentence that didn't match. Sentences of more than 1,000 scalars are
  ///   not corrected.
  /// - Returns: The corrected sentence; `nil` if the sentence has other words or can't be
  ///   corrected.
  package func corrected(_ sentence: String) -> CorrectedSentence? {
    let sentence = ComposedText(sentence).text
    guard sentence.unicodeScalars.count <= 1_000, hasWords(in: sentence.lowercased()),
      let loose = LoosePattern(parts), let texts = loose.texts(in: sentence)
    else { return nil }
    var result = ""
    var mistakes: [CorrectedSentence.Mistake] = [.spelling]
    for (part, text) in zip(parts, texts) {
      switch part {
      case .text(let literal): result += literal
      case .optional(let literal): result += text.isEmpty ? "" : literal
      case .alternatives: result += text.lowercased()
      case .parameter(let type):
        guard let corrected = ParameterCorrector(type).corrected(text) else { return nil }
        result += corrected.text
        mistakes += corrected.mistake.map { [$0] } ?? []
      }
    }
    guard result != sentence else { return nil }
    // A sample in the result matters more to the author than a wrong quote.
    let mistake = mistakes.max { $0.weight < $1.weight } ?? .spelling
    return CorrectedSentence(text: result, mistake: mistake)
  }

  /// Returns whether a sentence has all required words of the expression.
  ///
  /// This check is much faster than locating the words.
  private func hasWords(in lowercased: String) -> Bool {
    parts.allSatisfy {
      $0.requiredText.lowercased().split(separator: " ").allSatisfy(lowercased.contains)
    }
  }
}

extension CorrectedSentence.Mistake {
  fileprivate var weight: Int {
    switch self {
    case .spelling: 0
    case .otherQuotes, .missingQuotes, .needlessQuotes: 1
    case .openQuote: 2
    case .noNumber, .nothing: 3
    }
  }
}

/// A pattern with the expression's words in any case, any spaces, and any text for its parameters.
private struct LoosePattern {
  private let regex: SafeRegex
  private let count: Int

  /// Creates the pattern; `nil` if the expression has too few letters to recognise it by.
  init?(_ parts: [StepExpression.Part]) {
    var pattern = "(?is)\\A\\s*"
    var letters = 0
    for part in parts {
      letters += part.requiredText.filter(\.isLetter).count
      pattern += "(" + Self.pattern(of: part) + ")"
    }
    guard letters >= 3, let regex = SafeRegex(pattern + "\\s*[.;,]?\\s*\\z") else { return nil }
    self.regex = regex
    count = parts.count
  }

  /// Returns the text of each part in a sentence; `nil` if the sentence has other words.
  func texts(in sentence: String) -> [String]? {
    guard let match = regex.matches(in: sentence, limit: 1)?.first else { return nil }
    return (1...count).map { group in
      Range(match.range(at: group), in: sentence).map { String(sentence[$0]) } ?? ""
    }
  }

  private static func pattern(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text): words(of: text)
    case .optional(let text): "(?:" + words(of: text) + ")?"
    case .alternatives(let ways): ways.map { $0.map(pattern).joined() }.joined(separator: "|")
    case .parameter: ".*?"
    }
  }

  private static func words(of text: String) -> String {
    // Between two parameters, only a space marks where the first one ends.
    if text.allSatisfy(\.isWhitespace) { return "\\s+" }
    let words = text.precomposedStringWithCanonicalMapping.unicodeScalars.split(
      separator: " ", omittingEmptySubsequences: false)
    // A space is optional, because the author may have omitted it next to a parameter, but not
    // between letters: "tapp" is not "tap" with a text.
    return words.map { word in
      word.map { $0.properties.isAlphabetic ? "\($0)" : "\\x{\(String($0.value, radix: 16))}" }
        .joined()
    }.joined(separator: "\\s*(?!(?<=\\p{L})\\p{L})")
  }
}
