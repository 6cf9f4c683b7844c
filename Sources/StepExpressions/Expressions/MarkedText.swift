/// A line of text above a line of marks: `^`, or `^---^` for more than one column.
struct MarkedText: CustomStringConvertible {
  let description: String

  /// Marks a range of a text, given in Unicode scalars from 0.
  ///
  /// The range may begin at the end of the text; otherwise it must lie within the text.
  init(_ text: String, marking range: Range<Int>) {
    var shown = ""
    var scalarsBefore = 0
    var start = 0
    var width = 0
    for character in text {
      let scalars = character.unicodeScalars.count
      let columns = Self.columns(of: character)
      if scalarsBefore + scalars <= range.lowerBound {
        start += columns
      } else if scalarsBefore < range.upperBound {
        width += columns
      }
      scalarsBefore += scalars
      shown.append(Self.visible(character))
    }
    let marks = width > 1 ? "^" + String(repeating: "-", count: width - 2) + "^" : "^"
    description = shown + "\n" + String(repeating: " ", count: start) + marks
  }

  /// Replaces a control character, such as a line break or tab, with its one-column picture.
  private static func visible(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, scalar.value < 0x20,
      let picture = Unicode.Scalar(0x2400 + scalar.value)
    else { return character }
    return Character(picture)
  }

  /// Returns the number of terminal columns that a character occupies.
  private static func columns(of character: Character) -> Int {
    character.unicodeScalars.contains(where: isWide) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default:
      scalar.properties.isEmojiPresentation
    }
  }
}
