/// A stretch of a file, in bytes, and what is to stand there instead.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// Makes the edits in a text; `nil` where two of them get in each other's way.
  func apply(to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.text.utf8.count })
    var end = 0
    for edit in inOrder {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[end..<edit.range.lowerBound]
      result += edit.text.utf8
      end = edit.range.upperBound
    }
    result += bytes[end...]
    return result
  }

  /// Where a byte is after the edits; `nil` where they take it away.
  func offset(of byte: Int) -> Int? {
    var shift = 0
    for edit in inOrder where edit.range.lowerBound <= byte {
      if edit.range.contains(byte) { return nil }
      shift += edit.text.utf8.count - edit.range.count
    }
    return byte + shift
  }

  /// From the start of the text to its end; what is put in at a place comes before what goes there.
  private var inOrder: [TextEdit] {
    sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
