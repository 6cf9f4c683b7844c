import Foundation

/// A sentence that an expression doesn't match, put right so that it does.
public struct MendedSentence: Sendable, Hashable {
  /// What was wrong with it.
  public enum Slip: Sendable, Hashable {
    /// A letter in the wrong case, a blank too many, or a word that is nearly one of a few.
    case spelling
    /// A text in quotes has only one of them.
    case openQuote
    /// A text that belongs in quotes has none.
    case missingQuotes
    /// A text has quotes of another language, or of a word processor.
    case otherQuotes
    /// A number stands in quotes.
    case needlessQuotes
    /// A number is written in words.
    case numberInWords
    /// A text stands where a number belongs, which can't be made one; the new sentence has a sample.
    case noNumber(String)
    /// Nothing stands where something belongs; the new sentence has a sample.
    case nothing
  }

  /// The sentence as it should be.
  public let text: String

  /// What was wrong with it; of several slips the one that matters most.
  public let slip: Slip
}

extension StepExpression {
  /// The sentence that was meant with one that has this expression's words, but not the right form.
  ///
  /// - Parameter sentence: the sentence that didn't match; longer ones than 1,000 scalars are left
  ///   alone.
  /// - Returns: the sentence as it should be; `nil` where it has other words or something that can't
  ///   be put right.
  public func mended(_ sentence: String) -> MendedSentence? {
    let sentence = ComposedText(sentence).text
    guard sentence.unicodeScalars.count <= 1_000, hasWords(in: sentence.lowercased()),
      let loose = LoosePattern(segments),
      let texts = loose.texts(in: sentence)
    else { return nil }
    var result = ""
    var slips: [MendedSentence.Slip] = [.spelling]
    var types = types.makeIterator()
    for (segment, text) in zip(segments, texts) {
      switch segment {
      case .literal(.text(let literal)): result += literal
      case .literal(.optional(let literal)): result += text.isEmpty ? "" : literal
      case .alternatives: result += text.lowercased()
      case .parameter:
        guard let type = types.next(), let mended = ParameterMender(type).mended(text) else {
          return nil
        }
        result += mended.text
        slips += mended.slip.map { [$0] } ?? []
      }
    }
    guard result != sentence else { return nil }
    // A sample is more to be told than the wrong quotes beside it.
    let slip = slips.max { $0.weight < $1.weight } ?? .spelling
    return MendedSentence(text: result, slip: slip)
  }

  /// Whether a sentence has all words that the expression can't do without, which is found out much
  /// sooner than where they are.
  private func hasWords(in lowercased: String) -> Bool {
    segments.allSatisfy { segment in
      guard case .literal(.text(let text)) = segment else { return true }
      return text.lowercased().split(separator: " ").allSatisfy(lowercased.contains)
    }
  }
}

extension MendedSentence.Slip {
  fileprivate var weight: Int {
    switch self {
    case .spelling: 0
    case .otherQuotes, .missingQuotes, .needlessQuotes, .numberInWords: 1
    case .openQuote: 2
    case .noNumber, .nothing: 3
    }
  }
}

/// An expression with its words in any case, any blanks, and any text for its parameters.
private struct LoosePattern {
  private let regex: SafeRegex
  private let count: Int

  /// Makes the pattern; `nil` for an expression with too few letters to tell anything by.
  init?(_ segments: [ExpressionSegment]) {
    var pattern = "(?is)\\A\\s*"
    var letters = 0
    for segment in segments {
      switch segment {
      case .literal(.text(let text)):
        letters += text.filter(\.isLetter).count
        pattern += "(" + Self.pattern(of: text) + ")"
      case .literal(.optional(let text)):
        pattern += "((?:" + Self.pattern(of: text) + ")?)"
      case .alternatives(let alternatives):
        let ways = alternatives.map { alternative in
          alternative.map { literal in
            switch literal {
            case .text(let text): Self.pattern(of: text)
            case .optional(let text): "(?:" + Self.pattern(of: text) + ")?"
            }
          }.joined()
        }
        pattern += "(" + ways.joined(separator: "|") + ")"
      case .parameter: pattern += "(.*?)"
      }
    }
    guard letters >= 3, let regex = SafeRegex(pattern + "\\s*[.;,]?\\s*\\z") else { return nil }
    self.regex = regex
    count = segments.count
  }

  /// What a sentence has for each segment; `nil` where it has other words.
  func texts(in sentence: String) -> [String]? {
    guard let match = try? regex.matches(in: sentence, limit: 1).first else { return nil }
    return (1...count).map { group in
      Range(match.range(at: group), in: sentence).map { String(sentence[$0]) } ?? ""
    }
  }

  private static func pattern(of text: String) -> String {
    // Between two parameters only a blank tells where one ends.
    if text.allSatisfy(\.isWhitespace) { return "\\s+" }
    var pattern = ""
    var isBehindBlank = false
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar == " " {
        // The blank may be missing too, where a parameter is.
        if !isBehindBlank { pattern += "\\s*" }
      } else if scalar.properties.isAlphabetic {
        pattern.unicodeScalars.append(scalar)
      } else {
        pattern += "\\x{\(String(scalar.value, radix: 16))}"
      }
      isBehindBlank = scalar == " "
    }
    return pattern
  }
}
