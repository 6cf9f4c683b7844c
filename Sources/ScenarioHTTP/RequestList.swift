import ScenarioKit

/// The requests so far in the form that stories compare: a line such as `GET https://…` for each, or
/// a mapping for a request that is compared with a mapping.
struct RequestList: Codable {
  private enum Element {
    case line(String)
    case value(RequestValue)

    /// Creates the form in which a request matches one of several values, lines before mappings;
    /// `nil` if it matches none.
    init?(_ request: FakeTransport.Request, matching parts: [ExpectedValue]) {
      for part in parts where !part.isForMapping {
        let line = part.lines.first { request.hasLine($0) } ?? request.line
        guard part.matches(.text(line)) else { continue }
        self = .line(line)
        return
      }
      for part in parts where part.isForMapping {
        let shown = RequestValue(request, for: [part])
        guard let value = try? shown.value, part.matches(value) else { continue }
        self = .value(shown)
        return
      }
      return nil
    }

    /// Creates the form of a request that matches none of several values.
    init(_ request: FakeTransport.Request, for parts: [ExpectedValue]) {
      let isMapping = !parts.isEmpty && parts.allSatisfy(\.isForMapping)
      self = isMapping ? .value(RequestValue(request, for: parts)) : .line(request.line)
    }
  }

  private var elements: [Element]

  /// The indices of the requests that a check names: all of them with a list, those that match with
  /// `!contains`, and none with any other rule.
  private(set) var named: Set<Int> = []

  /// Creates the list.
  ///
  /// - Parameter expected: What it is compared with; `nil` if that is unknown.
  init(_ requests: [FakeTransport.Request], for expected: [ExpectedValue]) {
    elements = requests.map { .line($0.line) }
    for expected in expected { compare(requests, with: expected) }
  }

  private mutating func compare(
    _ requests: [FakeTransport.Request], with expected: ExpectedValue
  ) {
    switch expected.rule {
    case .list(let parts):
      named.formUnion(requests.indices)
      pair(requests, with: parts)
    case .unordered(let parts):
      named.formUnion(requests.indices)
      guard parts.contains(where: { $0.needsRequest }) else { return }
      for (index, request) in requests.enumerated() {
        elements[index] = Element(request, matching: parts) ?? Element(request, for: parts)
      }
    case .contains(let part):
      for (index, request) in requests.enumerated() {
        let element = Element(request, matching: [part])
        if element != nil { named.insert(index) }
        elements[index] = element ?? Element(request, for: [part])
      }
    case .oneOf(let alternatives):
      for alternative in alternatives { compare(requests, with: alternative) }
    case .not(let other):
      let before = named
      compare(requests, with: other)
      named = before
    case .any, .absent, .scalar, .mapping, .pattern, .count, .about, .beyond: break
    }
  }

  /// Shows each request for the element at its place.
  ///
  /// Requests after an additional or a missing one are paired from the end, so that the report
  /// names only that one.
  private mutating func pair(
    _ requests: [FakeTransport.Request], with parts: [ExpectedValue]
  ) {
    guard parts.contains(where: { $0.needsRequest }) else { return }
    var (first, last) = (0, 0)
    let count = min(requests.count, parts.count)
    while first < count, let element = Element(requests[first], matching: [parts[first]]) {
      elements[first] = element
      first += 1
    }
    while last < count - first {
      let index = requests.count - 1 - last
      guard let element = Element(requests[index], matching: [parts[parts.count - 1 - last]])
      else { break }
      elements[index] = element
      last += 1
    }
    for index in first..<count - last {
      elements[index] = Element(requests[index], for: [parts[index]])
    }
  }

  // MARK: - Codable

  /// Reads requests, from which the keys of the elements become known.
  init(from decoder: any Decoder) throws {
    elements = try [RequestValue](from: decoder).map { .value($0) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements {
      switch element {
      case .line(let line): try container.encode(line)
      case .value(let value): try container.encode(value)
      }
    }
  }
}

extension ExpectedValue {
  /// Whether the value is compared with a mapping.
  fileprivate var isForMapping: Bool {
    if case .mapping = rule { true } else { !entries.isEmpty }
  }

  /// The texts that the value can be compared with.
  fileprivate var lines: [String] {
    switch rule {
    case .scalar: node.untagged.text.map { [$0] } ?? []
    case .oneOf(let alternatives): alternatives.flatMap(\.lines)
    case .not(let other): other.lines
    default: []
    }
  }

  /// Whether a request may be shown for the value in another way than by its line.
  fileprivate var needsRequest: Bool {
    isForMapping || lines.contains { $0.utf8.contains(UInt8(ascii: "?")) }
  }
}

extension FakeTransport.Request {
  /// Returns whether a line is the request's, whatever the order of the query.
  fileprivate func hasLine(_ text: String) -> Bool {
    if text == line { return true }
    guard text.utf8.contains(UInt8(ascii: "?")), let space = text.firstIndex(of: " ") else {
      return false
    }
    let pattern = RequestPattern(
      String(text[..<space]), String(text[text.index(after: space)...]))
    return pattern.names.isEmpty && pattern.values(in: self, RequestTarget(url)) != nil
  }
}
