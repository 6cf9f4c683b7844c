import DisplayText
import ScenarioKit
import ScenarioLanguage

/// Hints about a request without an answer: the nearest answer, and what differs.
enum NearestStub {
  /// Returns the hints for a request that no stub fits.
  static func hints(for request: ReceivedRequest, among stubs: [Stub]) -> [Message] {
    let target = RequestTarget(request.url)
    // The nearest answer is shown however distant it is, because any defined answer may help.
    let nearest = stubs.map { ($0, distance(request, target, $0.pattern)) }.min { $0.1 < $1.1 }
    guard let pattern = nearest?.0.pattern else { return [] }
    return ["The most similar request with an answer is: \(pattern.line)"]
      + differences(request, target, pattern) + otherPlaceholders(in: pattern)
  }

  /// Returns the step that gives a request an answer.
  static func step(permitting request: ReceivedRequest) -> Message {
    guard !RequestPattern(request.method, request.url).isSocket else {
      return "the server accepts \(request.url)"
    }
    let answer = request.method == "GET" ? "{ json: … }" : "{ status: 200 }"
    return "the server answers \(request.line): \(answer)"
  }

  /// Returns a hint about `*` and `:id`, which are placeholders in other tools.
  private static func otherPlaceholders(in pattern: RequestPattern) -> [Message] {
    let segment = RequestTarget(pattern.url).segments.first {
      $0 == "*" || ($0.hasPrefix(":") && $0.count > 1)
    }
    guard let segment else { return [] }
    let name = segment == "*" ? "id" : segment.dropFirst()
    return ["In an address, \(segment) matches only itself; write {\(name)} for any segment"]
  }

  /// Returns the hints for a request for which no condition of a stub holds.
  static func hints(for request: ReceivedRequest, conditionsOf stub: Stub) -> [Message] {
    let conditions = stub.answers.compactMap { $0.when }.map { when in
      when.differences(from: (try? RequestValue(request, for: [when]).value) ?? .absent)
    }
    let nearest = conditions.min { $0.count < $1.count } ?? []
    let lines = nearest.prefix(3).map { difference -> Message in
      let actual: Message = difference.actual.map { "\($0.value)" } ?? "missing"
      return "\(difference.path) differs: it is \(actual), not \(difference.expected ?? "nothing")"
    }
    return lines + ["Add an answer without \"when\" at the end of its list for all other requests."]
  }

  /// The number of parts that differ, and then the distance of the lines.
  private static func distance(
    _ request: ReceivedRequest, _ target: RequestTarget, _ pattern: RequestPattern
  ) -> (Int, Int) {
    let own = RequestTarget(pattern.url)
    let differs = [
      request.method != pattern.method, target.origin != own.origin, !fitsPath(target, own),
      own.query != nil && own.query?.sorted() != target.query?.sorted(),
    ]
    let line = NearestText.distance(from: request.line, to: pattern.line, atMost: 200)
    return (differs.count { $0 }, line ?? .max)
  }

  private static func fitsPath(_ target: RequestTarget, _ own: RequestTarget) -> Bool {
    target.segments.count == own.segments.count
      && zip(target.segments, own.segments).allSatisfy {
        RequestPattern.Segment($0).overlaps(RequestPattern.Segment($1))
      }
  }

  /// Returns what differs if that is only the scheme, the port, the method or the query, which are
  /// easily overlooked.
  private static func differences(
    _ request: ReceivedRequest, _ target: RequestTarget, _ pattern: RequestPattern
  ) -> [Message] {
    let own = RequestTarget(pattern.url)
    guard target.host == own.host, fitsPath(target, own) else { return [] }
    guard target.scheme == own.scheme else {
      return ["The scheme differs: it is \(target.scheme), not \(own.scheme)"]
    }
    guard target.port == own.port else {
      return ["The port differs: it is \(target.port), not \(own.port)"]
    }
    guard request.method == pattern.method else {
      return ["The method differs: it is \(request.method), not \(pattern.method)"]
    }
    let (sent, expected) = (target.query ?? [], own.query ?? [])
    let names = (expected + sent).map(\.name).withoutRepeats()
    let parts = names.compactMap { name -> Message? in
      func values(_ pairs: [RequestTarget.Pair]) -> [String] {
        pairs.filter { $0.name == name }.map(\.value).sorted()
      }
      let (sent, expected) = (values(sent), values(expected))
      if sent == expected { return nil }
      if sent.isEmpty { return "\(name) is missing" }
      let found: Message = "\(name) is \(sent.joined(separator: " and "))"
      return expected.isEmpty
        ? "\(found), but the answer's address has no \(name)"
        : "\(found), not \(expected.joined(separator: " and "))"
    }
    return parts.map { "The query differs: \($0)" }
  }
}
