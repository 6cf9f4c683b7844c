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
  init?(_ parts: [StepExpression.Part], of source: String) {
    var groups: [Int] = []
    var nextGroup = 1
    // A character of the source becomes at most five: an optional one is escaped and has a group.
    var longest = 5 * source.utf8.count
    for case .parameter(let type) in parts {
      groups.append(nextGroup)
      nextGroup += 1 + type.groupCount
      longest += type.pattern.utf8.count
    }
    self.groups = groups
    regex = LateRegex { "\\A" + parts.map { Self.pattern(of: $0) }.joined() + "\\z" }
    if longest > Self.certainLength, regex.value == nil { return nil }
  }

  func firstMatch(in text: String) throws(SafeRegex.GaveUp) -> NSTextCheckingResult? {
    guard let regex = regex.value else { throw SafeRegex.GaveUp() }
    return try regex.matches(in: text, limit: 1).first
  }

  private static func pattern(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text): NSRegularExpression.escapedPattern(for: text.composed)
    case .optional(let text): "(?:" + pattern(of: .text(text)) + ")?"
    case .alternatives(let ways):
      "(?:" + ways.map { $0.map(pattern).joined() }.joined(separator: "|") + ")"
    case .parameter(let type): "(" + type.pattern + ")"
    }
  }
}
