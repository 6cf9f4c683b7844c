import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// A request in the form that stories compare: what the app sent, and the views of it that the
/// expected value names.
///
/// A view, such as `json`, repeats a part of the request. So it is left out unless it is named:
/// `!exactly` need not list it, reports don't repeat it, and other stories don't pay for it.
struct RequestValue: Codable {
  /// The keys, in the order in which reports show them.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case method, url, path, query, headers, body, json, form, parts
  }

  private var method: String
  private var url: String
  /// The path without percent escapes.
  private var path: String?
  private var query: AnyData?
  private var headers: [String: String]
  private var body: String?
  /// The body as data, if it is JSON.
  private var json: AnyData?
  /// The fields of a form.
  private var form: AnyData?
  /// The parts of a multipart body.
  private var parts: AnyData?

  /// Creates the value of a request.
  ///
  /// - Parameter expected: The values that it is compared with, which determine the views and the
  ///   spelling of the headers' names; `nil` for all views.
  init(_ request: ReceivedRequest, for expected: [ExpectedValue]?) {
    let entries = expected?.flatMap(\.entries)
    func isNamed(_ key: CodingKeys) -> Bool { entries?.contains { $0.key == key.rawValue } ?? true }
    (method, url, body) = (request.method, request.url, request.body)
    let names = entries?.filter { $0.key == CodingKeys.headers.rawValue }
      .flatMap { $0.value.entries.map(\.key) }
    headers = Self.headers(request.headers, spelledAs: names ?? [])
    if isNamed(.path) || isNamed(.query) {
      let target = RequestTarget(url)
      if isNamed(.path) { path = target.path }
      if isNamed(.query) { query = AnyData(RequestTarget.mapping(of: target.query ?? [])) }
    }
    guard let body else { return }
    if isNamed(.json) { json = Value(json: body).map(AnyData.init) }
    guard isNamed(.form) || isNamed(.parts) else { return }
    let type = Self.headers(request.headers, spelledAs: ["Content-Type"])["Content-Type"] ?? ""
    if isNamed(.form) { form = RequestBody.form(body, type: type).map(AnyData.init) }
    if isNamed(.parts) { parts = RequestBody.parts(body, type: type).map(AnyData.init) }
  }

  /// The value as data.
  var value: Value { get throws { try ValueEncoder().encode(self) } }

  /// Returns headers with the names that a story uses for them, since case does not matter.
  private static func headers(
    _ sent: [String: String], spelledAs names: [String]
  ) -> [String: String] {
    var headers = sent
    for name in names where sent[name] == nil {
      let same = sent.keys.filter { $0.lowercased() == name.lowercased() }.sorted()
      guard !same.isEmpty else { continue }
      for key in same where !names.contains(key) { headers[key] = nil }
      headers[name] = same.compactMap { sent[$0] }.joined(separator: ", ")
    }
    return headers
  }
}

extension RequestValue {
  /// Whether a key is the name of a header, of which many have a dash.
  static func isHeader(_ key: String) -> Bool {
    let names = [
      "accept", "age", "allow", "authorization", "cookie", "etag", "expires", "location",
    ]
    return (key.contains("-") && HTTPField.Name(key) != nil) || names.contains(key.lowercased())
  }

  /// Reads the condition of an answer.
  ///
  /// - Throws: `DataError` if it is no mapping, or has a key that no request has.
  static func condition(_ node: Node) throws(DataError) -> ExpectedValue {
    let condition = try ExpectedValue(node)
    let example: Message =
      "Example: { when: { headers: { Authorization: Bearer A1 } }, status: 401 }"
    guard !condition.entries.isEmpty else {
      throw DataError(
        "\"when\" needs a mapping of parts of the request, but \(node.untagged.foundForKeys)",
        at: node.range, hints: [example])
    }
    for entry in condition.entries where CodingKeys(rawValue: entry.key) == nil {
      throw DataError(
        "a request has no \(quoted: entry.key)", at: entry.range, rule: .unknownKey,
        hints: isHeader(entry.key)
          ? ["Write a header as: { headers: { \(entry.key): … } }"]
          : DataError.hints(
            for: entry.key, among: CodingKeys.allCases.map(\.rawValue), called: "parts"))
    }
    if let error = ImpossiblePart.first(in: condition, isCondition: true) { throw error }
    for entry in condition.entries {
      guard case .scalar = entry.value.rule else { continue }
      let node = entry.value.node
      switch CodingKeys(rawValue: entry.key) {
      case .json: try node.refuseQuotedJSON(hint: "Remove the quotes.")
      case .query, .headers, .form:
        throw DataError(
          "\"\(entry.key)\" needs a mapping, but \(node.foundInWords)", at: node.range,
          hints: ["Example: { \(entry.key == "headers" ? "Accept: text/plain" : "page: 2") }"])
      default: break
      }
    }
    return condition
  }

  /// The shape of the condition of an answer.
  static var conditionShape: DataShape {
    .either([
      .mapping(CodingKeys.allCases.map { .init($0.rawValue, .anything) }),
      .list(.anything),
    ])
  }
}
