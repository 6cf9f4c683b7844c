import DisplayText

/// The notes that explain a difference in plain words.
enum DifferenceNotes {
  /// Returns the note on a missing key: the nearest key, or else all other keys.
  static func note(onMissingKey key: String, among others: [String]) -> String? {
    if let nearest = NearestText.suggestions(for: key, among: others, limit: 1).first {
      return "there is \(Notation.quoted(nearest))"
    }
    guard !others.isEmpty else { return nil }
    let names = others.prefix(8).map { Notation.text($0, in: .flow) }.joined(separator: ", ")
    return
      "there \(others.count == 1 ? "is" : "are") also: \(names)\(others.count > 8 ? ", …" : "")"
  }

  /// Returns the note on lists of different lengths.
  static func note(onCount expected: Int, but actual: Int) -> String? {
    guard expected != actual else { return nil }
    let verb = expected == 1 ? "was" : "were"
    return
      "\(counted(expected, "element")) \(verb) expected, but there \(actual == 1 ? "is" : "are") \(actual)"
  }
}
