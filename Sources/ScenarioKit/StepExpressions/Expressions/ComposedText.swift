import Foundation

/// A text with composed combining marks, and a mapping back to the original text.
///
/// A regular expression compares scalars, so `é` and `e` followed by a combining accent don't
/// match. To people and to Swift they are equal. macOS, Linux and editors differ in which form they
/// write.
struct ComposedText {
  /// The text as written.
  let original: String

  /// The text in composed form.
  let text: String

  /// The start of each character in both texts, and the two ends; `nil` if the texts are identical.
  private let bounds: [(composed: Int, original: String.Index)]?

  init(_ original: String) {
    self.original = original
    guard !original.isASCII, !original.composed.utf8.elementsEqual(original.utf8) else {
      (text, bounds) = (original, nil)
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
    (self.text, self.bounds) = (text, bounds)
  }

  /// Returns the range in the original that corresponds to a range of the composed text.
  ///
  /// The result is `nil` for a capture group that did not participate in the match.
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
    // The first bound at or after the offset.
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

extension String {
  /// The text with composed combining marks, as expressions and sentences are compared.
  package var composed: String { isASCII ? self : precomposedStringWithCanonicalMapping }

  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
