import DisplayText

/// The reason why an expression is invalid, with a hint about what to write instead.
package struct MarkedProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The first line: the kind of the expression, with the column of the problem.
  private let heading: Message
  /// The expression as written.
  package let text: String
  /// The affected columns, from 1, counted in Unicode scalars; at least one column.
  package let columns: Range<Int>
  /// The problem, as a sentence without a full stop.
  package let message: Message
  /// The remedy, as people read it.
  package let hint: Message

  /// Creates the problem of a range of scalars, which counts from 0.
  ///
  /// - Parameter heading: Returns the first line for the column of the problem.
  package init(
    _ message: Message, hint: Message, in text: String, at range: Range<Int>,
    heading: (Int) -> Message
  ) {
    (self.message, self.hint, self.text) = (message, hint, text)
    columns = range.lowerBound + 1..<max(range.upperBound, range.lowerBound + 1) + 1
    self.heading = heading(columns.lowerBound)
  }

  /// The problem with the marked text.
  package var lines: [Message] {
    let marked = MarkedText(text, marking: columns.lowerBound - 1..<columns.upperBound - 1)
    let lines = "\(marked)".split(separator: "\n", omittingEmptySubsequences: false)
    return [heading, ""] + [Message](verbatim: lines.map(String.init)) + ["\(message).", hint]
  }

  package var description: String { lines.map(\.english).joined(separator: "\n") }
}
