extension Unicode.Scalar {
  /// The Unicode picture of a control character in ASCII, such as `␛`; `nil` for any other scalar.
  package var controlPicture: Unicode.Scalar? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value)
    case 0x7F: "␡"
    default: nil
    }
  }
}
