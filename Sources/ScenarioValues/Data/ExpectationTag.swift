import DisplayText

/// The tags of expected data.
enum ExpectationTag: String, CaseIterable {
  case any = "!any"
  case absent = "!absent"
  case contains = "!contains"
  case matches = "!matches"
  case count = "!count"
  case about = "!about"
  case above = "!above"
  case below = "!below"
  case one = "!one"
  case oneOf = "!one-of"
  case not = "!not"
  case exactly = "!exactly"
  case unordered = "!unordered"

  /// An example of the tag, for hints.
  var example: String {
    switch self {
    case .any, .absent: rawValue
    case .contains: "!contains Quick"
    case .matches: "!matches ^\\d+ days ago$"
    case .count: "!count 20"
    case .about: "!about 3.14 ± 0.01"
    case .above: "!above 3"
    case .below: "!below 3"
    case .one: "!one of [a, b]"
    case .oneOf: "!one-of [a, b]"
    case .not: "!not loading"
    case .exactly: "!exactly { state: initial }"
    case .unordered: "!unordered [a, b]"
    }
  }

  /// Returns hints for an unknown tag.
  static func hints(for name: String) -> [String] {
    let word = name.lowercased().filter(\.isLetter)
    if ["is", "equals", "equal", "eq", "exact"].contains(word) {
      return ["Write the value itself, without a tag."]
    }
    if word.hasPrefix("not"), let tag = meant(by: String(word.dropFirst(3))) {
      return [didYouMean(tag.rawValue.replacing("!", with: "!not-", maxReplacements: 1))]
    }
    if let tag = meant(by: word) { return [didYouMean(tag.rawValue)] }
    return DataError.hints(for: name, among: known, called: "tags")
  }

  /// Returns the tag that has a different name in other tools; `nil` for an unrelated word.
  private static func meant(by word: String) -> ExpectationTag? {
    if let tag = allCases.first(where: { $0.rawValue.dropFirst() == word }) { return tag }
    return switch word {
    case "regex", "regexp", "match", "pattern", "like": .matches
    case "greater", "greaterthan", "more", "morethan", "gt", "over", "after", "min": .above
    case "less", "lessthan", "lt", "under", "before", "max": .below
    case "in", "oneof", "anyof", "either", "enum": .oneOf
    case "length", "size", "len": .count
    case "null", "nil", "missing", "none", "nothing", "empty": .absent
    case "approx", "approximately", "near", "close", "closeto", "around": .about
    case "includes", "include", "has", "containing": .contains
    case "anything", "some", "something", "present", "exists": .any
    case "anyorder", "set": .unordered
    default: nil
    }
  }

  /// The tags as written in stories.
  static let known = allCases.map { $0 == .one ? "!one of" : $0.rawValue }
}
