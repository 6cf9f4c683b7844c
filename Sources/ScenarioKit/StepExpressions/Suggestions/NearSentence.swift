import DisplayText

/// A sentence that is compared with many expressions, with cached intermediate results.
struct NearSentence {
  /// The number of scalars to which longer sentences are cut.
  ///
  /// It bounds the time that a long text in the wrong place can take.
  private static let longest = 1_000

  /// The sentence in composed form.
  private let text: String

  /// The costs before any part of an expression.
  private let start: EditRows

  /// The ranges of the sentence that match a parameter type, by the type's pattern.
  private let spans = Cache<String, [Range<Int>]>()

  init(_ sentence: String) {
    let letters = Letter.letters(of: String(sentence.unicodeScalars.prefix(Self.longest)))
    start = EditRows(sentence: letters)
    text = String(String.UnicodeScalarView(letters.map(\.exact)))
  }

  /// Returns the cost of turning the sentence into the nearest sentence of an expression.
  ///
  /// The result is `nil` if the cost exceeds the limit.
  func distance(to expression: StepExpression, limit: Int = .max) -> Int? {
    var rows = start
    rows.limit = limit
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
    let with = alternative.map(\.words).joined()
    let without = alternative.map(\.requiredText).joined()
    return (with == without ? [with] : [without, with]).map { Letter.letters(of: $0) }
  }

  private func spans(of type: ParameterType) -> [Range<Int>] {
    spans.value(of: type.pattern) {
      let scalars = text.unicodeScalars
      return (SafeRegex(type.pattern)?.ranges(in: text) ?? []).map { range in
        let start = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
        return start..<start + scalars.distance(from: range.lowerBound, to: range.upperBound)
      }
    }
  }
}
