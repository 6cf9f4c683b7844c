/// A key of a mapping with its value.
struct Field {
  /// The key's text in English, or the known key that was meant where its author mistyped it.
  var name: String

  /// The key's text as it was written, or was meant to be.
  var written: String

  /// Where the key stands.
  let range: SourceRange

  /// The value behind it.
  let value: Node

  /// Whether the value stands after the key; otherwise it was filled in from an example, a phrase or
  /// an anchor.
  let hasOwnValue: Bool

  /// Where the key and its value end.
  var end: Position { hasOwnValue ? value.range.end : range.end }

  /// Returns the fields of a mapping, with their names in the words of a language.
  static func fields(of entries: Node.Entries, in keywords: Keywords) -> [Field] {
    let end = entries.range.end
    return entries.map { entry in
      let (written, keyRange, valueRange) = (
        entry.key.text ?? "", entry.key.range, entry.value.range
      )
      return Field(
        name: keywords.name(of: written), written: written, range: keyRange, value: entry.value,
        hasOwnValue: keyRange.end <= valueRange.start && valueRange.end <= end)
    }
  }
}

extension [Field] {
  /// The first field with a name.
  func first(named name: String) -> Field? { first { $0.name == name } }
}

extension Node {
  /// What the node is, for people: `a text`, `a list` or `a mapping`.
  var kindName: String {
    switch table.rows[row].kind {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether nothing was written where the value should be.
  var isUnwritten: Bool {
    style == .plain && text?.isEmpty == true && tag == nil
  }
}
