import ScenarioKit
import Testing

/// An expression, a sentence, and the expected argument values as text, or `nil` for no match.
struct Case: Sendable, CustomTestStringConvertible {
  var expression: String
  var sentence: String
  var values: [String]?

  init(_ expression: String, _ sentence: String, _ values: [String]?) {
    self.expression = expression
    self.sentence = sentence
    self.values = values
  }

  var testDescription: String {
    "\(expression.debugDescription) and \(sentence.debugDescription)"
  }

  /// Checks the case by comparing descriptions of values, so that a table may mix value types.
  func check(
    with types: ParameterTypes = .builtIn, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let match = try StepExpression(expression, parameterTypes: types).match(sentence)
    let found = match?.map { "\($0.value)" }
    #expect(found == values, sourceLocation: sourceLocation)
  }
}

/// An invalid expression with the text of its problem.
struct BrokenCase: Sendable, CustomTestStringConvertible {
  var expression: String
  var text: String

  var testDescription: String { expression.debugDescription }
}
