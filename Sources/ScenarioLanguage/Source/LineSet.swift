/// Some lines of a file, counted from 1.
struct LineSet: Sendable, Hashable {
  private var lines: Set<Int> = []
  private var first = Int.max
  private var last = Int.min

  /// Creates a set without lines.
  init() {}

  /// Whether there is no line in the set.
  var isEmpty: Bool { lines.isEmpty }

  /// Puts a line into the set.
  mutating func insert(_ line: Int) {
    lines.insert(line)
    first = min(first, line)
    last = max(last, line)
  }

  /// Puts the lines of another set into this one.
  mutating func formUnion(_ other: LineSet) {
    lines.formUnion(other.lines)
    first = min(first, other.first)
    last = max(last, other.last)
  }

  /// Whether a line is in the set.
  func contains(_ line: Int) -> Bool { lines.contains(line) }

  /// Whether at least one of some lines that follow each other is in the set.
  func contains(anyOf range: ClosedRange<Int>) -> Bool {
    guard !lines.isEmpty, range.lowerBound <= last, range.upperBound >= first else { return false }
    return range.count < lines.count
      ? range.contains(where: lines.contains) : lines.contains(where: range.contains)
  }
}
