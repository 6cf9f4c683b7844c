import ScenarioKit

/// Something that an app sent, which stories compare by a line or by a mapping of its parts.
protocol Sent: Sendable {
  associatedtype Parts: Codable

  /// The line.
  var line: String { get }

  /// Whether the line may be written differently.
  func hasLine(_ line: String) -> Bool

  /// Returns the parts that a mapping is compared with.
  func parts(for expected: [ExpectedValue]) -> Parts
}

/// The requests and texts that an app has sent, in the form that stories compare: a line such as
/// `GET https://…` for each, or a mapping for what is compared with a mapping.
struct SentList<Element: Sent>: Codable {
  private enum Form {
    case line(String)
    case parts(Element.Parts)

    /// Creates the form in which an element matches one of several values, lines before mappings;
    /// `nil` if it matches none.
    init?(_ element: Element, matching parts: [ExpectedValue]) {
      for part in parts where !part.isForMapping {
        let line = part.lines.first { element.hasLine($0) } ?? element.line
        guard part.matches(.text(line)) else { continue }
        self = .line(line)
        return
      }
      for part in parts where part.isForMapping {
        let shown = element.parts(for: [part])
        guard let value = try? ValueEncoder().encode(shown), part.matches(value) else { continue }
        self = .parts(shown)
        return
      }
      return nil
    }

    /// Creates the form of an element that matches none of several values.
    init(_ element: Element, for parts: [ExpectedValue]) {
      let isMapping = !parts.isEmpty && parts.allSatisfy(\.isForMapping)
      self = isMapping ? .parts(element.parts(for: parts)) : .line(element.line)
    }
  }

  private var forms: [Form]

  /// The indices of the elements that a check names: all of them with a list, those that match with
  /// `!contains`, and none with any other rule.
  private(set) var named: Set<Int> = []

  /// Creates the list.
  ///
  /// - Parameter expected: What it is compared with; `nil` if that is unknown.
  init(_ elements: [Element], for expected: [ExpectedValue]) {
    forms = elements.map { .line($0.line) }
    for expected in expected { compare(elements, with: expected) }
  }

  private mutating func compare(
    _ elements: [Element], with expected: ExpectedValue
  ) {
    switch expected.rule {
    case .list(let parts):
      named.formUnion(elements.indices)
      pair(elements, with: parts)
    case .matcher(let matcher): compare(elements, with: matcher.parts)
    case .absent, .scalar, .mapping: break
    }
  }

  private mutating func compare(_ elements: [Element], with parts: MatcherParts) {
    switch parts {
    case .none: break
    case .ofValue(let parts, let isNegated):
      let before = named
      for part in parts { compare(elements, with: part) }
      if isNegated { named = before }
    case .anyElement(let part):
      for (index, element) in elements.enumerated() {
        let form = Form(element, matching: [part])
        if form != nil { named.insert(index) }
        forms[index] = form ?? Form(element, for: [part])
      }
    case .elementsInAnyOrder(let parts):
      named.formUnion(elements.indices)
      guard parts.contains(where: { $0.needsElement }) else { return }
      for (index, element) in elements.enumerated() {
        forms[index] = Form(element, matching: parts) ?? Form(element, for: parts)
      }
    }
  }

  /// Shows each element for the expected value at its place.
  ///
  /// Elements after an additional or a missing one are paired from the end, so that the report
  /// names only that one.
  private mutating func pair(
    _ elements: [Element], with parts: [ExpectedValue]
  ) {
    guard parts.contains(where: { $0.needsElement }) else { return }
    var (first, last) = (0, 0)
    let count = min(elements.count, parts.count)
    while first < count, let form = Form(elements[first], matching: [parts[first]]) {
      forms[first] = form
      first += 1
    }
    while last < count - first {
      let index = elements.count - 1 - last
      guard let form = Form(elements[index], matching: [parts[parts.count - 1 - last]])
      else { break }
      forms[index] = form
      last += 1
    }
    for index in first..<count - last {
      forms[index] = Form(elements[index], for: [parts[index]])
    }
  }

  // MARK: - Codable

  /// Reads parts, from which the keys of the elements become known.
  init(from decoder: any Decoder) throws {
    forms = try [Element.Parts](from: decoder).map { .parts($0) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for form in forms {
      switch form {
      case .line(let line): try container.encode(line)
      case .parts(let parts): try container.encode(parts)
      }
    }
  }
}

extension ExpectedValue {
  /// The lines of requests that a matcher, such as `!not-contains`, compares.
  func excludableLines(inMatcher: Bool) -> [String] {
    switch rule {
    case .absent, .mapping: []
    case .scalar: inMatcher ? lines : []
    case .list(let parts): parts.flatMap { $0.excludableLines(inMatcher: inMatcher) }
    case .matcher(let matcher):
      matcher.parts.all.flatMap { $0.excludableLines(inMatcher: true) }
    }
  }

  /// Whether an element may be shown for the value in another way than by its line.
  fileprivate var needsElement: Bool {
    isForMapping || lines.contains { RequestTarget.hasOtherForms($0) }
  }
}

extension ReceivedRequest: Sent {
  func parts(for expected: [ExpectedValue]) -> RequestValue { RequestValue(self, for: expected) }

  /// Returns whether a line is the request's, whatever the order of the query, the case of the
  /// server's name, a port that the scheme has anyway, and percent escapes.
  func hasLine(_ text: String) -> Bool {
    if text == line { return true }
    guard RequestTarget.hasOtherForms(text), let space = text.firstIndex(of: " ") else {
      return false
    }
    let pattern = RequestPattern(
      String(text[..<space]), String(text[text.index(after: space)...]))
    return pattern.names.isEmpty && pattern.values(in: self, RequestTarget(url)) != nil
  }
}
