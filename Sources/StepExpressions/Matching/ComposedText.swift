import Foundation

/// A text with its combining marks composed, and the way back to the text as it was written.
///
/// A regular expression compares scalars, to which `é` and `e` with an accent behind it are
/// different texts. People see one text, and so does Swift; macOS, Linux and editors differ in
/// which of the two they write.
struct ComposedText {
  /// The text as it was written.
  let original: String

  /// The text with everything composed.
  let text: String

  /// The characters' starts in both texts, and their ends; `nil` where the texts are the same.
  private let bounds: [(composed: Int, original: String.Index)]?

  init(_ original: String) {
    self.original = original
    guard !original.utf8.allSatisfy({ $0 < 0x80 }) else {
      text = original
      bounds = nil
      return
    }
    let composed = original.precomposedStringWithCanonicalMapping
    guard !composed.utf8.elementsEqual(original.utf8) else {
      text = original
      bounds = nil
      return
    }
    var text = ""
    var offset = 0
    var bounds: [(composed: Int, original: String.Index)] = []
    for index in original.indices {
      bounds.append((offset, index))
      let character = String(original[index]).precomposedStringWithCanonicalMapping
      offset += character.utf16.count
      text += character
    }
    bounds.append((offset, original.endIndex))
    self.text = text
    self.bounds = bounds
  }

  /// Where a stretch of the composed text stands in the original; `nil` for a group that took no
  /// part.
  func range(_ range: NSRange) -> Range<String.Index>? {
    guard range.location != NSNotFound else { return nil }
    guard let bounds else { return Range(range, in: original) }
    let lower = index(of: range.location, in: bounds, roundingUp: false)
    let upper = index(of: range.location + range.length, in: bounds, roundingUp: true)
    return lower..<max(lower, upper)
  }

  private func index(
    of offset: Int, in bounds: [(composed: Int, original: String.Index)], roundingUp: Bool
  ) -> String.Index {
    // The first bound at or behind the offset.
    var low = 0
    var high = bounds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle].composed < offset { low = middle + 1 } else { high = middle }
    }
    if !roundingUp, bounds[low].composed > offset, low > 0 { low -= 1 }
    return bounds[low].original
  }
}
