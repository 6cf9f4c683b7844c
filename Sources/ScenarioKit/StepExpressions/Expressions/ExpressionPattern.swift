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
  init?(_ parts: [StepExpression.Part]) {
    var groups: [Int] = []
    var nextGroup = 1
    for case .parameter(let type) in parts {
      groups.append(nextGroup)
      nextGroup += 1 + type.groupCount
    }
    self.groups = groups
    regex = LateRegex { "\\A" + parts.map { Self.pattern(of: $0) }.joined() + "\\z" }
    let length = parts.reduce(0) { $0 + Self.largestLength(of: $1) }
    if length > Self.certainLength, regex.value == nil { return nil }
  }

  func firstMatch(in text: String) throws(SafeRegex.GaveUp) -> NSTextCheckingResult? {
    guard let regex = regex.value else { throw SafeRegex.GaveUp() }
    return try regex.matches(in: text, limit: 1).first
  }

  /// Returns a length that the pattern of a part does not exceed, without writing it.
  ///
  /// A text may have every character escaped, and an optional one has a group.
  private static func largestLength(of part: StepExpression.Part) -> Int {
    switch part {
    case .text(let text), .optional(let text): 2 * text.utf8.count + 5
    case .alternatives(let ways): ways.joined().reduce(0) { $0 + largestLength(of: $1) + 1 }
    case .parameter(let type): type.pattern.utf8.count + 2
    }
  }

  private static func pattern(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text): escaped(text)
    case .optional(let text): "(?:" + escaped(text) + ")?"
    case .alternatives(let ways):
      "(?:" + ways.map { $0.map(pattern).joined() }.joined(separator: "|") + ")"
    case .parameter(let type): "(" + type.pattern + ")"
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
