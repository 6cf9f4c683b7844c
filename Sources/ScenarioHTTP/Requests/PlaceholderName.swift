/// The name of a placeholder, such as `id` in `{id}`: ASCII letters, digits, `_` and `-`, with at
/// least one letter.
enum PlaceholderName {
  /// Returns whether a text can be such a name.
  static func isName(_ text: some StringProtocol) -> Bool {
    text.utf8.contains { isLetter($0) } && text.utf8.allSatisfy { isPart($0) }
  }

  /// Returns whether a byte is a letter.
  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Returns whether a byte can be in a name.
  static func isPart(_ byte: UInt8) -> Bool {
    isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
