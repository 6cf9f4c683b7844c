/// The reason why an expression is invalid, with a hint about what to write instead.
package struct MarkedProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the expression, such as "tag expression".
  private let kind: String
  /// The expression as written.
  package let text: String
  /// The affected columns, from 1, counted in Unicode scalars; at least one column.
  package let columns: Range<Int>
  /// The problem, as a sentence without a full stop.
  package let message: String
  /// The remedy, as people read it.
  package let hint: String

  /// Creates the problem of a range of scalars, which counts from 0.
  package init(
    _ message: String, hint: String, in kind: String, _ text: String, at range: Range<Int>
  ) {
    (self.message, self.hint, self.kind, self.text) = (message, hint, kind, text)
    columns = range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1) + 1
  }

  /// The problem with the marked text, on several lines.
  package var description: String {
    """
    This \(kind) has a problem at column \(columns.lowerBound):

    \(MarkedText(text, marking: columns.lowerBound - 1..<columns.upperBound - 1))
    \(message).
    \(hint)
    """
  }
}
