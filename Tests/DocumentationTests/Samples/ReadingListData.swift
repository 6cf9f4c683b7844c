import ScenarioKit

/// A button of the app, by its name in stories.
enum Button: String, CaseIterable {
  case refresh = "Refresh"
  case retry = "Retry"

  static func parameterType() throws -> ParameterType {
    try ParameterType(
      name: "button", regexps: allCases.map(\.rawValue), sample: "Retry", meaning: "a button"
    ) { texts in
      guard let button = Button(rawValue: texts[0] ?? "") else {
        throw ParameterType.InvalidValue("there is no such button")
      }
      return button
    }
  }
}

/// An article in a story's data, with defaults for omitted keys.
struct ArticleData: Decodable {
  var title: String
  var minutes: Int?
  var isRead: Bool?

  var article: Article {
    Article(title: title, minutes: minutes ?? 5, isRead: isRead ?? false)
  }
}

/// `!between 5 and 10`: a number in this range.
struct Between: Matcher {
  static let name = "between"
  static let example = "5 and 10"
  static let subjects = "numbers"
  private let range: ClosedRange<Double>

  init(_ content: MatcherContent) throws(DataError) {
    range = try content.read("two numbers, the lower one first") { text in
      let limits = text.split(separator: " and ").compactMap { Double($0) }
      guard limits.count == 2, limits[0] <= limits[1] else { return nil }
      return limits[0]...limits[1]
    }
  }

  func matches(_ value: Value) -> Bool? {
    switch value {
    case .integer(let number): range.contains(Double(number))
    case .number(let number): range.contains(number)
    default: nil
    }
  }
}
