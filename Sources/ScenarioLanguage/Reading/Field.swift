/// A key of a mapping and its value.
struct Field {
  /// The key in English; for a misspelled key, the one that was probably meant.
  let name: String

  /// The key as written; for a misspelled key, the one that was probably meant.
  let written: String

  /// The source range of the key.
  let range: SourceRange

  let value: Node

  /// Whether the value is written after the key, rather than inserted from an example, a phrase or
  /// an anchor.
  let hasOwnValue: Bool

  /// The end of the key and its value.
  var end: Position { hasOwnValue ? value.range.end : range.end }

  /// Returns the field with another key, in English and as written.
  func renamed(_ name: String, written: String) -> Field {
    Field(name: name, written: written, range: range, value: value, hasOwnValue: hasOwnValue)
  }
}

extension [Field] {
  /// Returns the first field with a name; `nil` if there is none.
  func first(named name: String) -> Field? { first { $0.name == name } }
}

extension Node {
  /// The kind of the node for messages: `a text`, `a list` or `a mapping`.
  var kindName: Message {
    switch table.rows[row].kind {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether the value is missing in the file.
  var isUnwritten: Bool { style == .plain && text?.isEmpty == true && tag == nil }
}
