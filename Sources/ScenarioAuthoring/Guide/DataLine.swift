import ScenarioKit
import ScenarioLanguage

/// A line about the data of a sentence: one of its keys, or the data as a whole.
struct DataLine {
  /// The key; `nil` for the data as a whole.
  var key: String?

  /// The kind of value, in words.
  var kind: String

  var isRequired = true

  /// Returns the lines about a sentence's data; none if it takes none.
  static func lines(for data: StepDefinition.Data, in language: StoryLanguage) -> [DataLine] {
    switch data {
    case .none: []
    case .expected:
      [
        DataLine(
          kind: language.translation(of: "the expected value; keys you leave out are not compared"))
      ]
    case .given(let shape, let isRequired): lines(for: shape, isRequired: isRequired, language)
    }
  }

  private static func lines(
    for shape: DataShape, isRequired: Bool, _ language: StoryLanguage
  ) -> [DataLine] {
    func mapping(_ isOpen: Bool) -> String {
      language.text(of: "a mapping with these keys" + (isOpen ? " and optionally others" : ""))
    }
    var kind = Self.kind(of: shape, in: language)
    var keys: [DataShape.Field] = []
    switch shape {
    case .mapping(let fields, let isOpen) where !fields.isEmpty:
      (kind, keys) = (mapping(isOpen), fields)
    case .list(.mapping(let fields, let isOpen)) where !fields.isEmpty:
      (kind, keys) = (language.text(of: "a list, each \(mapping(isOpen))"), fields)
    case .either(let shapes):
      // List the keys of the first mapping, and describe the other shapes in words.
      for case .mapping(let fields, let isOpen) in shapes {
        let first = DataShape.mapping(fields, isOpen: isOpen)
        let others = shapes.filter { $0 != first }.map {
          $0 == .list(first)
            ? language.translation(of: "a list of these") : Self.kind(of: $0, in: language)
        }
        (kind, keys) = (either([mapping(isOpen)] + others, language), fields)
        break
      }
    default: break
    }
    return [DataLine(kind: kind, isRequired: isRequired)]
      + keys.map {
        DataLine(
          key: $0.name, kind: Self.kind(of: $0.shape, in: language), isRequired: $0.isRequired)
      }
  }

  private static func either(_ kinds: [String], _ language: StoryLanguage) -> String {
    kinds.joined(separator: language.translation(of: ", or "))
  }

  /// Returns a description of a shape that fits after "a key:".
  static func kind(of shape: DataShape, in language: StoryLanguage) -> String {
    func kind(_ shape: DataShape) -> String { Self.kind(of: shape, in: language) }
    // One word of stories is the same in every language.
    if case .choice(let words) = shape, words.count == 1 { return words[0] }
    let kind: Message =
      switch shape {
      case .text: "a text"
      case .wholeNumber: "a whole number"
      case .number: "a number"
      case .truth: "true or false"
      case .date: "a date such as 2021-09-27T12:07:24Z"
      case .duration: "a time such as 100 ms"
      case .choice(let words): "one of: \(words.joined(separator: ", "))"
      case .matching(_, let example): "a text such as \(example)"
      case .list(let element): "a list, each \(kind(element))"
      case .mapping([], isOpen: true): "a mapping"
      case .mapping(let fields, _): "a mapping of \(fields.map(\.name).joined(separator: ", "))"
      case .dictionary(let value): "a mapping of any keys, each \(kind(value))"
      case .either(let shapes): "\(either(shapes.map(kind), language))"
      case .anything: "any data"
      }
    return language.text(of: kind)
  }
}
