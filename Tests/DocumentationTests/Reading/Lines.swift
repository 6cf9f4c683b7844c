/// The lines of a text.
struct Lines {
  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns whether the text contains the given lines consecutively.
  func contain(_ part: [String]) -> Bool {
    guard !part.isEmpty, part.count <= lines.count else { return false }
    return (0...lines.count - part.count).contains { lines[$0...].starts(with: part) }
  }
}
