import DisplayText

extension TagExpression {
  /// The reason why an expression is invalid, with a hint.
  package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression as written.
    package let text: String

    /// The columns of the problem, counted in characters from 1; never empty.
    package let columns: Range<Int>

    /// The problem: one sentence without a full stop.
    package let message: String

    /// A suggested fix: one sentence without a full stop.
    package let hint: String

    init(_ message: String, in text: String, at range: Range<Int>, hint: String) {
      (self.text, columns) = (text, range.lowerBound + 1..<range.upperBound + 1)
      (self.message, self.hint) = (message, hint)
    }

    /// The problem and its location, on several lines.
    package var description: String {
      // Marks are counted in scalars, columns in characters.
      let characters = Array(text)
      func scalars(_ count: Int) -> Int {
        characters.prefix(count).reduce(0) { $0 + $1.unicodeScalars.count }
      }
      return """
        This tag expression has a problem at column \(columns.lowerBound):

        \(MarkedText(text, marking: scalars(columns.lowerBound - 1)..<scalars(columns.upperBound - 1)))
        \(message).
        \(hint).
        """
    }
  }
}
