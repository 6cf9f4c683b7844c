import ScenarioRunner

/// A line about the data of a sentence: a key and what stands behind it, or what the data is as a
/// whole.
struct DataLine: Hashable, Sendable {
  /// The key; `nil` for the data as a whole.
  var key: String?

  /// What stands there, in words.
  var kind: String

  /// Whether it has to be there.
  var isRequired = true

  /// The lines about a sentence's data; none where it takes none.
  static func lines(for data: StepDefinition.Data) -> [DataLine] {
    switch data {
    case .none: []
    case .expected: [DataLine(kind: "the expected value; keys you leave out are not compared")]
    case .given(let shape, let isRequired): lines(for: shape, isRequired: isRequired)
    }
  }

  private static func lines(for shape: DataShape, isRequired: Bool) -> [DataLine] {
    switch shape {
    case .mapping(let fields, let isOpen) where !fields.isEmpty:
      [DataLine(kind: "a mapping with \(keys(isOpen))", isRequired: isRequired)]
        + fields.map(line)
    case .list(.mapping(let fields, let isOpen)) where !fields.isEmpty:
      [DataLine(kind: "a list, each a mapping with \(keys(isOpen))", isRequired: isRequired)]
        + fields.map(line)
    case .either(let shapes):
      either(shapes, isRequired: isRequired)
    default: [DataLine(kind: kind(of: shape), isRequired: isRequired)]
    }
  }

  /// The keys of the one mapping among several shapes, and the others in words.
  private static func either(_ shapes: [DataShape], isRequired: Bool) -> [DataLine] {
    guard
      let mapping = shapes.first(where: { if case .mapping = $0 { true } else { false } }),
      case .mapping(let fields, let isOpen) = mapping
    else {
      return [DataLine(kind: kind(of: .either(shapes)), isRequired: isRequired)]
    }
    let others = shapes.filter { $0 != mapping }.map {
      $0 == .list(mapping) ? "a list of such" : kind(of: $0)
    }
    return [
      DataLine(
        kind: (["a mapping with \(keys(isOpen))"] + others).joined(separator: ", or "),
        isRequired: isRequired)
    ] + fields.map(line)
  }

  private static func keys(_ isOpen: Bool) -> String {
    isOpen ? "these keys and maybe others" : "these keys"
  }

  private static func line(for field: DataShape.Field) -> DataLine {
    DataLine(key: field.name, kind: kind(of: field.shape), isRequired: field.isRequired)
  }

  /// What a shape is, in words that fit behind "a key:".
  static func kind(of shape: DataShape) -> String {
    switch shape {
    case .text: "a text"
    case .wholeNumber: "a whole number"
    case .number: "a number"
    case .truth: "true or false"
    case .date: "a date such as 2021-09-27T12:07:24Z"
    case .duration: "a time such as 100 ms"
    case .choice(let words):
      words.count == 1 ? words[0] : "one of: " + words.joined(separator: ", ")
    case .matching(_, let example): "a text such as \(example)"
    case .list(let element): "a list, each \(kind(of: element))"
    case .mapping(let fields, let isOpen):
      fields.isEmpty && isOpen
        ? "a mapping" : "a mapping of " + fields.map(\.name).joined(separator: ", ")
    case .dictionary(let value): "a mapping of any keys, each \(kind(of: value))"
    case .either(let shapes): shapes.map(kind).joined(separator: ", or ")
    case .anything: "any data"
    }
  }
}
