import Foundation

/// The regular expression of a step expression, and the capture group of each parameter.
struct ExpressionPattern: Sendable {
  /// The length, in scalars, up to which valid parts always combine into a valid one.
  ///
  /// Each parameter's regexp is in its own group and was already compiled there. Only the engine's
  /// limits can make a longer pattern fail.
  private static let certainLength = 10_000

  /// Compiled when the first sentence is matched, because that takes longer than all other work on
  /// an expression, and a run uses few of the step definitions that its modules register.
  private let regex: String

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
    regex = Self.text(of: segments, types: types)
    if regex.unicodeScalars.count > Self.certainLength, SafeRegex(regex) == nil { return nil }
  }

  func firstMatch(in text: String) throws(SafeRegex.GaveUp) -> NSTextCheckingResult? {
    guard let regex = SafeRegex(regex) else { throw SafeRegex.GaveUp() }
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
