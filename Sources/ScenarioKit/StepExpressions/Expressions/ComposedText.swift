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
    let end = range.location + range.length
    let lower = bounds.last { $0.composed <= range.location }?.original ?? original.startIndex
    return lower..<(bounds.first { $0.composed >= end }?.original ?? original.endIndex)
  }
}

extension String {
  /// The text with composed combining marks, as expressions and sentences are compared.
  package var composed: String { isASCII ? self : precomposedStringWithCanonicalMapping }

  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
