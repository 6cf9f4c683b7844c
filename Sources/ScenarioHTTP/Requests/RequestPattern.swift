import ScenarioKit
import ScenarioLanguage

/// The requests that a stub answers: a method, and a URL in which `{name}` stands for any segment
/// of the path.
///
/// A URL without a query fits requests with any query. The pairs of a query may be in any order.
package struct RequestPattern: Sendable {
  /// The method, such as `GET`.
  package let method: String

  /// The URL as written, such as `https://users.example/users/{id}`.
  package let url: String

  /// The names of the placeholders, in order.
  package let names: [String]

  /// Whether every URL that the pattern fits is the same text, apart from its query.
  private let isPlain: Bool

  /// The rank of the pattern among those that fit a request; the lowest one is the most specific.
  let rank: Int

  /// Whether the URL is that of a WebSocket.
  var isSocket: Bool {
    // Nearly every scenario has an address, and its first byte is fast to read.
    url.utf8.first == UInt8(ascii: "w") && (url.hasPrefix("wss:") || url.hasPrefix("ws:"))
  }

  /// The pattern in one line: `GET https://users.example/users/{id}`.
  var line: String { "\(method) \(url)" }

  package init(_ method: String, _ url: String) {
    (self.method, self.url) = (method, url)
    // Nearly every scenario has an address, and its bytes are fastest to read in place.
    isPlain = url.utf8.withContiguousStorageIfAvailable(Self.isPlain) ?? Self.isPlain(url.utf8)
    names = isPlain ? [] : RequestTarget(url).segments.compactMap { Segment($0).name }
    rank = isPlain ? 1 : names.count * 2 + (url.utf8.contains(UInt8(ascii: "?")) ? 0 : 1)
  }

  private static func isPlain(_ url: some Collection<UInt8>) -> Bool {
    var (slashes, colons) = (0, 0)
    for byte in url {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "?"), UInt8(ascii: "%"): return false
      case UInt8(ascii: "/"): slashes += 1
      // The second one may be before a port that can be omitted.
      case UInt8(ascii: ":") where colons == 1: return false
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where slashes < 3: return false
      default: break
      }
    }
    return slashes > 2
  }

  /// A segment of the path.
  enum Segment: Hashable {
    case placeholder(String)
    /// A text without percent escapes.
    case text(String)

    init(_ text: Substring) {
      if text.hasPrefix("{"), text.hasSuffix("}") {
        self = .placeholder(String(text.dropFirst().dropLast()))
      } else {
        self = .text(RequestTarget.decoded(text))
      }
    }

    var name: String? { if case .placeholder(let name) = self { name } else { nil } }

    /// Returns whether any text fits both segments.
    func overlaps(_ other: Segment) -> Bool { name != nil || other.name != nil || self == other }
  }

  /// Returns whether a request has the method and the very URL of the pattern.
  func isExactly(_ request: ReceivedRequest) -> Bool {
    url == request.url && method == request.method
  }

  /// Returns the segments that the placeholders stand for in a request; `nil` if the pattern does
  /// not fit.
  func values(in request: ReceivedRequest, _ target: RequestTarget) -> [String: String]? {
    guard method == request.method else { return nil }
    let own = RequestTarget(url)
    guard own.origin == target.origin, own.segments.count == target.segments.count,
      own.query == nil || own.query?.sorted() == (target.query ?? []).sorted()
    else { return nil }
    var values: [String: String] = [:]
    for (segment, actual) in zip(own.segments, target.segments) where segment != actual {
      let actual = RequestTarget.decoded(actual)
      switch Segment(segment) {
      case .placeholder(let name) where !actual.isEmpty: values[name] = actual
      case .text(actual): break
      case .placeholder, .text: return nil
      }
    }
    return values
  }

  /// Returns whether the pattern fits the same requests as another one, whatever the names of the
  /// placeholders and the order of the query.
  func isEquivalent(to other: RequestPattern) -> Bool {
    guard method == other.method, url != other.url else { return method == other.method }
    guard !isPlain || !other.isPlain, rank == other.rank else { return false }
    return overlaps(other) { one, other in (one.name == nil) == (other.name == nil) }
  }

  /// Returns the problem of two patterns in a scenario that some requests fit equally well; `nil`
  /// if there is none.
  package func ambiguity(beside other: RequestPattern) -> Contradiction? {
    guard !names.isEmpty, method == other.method, rank == other.rank, !isEquivalent(to: other),
      overlaps(other, where: { _, _ in true })
    else { return nil }
    return Contradiction(
      "\(line) and \(other.line) fit some of the same requests, and neither is more specific",
      hints: [
        "Give one of them fewer placeholders, or one address and a \"when\" for each answer."
      ])
  }

  private func overlaps(
    _ other: RequestPattern, where isAllowed: (Segment, Segment) -> Bool
  ) -> Bool {
    let (one, two) = (RequestTarget(url), RequestTarget(other.url))
    guard one.origin == two.origin, one.segments.count == two.segments.count,
      one.query?.sorted() == two.query?.sorted()
    else { return false }
    return zip(one.segments.map(Segment.init), two.segments.map(Segment.init)).allSatisfy {
      $0.overlaps($1) && isAllowed($0, $1)
    }
  }
}

extension RequestPattern {
  /// Throws an error if the braces in the URL are not placeholders.
  ///
  /// - Parameter range: The range of the sentence with the URL.
  func check(at range: SourceRange) throws(DataError) {
    guard !isPlain else { return }
    let braces = "Write %7B and %7D for braces of the address itself."
    func isBrace(_ character: Character) -> Bool { character == "{" || character == "}" }
    if url.drop(while: { $0 != "?" }).contains(where: isBrace) {
      throw DataError(
        "a placeholder stands for a segment of the path, but this one is in the query", at: range,
        hints: [
          "Omit the query, or compare it in the answer: { when: { query: { page: 2 } }, … }",
          braces,
        ])
    }
    let target = RequestTarget(url)
    if target.origin.contains(where: isBrace) {
      throw DataError(
        "a placeholder stands for a segment of the path, but this one is in the server's name",
        at: range, hints: ["Write the name of the server."])
    }
    var names: Set<String> = []
    for segment in target.segments where segment.contains(where: isBrace) {
      guard let name = Segment(segment).name, !name.contains(where: isBrace) else {
        throw DataError(
          "a placeholder stands for a whole segment of the path, but this segment is \"\(segment)\"",
          at: range, hints: ["Example: https://users.example/users/{id}/posts", braces])
      }
      guard PlaceholderName.isName(name) else {
        throw DataError(
          "the placeholder \"\(segment)\" needs a name of letters and digits", at: range,
          hints: ["Example: {id}", braces])
      }
      guard names.insert(name).inserted else {
        throw DataError(
          "the placeholder {\(name)} is twice in the address", at: range,
          hints: ["Give the second one another name, such as {\(name)2}."])
      }
    }
  }
}
