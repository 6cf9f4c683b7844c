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

  /// The problem with the text and marks below it: `^`, or `^---^` for more than one column.
  package var lines: [Message] {
    let scalars = text.unicodeScalars.map { $0.controlPicture ?? $0 }
    func shown(to count: Int) -> String { String(String.UnicodeScalarView(scalars.prefix(count))) }
    let start = DisplayWidth.of(shown(to: columns.lowerBound - 1))
    let dashes = DisplayWidth.of(shown(to: columns.upperBound - 1)) - start - 2
    let marks = "^" + String(repeating: "-", count: max(dashes, 0)) + (dashes < 0 ? "" : "^")
    let marked = [shown(to: .max), String(repeating: " ", count: start) + marks]
    return [heading, ""] + [Message](verbatim: marked) + ["\(message).", hint]
  }

  package var description: String { lines.map(\.english).joined(separator: "\n") }
}
