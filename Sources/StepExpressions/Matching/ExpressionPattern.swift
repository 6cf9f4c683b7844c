import Foundation

/// The regular expression that an expression stands for, and which of its groups belong to which
/// parameter.
struct ExpressionPattern: Sendable {
  /// Of no more scalars, right parts make a right whole.
  ///
  /// Each parameter's regexp stands in a group of its own, in which it was compiled once. Only the
  /// engine's limits can be in the way.
  private static let certainLength = 10_000

  /// Compiled for the first sentence, because that takes longer than everything else about an
  /// expression, and a run says few of the sentences that its modules know.
  private let regex: LateRegex

  /// The number of each parameter's own group.
  let groups: [Int]

  /// Builds the regular expression; `nil` where the parameters' regexps don't make one together.
  init?(_ segments: [ExpressionSegment], types: [ParameterType]) {
    var pattern = "\\A"
    var groups: [Int] = []
    var nextGroup = 1
    for segment in segments {
      switch segment {
      case .literal(let literal):
        pattern += Self.pattern(of: literal)
      case .alternatives(let alternatives):
        let patterns = alternatives.map { $0.map(Self.pattern).joined() }
        pattern += "(?:" + patterns.joined(separator: "|") + ")"
      case .parameter:
        let type = types[groups.count]
        pattern += "(" + type.pattern + ")"
        groups.append(nextGroup)
        nextGroup += 1 + type.groupCount
      }
    }
    pattern += "\\z"
    regex = LateRegex(pattern)
    self.groups = groups
    if pattern.unicodeScalars.count > Self.certainLength, regex.value == nil { return nil }
  }

  func firstMatch(in text: String) throws(SafeRegex.GaveUp) -> NSTextCheckingResult? {
    guard let regex = regex.value else { throw SafeRegex.GaveUp() }
    return try regex.matches(in: text, limit: 1).first
  }

  private static func pattern(of literal: ExpressionSegment.Literal) -> String {
    switch literal {
    case .text(let text): escaped(text)
    case .optional(let text): "(?:" + escaped(text) + ")?"
    }
  }

  /// A text with a backslash before every sign that could mean something in a regular expression.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if "\\^$.|?*+()[]{}-&#".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
