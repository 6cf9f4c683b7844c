import Foundation

/// A scalar of a sentence, prepared for comparison with or without case.
struct Letter: Sendable {
  let exact: Unicode.Scalar
  let folded: Unicode.Scalar

  init(_ scalar: Unicode.Scalar) {
    exact = scalar
    folded =
      scalar.isASCII && !("A"..."Z").contains(scalar)
      ? scalar : scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  /// Returns the scalars of a text in composed form.
  static func letters(of text: String) -> [Letter] {
    text.precomposedStringWithCanonicalMapping.unicodeScalars.map(Letter.init)
  }
}
