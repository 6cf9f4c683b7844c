import Foundation

/// A sentence with parameters, written as a Cucumber Expression: `the reader taps {string}`.
///
/// An expression can also contain optional text, such as `cucumber(s)`, and alternatives, such as
/// `belly/stomach`. A backslash escapes `{`, `}`, `(`, `)`, `/`, `\` and spaces.
///
/// ```swift
/// let expression = try StepExpression("the reader waits {int} second(s)")
/// let match = try expression.match("the reader waits 2 seconds")
/// match?.arguments.first?.value as? Int  // 2
/// ```
package struct StepExpression: Sendable {
  /// A parameter in an expression.
  package struct Parameter: Sendable {
    /// The name between the braces; empty for the anonymous `{}`.
    package let typeName: String

    /// The column of its `{` in the source, from 1, counted in Unicode scalars.
    package let column: Int

    /// The Swift type of its values.
    package let valueType: any Sendable.Type
  }

  /// The expression's source.
  package let source: String

  /// The parameters, in order.
  package let parameters: [Parameter]

  /// The text with which every sentence of this expression begins; empty if there is none.
  ///
  /// It has no escapes, and its combining marks are composed.
  package let literalPrefix: String

  /// The parts, in order.
  package let parts: [Part]

  let types: [ParameterType]
  private let pattern: ExpressionPattern

  /// Creates an expression from its source.
  ///
  /// - Parameters:
  ///   - source: The source of the expression.
  ///   - parameterTypes: The types that the parameters can name.
  /// - Throws: The first problem in the source, with its location and a hint.
  package init(_ source: String, parameterTypes: ParameterTypes = .builtIn) throws(Problem) {
    let parser = try ExpressionParser(source, types: parameterTypes)
    guard let pattern = ExpressionPattern(parser.parts, of: source) else {
      throw .init(.regexpsDoNotCombine, in: source, at: 0..<source.unicodeScalars.count)
    }
    (self.source, self.pattern) = (source, pattern)
    (parameters, parts) = (parser.parameters, parser.parts)
    types = parser.parts.compactMap { if case .parameter(let type) = $0 { type } else { nil } }
    literalPrefix = if case .text(let text) = parser.parts.first { text.composed } else { "" }
  }

  /// Matches a whole sentence with the expression.
  ///
  /// - Returns: The values of the parameters; `nil` if the sentence does not match.
  /// - Throws: A ``StepArgument/Problem`` if the sentence matches but a parameter has no value, and
  ///   a ``MatchGivenUp`` if matching takes too many steps.
  package func match(_ sentence: String) throws -> StepMatch? {
    let sentence = ComposedText(sentence)
    guard let found = try captures(in: sentence) else { return nil }
    var arguments: [StepArgument] = []
    for (type, group) in zip(types, pattern.groups) {
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
    }
    return StepMatch(arguments: arguments)
  }

  /// Returns the captured ranges of a sentence; `nil` if the sentence does not match.
  func captures(in sentence: ComposedText) throws(MatchGivenUp) -> NSTextCheckingResult? {
    guard sentence.text.utf8.starts(with: literalPrefix.utf8) else { return nil }
    do {
      return try pattern.firstMatch(in: sentence.text)
    } catch {
      throw MatchGivenUp(source: source)
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
