/// A line of text above a line of marks: `^`, or `^---^` for more than one column.
package struct MarkedText: CustomStringConvertible {
  package let description: String

  /// Marks a range of a text, given in Unicode scalars from 0.
  ///
  /// The range may begin at the end of the text; otherwise it must lie within the text.
  package init(_ text: String, marking range: Range<Int>) {
    var (shown, scalarsBefore, start, width) = ("", 0, 0, 0)
    for character in text {
      let scalars = character.unicodeScalars.count
      let columns = DisplayWidth.of(Self.visible(character))
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
    guard let scalar = character.unicodeScalars.first, scalar.value < 0x20 else { return character }
    return scalar.controlPicture.map(Character.init) ?? character
  }
}
