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
