import ScenarioLanguage

extension StepExpression {
  /// An error in an expression's source, in Cucumber's format.
  package typealias Problem = MarkedProblem
}

extension MarkedProblem {
  /// Creates the problem of a range of an expression's scalars, which counts from 0.
  init(_ message: Message, hint: Message, in source: String, at range: Range<Int>) {
    self.init(message, hint: hint, in: source, at: range) {
      "This Cucumber Expression has a problem at column \($0):"
    }
  }

  /// Creates the problem of a character that may have been meant as itself.
  init(
    _ message: Message, notMeant purpose: Message, _ symbol: String, in source: String,
    at range: Range<Int>
  ) {
    self.init(
      message,
      hint: "If you did not mean to use \(purpose) you can use '\\\(symbol)' "
        + "to escape the '\(symbol)'", in: source, at: range)
  }
}
