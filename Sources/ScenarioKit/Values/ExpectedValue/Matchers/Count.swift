import ScenarioLanguage

/// `!count 20`: a list with this number of elements, or a text with this number of characters.
struct Count: BuiltInMatcher {
  static let name = "count"
  static let example = "20"
  static let subjects = "lists and text"
  static let otherNames = ["length", "size", "len"]
  private let count: Int

  init(_ content: MatcherContent) throws(DataError) {
    count = try content.read("a whole number from 0") { text in
      NumberText.isInteger(text) ? Int(text).flatMap { $0 < 0 ? nil : $0 } : nil
    }
  }

  func matches(_ value: Value) -> Bool? { Self.count(of: value).map { $0.count == count } }

  func message(on value: Value) -> Message? {
    guard let (count, noun) = Self.count(of: value) else { return Self.note(onKindOf: value) }
    return "it has \(Message.counted(count, noun))"
  }

  func content(accepting value: Value) -> Value? {
    Self.count(of: value).map { .integer(Int64($0.count)) }
  }

  private static func count(of value: Value) -> (count: Int, noun: String)? {
    switch value {
    case .text(let text): (text.count, "character")
    case .list(let elements): (elements.count, "element")
    case .absent, .bool, .integer, .number, .mapping: nil
    }
  }
}
