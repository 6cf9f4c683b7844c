import Foundation

/// A scalar of a sentence, ready to be compared with others by case or without.
struct Letter: Sendable {
  let exact: Unicode.Scalar
  let folded: Unicode.Scalar

  init(_ scalar: Unicode.Scalar) {
    exact = scalar
    folded =
      scalar.isASCII && !("A"..."Z").contains(scalar)
      ? scalar : scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  /// A text's scalars with their combining marks composed.
  static func letters(of text: String) -> [Letter] {
    text.precomposedStringWithCanonicalMapping.unicodeScalars.map(Letter.init)
  }
}
