import DisplayText

/// A comparison of two single-line texts, which finds their first difference.
struct LineComparison {
  /// The visible part of a text, and the column of the first character that differs.
  typealias Window = (text: String, mark: Int)

  private let expected: [Character]
  private let actual: [Character]
  private let expectedQuote: Int
  private let actualQuote: Int

  /// The length of the common prefix in characters, without quotes.
  private let common: Int

  /// Whether the texts are long and similar, so that a mark helps to find the difference.
  let needsMark: Bool

  init(_ expected: String, _ actual: String) {
    (self.expected, self.actual) = (Array(expected), Array(actual))
    // Only one of the two may need quotes, which is not a difference.
    expectedQuote = expected.hasPrefix("\"") || expected.hasPrefix("'") ? 1 : 0
    actualQuote = actual.hasPrefix("\"") ? 1 : 0
    let left = self.expected.dropFirst(expectedQuote).dropLast(expectedQuote)
    let right = self.actual.dropFirst(actualQuote).dropLast(actualQuote)
    common = zip(left, right).prefix { $0 == $1 }.count
    let shorter = min(left.count, right.count)
    let tail = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    let longer = max(left.count, right.count)
    needsMark = longer >= 12 && (common + min(tail, shorter - common)) * 2 >= longer
  }

  /// Whether the first characters are equal.
  var beginsAlike: Bool { common > 0 }

  /// Returns the parts around the first difference, each at most `width` columns wide.
  func windows(width: Int) -> (expected: Window, actual: Window) {
    let fits = [expected, actual].allSatisfy { DisplayWidth.of(String($0)) <= width }
    // Both are cut at the same position, so that their common parts remain aligned.
    let start = fits ? 0 : max(0, common - width / 2)
    return (
      window(of: expected, from: start, quote: expectedQuote, width: width),
      window(of: actual, from: start, quote: actualQuote, width: width)
    )
  }

  private func window(of text: [Character], from start: Int, quote: Int, width: Int) -> Window {
    let first = start > 0 ? min(start + quote, text.count) : 0
    let lead = start > 0 ? "…" : ""
    let until = min(common + quote, text.count)
    let mark = DisplayWidth.of(lead) + DisplayWidth.of(String(text[first..<max(first, until)]))
    let shown = DisplayWidth.clipped(String(text[first...]), to: width - DisplayWidth.of(lead))
    return (lead + shown, mark)
  }
}
