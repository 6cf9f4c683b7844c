import ScenarioKit
import ScenarioLanguage

/// A part that a check excludes and that no request has, such as a misspelled method.
///
/// Such a check would always hold. What a request must have is compared, and its difference shown.
struct ImpossiblePart {
  let message: Message
  let hints: [Message]
  let range: SourceRange

  /// The methods of requests in stories.
  static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  /// Returns the first one in an expected request, or in a list of them; `nil` if there is none.
  ///
  /// - Parameter isCondition: Whether parts that a request must have count, too.
  static func first(in expected: ExpectedValue, isCondition: Bool = false) -> ImpossiblePart? {
    for entry in expected.excludableParts(inMatcher: isCondition) {
      guard let key = RequestValue.CodingKeys(rawValue: entry.key) else { continue }
      let parts = entry.value.lines.compactMap { Self(key, $0, at: entry.value.node.range) }
      if let part = parts.first { return part }
    }
    return nil
  }

  private init?(_ key: RequestValue.CodingKeys, _ text: String, at range: SourceRange) {
    self.range = range
    switch key {
    case .method where !Self.methods.contains(text):
      message = "no request has the method \(quoted: text)"
      let upper = text.uppercased()
      hints =
        Self.methods.contains(upper)
        ? ["Write \(upper)."] : DataError.hints(for: upper, among: Self.methods, called: "methods")
    case .path where !text.hasPrefix("/"):
      message = "the path \(quoted: text) does not begin with /"
      hints = [text.contains("://") ? "Write it as: { url: \(text) }" : "Write \("/\(text)")."]
    case .url where text.prefixMatch(of: /(?:https?|wss?):\/\//) == nil:
      message = "the address \(quoted: text) does not begin with https:// or the like"
      hints = ["Write the whole address, such as https://example.com/, or { path: … }."]
    default: return nil
    }
  }

  var error: DataError { DataError(message, at: range, hints: hints) }

  var failure: CheckFailure { CheckFailure(message, details: hints) }
}

extension ExpectedValue {
  /// The texts that the value can be compared with.
  var lines: [String] {
    if case .scalar = rule { return node.untagged.text.map { [$0] } ?? [] }
    return partsOfValue.flatMap(\.lines)
  }

  /// The parts of requests that are written as mappings and that a matcher, such as
  /// `!not-contains`, compares.
  fileprivate func excludableParts(inMatcher: Bool) -> [Rule.Entry] {
    switch rule {
    case .mapping(let entries, _): entries.filter { inMatcher || !$0.value.partsOfValue.isEmpty }
    case .list(let parts): parts.flatMap { $0.excludableParts(inMatcher: inMatcher) }
    case .matcher(let matcher): matcher.parts.all.flatMap { $0.excludableParts(inMatcher: true) }
    case .absent, .scalar: []
    }
  }
}
