/// A replacement text for a byte range of a file.
package struct TextEdit: Hashable, Sendable {
  /// The replaced bytes.
  package var range: Range<Int>

  /// The text, whose lines end with LF.
  package var text: String

  /// Creates an edit.
  package init(_ range: Range<Int>, _ text: String) { (self.range, self.text) = (range, text) }
}

extension [TextEdit] {
  /// Applies the edits to a text; `nil` if two of them overlap.
  package func apply(to bytes: [UInt8]) -> [UInt8]? {
    var (result, end): ([UInt8], Int) = ([], 0)
    for edit in inOrder {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[end..<edit.range.lowerBound]
      result += edit.text.utf8
      end = edit.range.upperBound
    }
    return result + bytes[end...]
  }

  /// Returns the offset of a byte after the edits; `nil` if the edits remove it.
  package func offset(of byte: Int) -> Int? {
    var shift = 0
    for edit in inOrder where edit.range.lowerBound <= byte {
      if edit.range.contains(byte) { return nil }
      shift += edit.text.utf8.count - edit.range.count
    }
    return byte + shift
  }

  /// The edits in the order of the text; an insertion precedes a replacement at the same offset.
  private var inOrder: [TextEdit] {
    sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
