import ScenarioKit
import ScenarioLanguage

/// A part that a check excludes and that no request has, such as a misspelled method.
///
/// Such a check would always hold. A part that a request must have is compared, which shows its
/// difference.
enum ImpossiblePart {
  /// The methods of requests in stories.
  static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  /// Returns the error of the first one in an expected request, or in a list of them; `nil` if there is none.
  ///
  /// - Parameter isCondition: Whether parts that a request must have count, too.
  static func first(in expected: ExpectedValue, isCondition: Bool = false) -> DataError? {
    for (value, isInMatcher) in expected.requests(inMatcher: isCondition) {
      guard case .mapping(let entries, _) = value.rule else { continue }
      for entry in entries where isInMatcher || !entry.value.partsOfValue.isEmpty {
        guard let key = RequestValue.CodingKeys(rawValue: entry.key) else { continue }
        let errors = entry.value.lines.compactMap { error(key, $0, at: entry.value.node.range) }
        if let error = errors.first { return error }
      }
    }
    return nil
  }

  private static func error(
    _ key: RequestValue.CodingKeys, _ text: String, at range: SourceRange
  ) -> DataError? {
    switch key {
    case .method where !methods.contains(text):
      let upper = text.uppercased()
      return DataError(
        "no request has the method \(quoted: text)", at: range,
        hints: methods.contains(upper)
          ? ["Write \(upper)."] : DataError.hints(for: upper, among: methods, called: "methods"))
    case .path where !text.hasPrefix("/"):
      return DataError(
        "the path \(quoted: text) does not begin with /", at: range,
        hints: [text.contains("://") ? "Write it as: { url: \(text) }" : "Write \("/\(text)")."])
    case .url where text.prefixMatch(of: /(?:https?|wss?):\/\//) == nil:
      return DataError(
        "the address \(quoted: text) does not begin with https:// or the like", at: range,
        hints: ["Write the whole address, such as https://example.com/, or { path: … }."])
    default: return nil
    }
  }
}

extension ExpectedValue {
  /// The texts that the value can be compared with.
  var lines: [String] {
    if case .scalar = rule { return node.untagged.text.map { [$0] } ?? [] }
    return partsOfValue.flatMap(\.lines)
  }

  /// The values that stand for one request each, as a line or a mapping, and whether a matcher,
  /// such as `!not-contains`, compares them.
  func requests(inMatcher: Bool) -> [(value: ExpectedValue, isInMatcher: Bool)] {
    switch rule {
    case .absent, .scalar, .mapping: [(self, inMatcher)]
    case .list(let parts): parts.flatMap { $0.requests(inMatcher: inMatcher) }
    case .matcher(let matcher): matcher.parts.all.flatMap { $0.requests(inMatcher: true) }
    }
  }
}
