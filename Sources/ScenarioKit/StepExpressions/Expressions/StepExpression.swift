import Foundation

/// A sentence with parameters, written as a Cucumber Expression: `the reader taps {string}`.
///
/// An expression can also contain optional text, such as `cucumber(s)`, and alternatives, such as
/// `belly/stomach`. A backslash escapes `{`, `}`, `(`, `)`, `/`, `\` and spaces.
///
/// ```swift
/// let expression = try StepExpression("the reader waits {int} second(s)")
/// let match = try expression.match("the reader waits 2 seconds")
/// match?.first?.value as? Int  // 2
/// ```
package struct StepExpression: Sendable {
  /// The expression's source.
  package let source: String

  /// The types of the parameters, in order.
  package let parameters: [ParameterType]

  /// The text with which every sentence of this expression begins; empty if there is none.
  ///
  /// It has no escapes, and its combining marks are composed.
  package let literalPrefix: String

  /// The parts, in order.
  package let parts: [Part]

  /// Written and compiled when the first sentence is matched.
  ///
  /// That takes longer than all other work on an expression, and a run uses few of the step
  /// definitions that its modules register. A parameter has a capture group, in which those of its
  /// type are.
  private let regex: LateRegex

  /// The length, in scalars, up to which valid parts always combine into a valid pattern.
  ///
  /// Each parameter's regexp is in its own group and was already compiled there. Only the engine's
  /// limits can make a longer pattern fail.
  private static let certainLength = 10_000

  /// Creates an expression from its source.
  ///
  /// - Parameters:
  ///   - source: The source of the expression.
  ///   - parameterTypes: The types that the parameters can name.
  /// - Throws: The first problem in the source, with its location and a hint.
  package init(_ source: String, parameterTypes: ParameterTypes = .builtIn) throws(Problem) {
    let parts = try ExpressionParser(source, types: parameterTypes).parts
    (self.source, self.parts) = (source, parts)
    parameters = parts.compactMap { if case .parameter(let type) = $0 { type } else { nil } }
    literalPrefix = if case .text(let text) = parts.first { text.composed } else { "" }
    regex = LateRegex { "\\A" + parts.map(\.pattern).joined() + "\\z" }
    // A character of the source becomes at most five: an optional one is escaped and has a group.
    let longest = parameters.reduce(5 * source.utf8.count) { $0 + $1.pattern.utf8.count }
    if longest > Self.certainLength, regex.value == nil {
      throw .init(
        "The regexps of its parameter types do not combine into one regular expression",
        hint: "Give each parameter type a regexp that is valid on its own", in: source,
        at: 0..<source.unicodeScalars.count)
    }
  }

  /// Matches a whole sentence with the expression.
  ///
  /// - Returns: The values of the parameters; `nil` if the sentence does not match.
  /// - Throws: A ``StepArgument/Problem`` if the sentence matches but a parameter has no value, and
  ///   a ``MatchGivenUp`` if matching takes too many steps.
  package func match(_ sentence: String) throws -> [StepArgument]? {
    let sentence = ComposedText(sentence)
    guard let found = try captures(in: sentence) else { return nil }
    var arguments: [StepArgument] = []
    var group = 1
    for type in parameters {
      guard let range = sentence.range(found.range(at: group)) else { return nil }
      let text = String(sentence.original[range])
      var texts: [String?] = [text]
      if type.groupCount > 0 {
        texts = (1...type.groupCount).map { number in
          sentence.range(found.range(at: group + number)).map { String(sentence.original[$0]) }
        }
      }
      do {
        let value = try type.transform(texts)
        arguments.append(StepArgument(text: text, range: range, value: value))
      } catch {
        throw StepArgument.Problem(typeName: type.name, text: text, cause: error)
      }
      group += 1 + type.groupCount
    }
    return arguments
  }

  /// Returns the captured ranges of a sentence; `nil` if the sentence does not match.
  func captures(in sentence: ComposedText) throws(MatchGivenUp) -> NSTextCheckingResult? {
    guard sentence.text.utf8.starts(with: literalPrefix.utf8) else { return nil }
    guard let found = regex.value?.matches(in: sentence.text, limit: 1) else {
      throw MatchGivenUp(source: source)
    }
    return found.first
  }
}

extension StepExpression.Part {
  fileprivate var pattern: String {
    switch self {
    case .text(let text): NSRegularExpression.escapedPattern(for: text.composed)
    case .optional(let text): "(?:" + Self.text(text).pattern + ")?"
    case .alternatives(let ways):
      "(?:" + ways.map { $0.map(\.pattern).joined() }.joined(separator: "|") + ")"
    case .parameter(let type): "(" + type.pattern + ")"
    }
  }
}

extension StepExpression {
  /// An error that is thrown if matching a sentence takes too long.
  ///
  /// Either a parameter type's regexp backtracks too much, or the text is too long.
  package struct MatchGivenUp: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression's source.
    package let source: String

    /// The problem and its remedy, in two sentences.
    package var description: String {
      "Matching a sentence with '\(source)' takes too many steps. "
        + "Shorten the sentence, or simplify the regexps of the parameter types."
    }
  }
}
