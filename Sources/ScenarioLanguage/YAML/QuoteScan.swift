/// A scan along a line of YAML that finds its texts in quotes.
///
/// `\"` in double quotes and `''` in single ones do not end a text.
package struct QuoteScan {
  /// The quotation mark of the text that is open; `nil` outside of quotes.
  package private(set) var mark: UInt8?

  /// The last byte, if it was a backslash that escapes the next one, or a mark that ended a text,
  /// which goes on if the mark is doubled.
  private var pending: UInt8?

  package init() {}

  /// Reads the next byte.
  ///
  /// - Parameter mayBegin: Whether a text in quotes may begin with the byte.
  /// - Returns: Whether the byte belongs to a text in quotes.
  package mutating func read(_ byte: UInt8, mayBegin: Bool) -> Bool {
    let (open, last) = (mark, pending)
    pending = nil
    if let open {
      guard last == nil else { return true }
      if byte == open { mark = nil }
      if byte == open || byte == .ascii("\\") && open == .ascii("\"") { pending = byte }
    } else if byte == .ascii("\"") || byte == .ascii("'"), mayBegin || byte == last {
      mark = byte
    }
    return open != nil || mark != nil
  }
}
