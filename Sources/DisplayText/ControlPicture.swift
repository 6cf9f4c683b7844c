extension Unicode.Scalar {
  /// The Unicode picture of a control character in ASCII, such as `␛`; `nil` for any other scalar.
  package var controlPicture: Unicode.Scalar? {
    value < 0x20 ? Unicode.Scalar(0x2400 + value) : value == 0x7F ? "␡" : nil
  }

  /// Whether the scalar changes the direction of the text after it, so that a line shows something
  /// other than what it says.
  package var reordersText: Bool { 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value }
}
