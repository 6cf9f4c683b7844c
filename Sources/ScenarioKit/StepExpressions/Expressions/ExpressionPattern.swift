import Foundation

/// The regular expression of a step expression, and the capture group of each parameter.
struct ExpressionPattern: Sendable {
  /// The length, in scalars, up to which valid parts always combine into a valid one.
  ///
  /// Each parameter's regexp is in its own group and was already compiled there. Only the engine's
  /// limits can make a longer pattern fail.
  private static let certainLength = 10_000

  /// Written and compiled when the first sentence is matched.
  ///
  /// That takes longer than all other work on an expression, and a run uses few of the step
  /// definitions that its modules register.
  private let regex: LateRegex

  /// The capture group of each parameter, in order.
  let groups: [Int]

  /// Creates the pattern; `nil` if the parameters' regexps don't combine into one.
  init?(_ segments: [ExpressionSegment], types: [ParameterType]) {
    var groups: [Int] = []
    var nextGroup = 1
    for type in types {
      groups.append(nextGroup)
      nextGroup += 1 + type.groupCount
    }
    self.groups = groups
    regex = LateRegex { Self.text(of: segments, types: types) }
    if Self.largestLength(of: segments, types: types) > Self.certainLength, regex.value == nil {
      return nil
    }
  }

  func firstMatch(in text: String) throws(SafeRegex.GaveUp) -> NSTextCheckingResult? {
    guard let regex = regex.value else { throw SafeRegex.GaveUp() }
    return try regex.matches(in: text, limit: 1).first
  }

  private static func text(of segments: [ExpressionSegment], types: [ParameterType]) -> String {
    var types = types.makeIterator()
    let parts = segments.map { segment in
      switch segment {
      case .literal(let literal): pattern(of: literal)
      case .alternatives(let alternatives):
        "(?:" + alternatives.map { $0.map(pattern).joined() }.joined(separator: "|") + ")"
      case .parameter: "(" + (types.next()?.pattern ?? "") + ")"
      }
    }
    return "\\A" + parts.joined() + "\\z"
  }

  /// Returns a length that the pattern does not exceed, without writing it.
  private static func largestLength(
    of segments: [ExpressionSegment], types: [ParameterType]
  ) -> Int {
    let texts = segments.reduce(0) { length, segment in
      switch segment {
      case .literal(let literal): length + largestLength(of: literal)
      case .alternatives(let alternatives):
        length + alternatives.joined().reduce(0) { $0 + largestLength(of: $1) + 1 }
      case .parameter: length
      }
    }
    return types.reduce(texts) { $0 + $1.pattern.utf8.count + 2 }
  }

  /// Returns the length with every character escaped, and an optional text's group.
  private static func largestLength(of literal: ExpressionSegment.Literal) -> Int {
    switch literal {
    case .text(let text), .optional(let text): 2 * text.utf8.count + 5
    }
  }

  private static func pattern(of literal: ExpressionSegment.Literal) -> String {
    switch literal {
    case .text(let text): escaped(text)
    case .optional(let text): "(?:" + escaped(text) + ")?"
    }
  }

  /// Returns a text with each character that has a meaning in regular expressions escaped.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.composed.unicodeScalars {
      if "\\^$.|?*+()[]{}-&#".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
