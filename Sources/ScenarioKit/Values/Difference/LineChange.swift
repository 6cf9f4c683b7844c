/// A line of two texts that are compared.
package struct LineChange {
  /// The maximum number of lines of a text that is compared line by line.
  private static let limit = 2_000

  /// The text that has the line; `nil` if both have it.
  package var side: DifferenceFormatter.Line.Side?
  package var line: String

  /// The line as shown: in quotes if it contains invisible characters or ends with a space.
  var text: String {
    let isClear = !line.hasSuffix(" ") && !line.contains("\t") && !Notation.hasHidden(line)
    return isClear ? line : Notation.quoted(line)
  }

  /// Returns the lines of a text; a final line break does not start another line.
  static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0) }
  }

  /// Returns the changes from the expected text to the actual one; `nil` if none or all of their
  /// lines are equal.
  static func changes(from expected: String, to actual: String) -> [LineChange]? {
    let (expected, actual) = (lines(of: expected), lines(of: actual))
    guard max(expected.count, actual.count) <= limit else { return nil }
    let changes = changes(from: expected, to: actual)
    let sides = Set(changes.map(\.side))
    return sides.contains(nil) && sides.count > 1 ? changes : nil
  }

  /// Returns the lines of two texts, in the order in which they are shown.
  package static func changes(from expected: [String], to actual: [String]) -> [LineChange] {
    let difference = actual.difference(from: expected)
    var (removals, insertions) = (difference.removals[...], difference.insertions[...])
    var changes: [LineChange] = []
    var (index, position) = (0, 0)
    while index < expected.count || position < actual.count {
      if case .remove(index, _, _)? = removals.first {
        removals.removeFirst()
        changes.append(LineChange(side: .expected, line: expected[index]))
        index += 1
      } else if case .insert(position, _, _)? = insertions.first {
        insertions.removeFirst()
        changes.append(LineChange(side: .actual, line: actual[position]))
        position += 1
      } else {
        changes.append(LineChange(line: expected[index]))
        (index, position) = (index + 1, position + 1)
      }
    }
    return changes
  }
}
