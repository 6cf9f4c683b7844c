import Foundation

/// A sentence that is compared with many expressions, with cached intermediate results.
struct NearSentence {
  /// The number of scalars to which longer sentences are cut.
  ///
  /// It bounds the time that a long text in the wrong place can take.
  private static let longest = 1_000

  /// The sentence in composed form.
  private let text: String

  private let letters: [Letter]

  /// The ranges of the sentence that match a parameter type, by the type's pattern.
  private var spans: [String: [Range<Int>]] = [:]

  init(_ sentence: String) {
    letters = Letter.letters(of: String(sentence.unicodeScalars.prefix(Self.longest)))
    text = String(String.UnicodeScalarView(letters.map(\.exact)))
  }

  /// Returns the cost of turning the sentence into the nearest sentence of an expression.
  ///
  /// The result is `nil` if the cost exceeds the limit.
  mutating func distance(to expression: StepExpression, limit: Int = .max) -> Int? {
    var rows = EditRows(sentence: letters)
    for part in expression.parts {
      switch part {
      case .text(let text): rows.follow(Letter.letters(of: text))
      case .optional(let text): rows.follow(anyOf: [[], Letter.letters(of: text)])
      case .alternatives(let alternatives): rows.follow(anyOf: alternatives.flatMap(Self.ways))
      case .parameter(let type) where type.name.isEmpty: rows.followAnything()
      case .parameter(let type):
        rows.follow(
          parameterAt: spans(of: type),
          vagueness: type.useForSnippets ? 0 : EditCost.vagueParameter)
      }
      if rows.least > limit { return nil }
    }
    return rows.total <= limit ? rows.total : nil
  }

  /// Returns an alternative without and with its optional texts.
  ///
  /// Including either all optional texts or none is accurate enough. The number of all combinations
  /// grows exponentially.
  private static func ways(through alternative: [StepExpression.Part]) -> [[Letter]] {
    var with = ""
    var without = ""
    for part in alternative {
      switch part {
      case .text(let text):
        with += text
        without += text
      case .optional(let text): with += text
      case .alternatives, .parameter: break
      }
    }
    return with == without
      ? [Letter.letters(of: with)] : [Letter.letters(of: without), Letter.letters(of: with)]
  }

  private mutating func spans(of type: ParameterType) -> [Range<Int>] {
    if let known = spans[type.pattern] { return known }
    var found: [Range<Int>] = []
    // Skip a regexp that takes too long. Suggestions are optional; matching reports the problem.
    if let regex = SafeRegex(type.pattern), let matches = try? regex.matches(in: text) {
      let utf16 = text.utf16
      found = matches.compactMap { match in
        guard match.range.length > 0, let range = Range(match.range, in: text) else { return nil }
        let start = text.unicodeScalars.distance(from: utf16.startIndex, to: range.lowerBound)
        let length = text.unicodeScalars.distance(from: range.lowerBound, to: range.upperBound)
        return start..<start + length
      }
    }
    spans[type.pattern] = found
    return found
  }
}
