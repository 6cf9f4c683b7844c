import ScenarioKit
import ScenarioLanguage

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

extension Array where Element: Sent {
  /// Returns an element by its number from 1.
  func element(_ number: Int, called noun: String) throws -> Element {
    if indices.contains(number - 1) { return self[number - 1] }
    let reason = number < 1 ? Message(stringLiteral: "the first one is \(noun) 1") : sent(noun)
    throw CheckFailure(
      Message(stringLiteral: "there is no \(noun) ") + "\(number): \(reason)",
      details: numberedLines)
  }

  /// Returns the number of elements in words.
  func sent(_ noun: String) -> Message {
    Message.counted(count, noun) + (count == 1 ? " was sent" : " were sent")
  }

  var numberedLines: [Message] { enumerated().map { Message(verbatim: "\($0 + 1). \($1.line)") } }
}

/// The requests and texts that an app has sent, in the form that stories compare: a line such as
/// `GET https://…` for each, or a mapping for what is compared with a mapping.
struct SentList<Element: Sent>: Codable {
  private typealias Form = ShownContent<Element.Parts>

  /// Returns the form in which an element matches one of several values, lines before mappings;
  /// `nil` if it matches none.
  private static func form(of element: Element, matching parts: [ExpectedValue]) -> Form? {
    for part in parts where !part.isForMapping {
      let line = part.lines.first { element.hasLine($0) } ?? element.line
      if part.matches(.text(line)) { return .line(line) }
    }
    for part in parts where part.isForMapping {
      let shown = element.parts(for: [part])
      guard let value = try? ValueEncoder().encode(shown), part.matches(value) else { continue }
      return .parts(shown)
    }
    return nil
  }

  /// Returns the form of an element that matches none of several values.
  private static func form(of element: Element, for parts: [ExpectedValue]) -> Form {
    Form(element.parts(for: parts), line: element.line, for: parts)
  }

  private var forms: [Form]

  /// The indices of the elements that a check names: all of them with a list, those that match with
  /// `!contains`, and none with any other rule.
  private(set) var named: Set<Int> = []

  /// Creates the list.
  ///
  /// - Parameter expected: The values that it is compared with; empty if they are unknown.
  init(_ elements: [Element], for expected: [ExpectedValue]) {
    forms = elements.map { .line($0.line) }
    for expected in expected { compare(elements, with: expected) }
  }

  private mutating func compare(_ elements: [Element], with expected: ExpectedValue) {
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
        let form = Self.form(of: element, matching: [part])
        if form != nil { named.insert(index) }
        forms[index] = form ?? Self.form(of: element, for: [part])
      }
    case .elementsInAnyOrder(let parts):
      named.formUnion(elements.indices)
      guard parts.contains(where: { $0.needsElement }) else { return }
      for (index, element) in elements.enumerated() {
        forms[index] = Self.form(of: element, matching: parts) ?? Self.form(of: element, for: parts)
      }
    }
  }

  /// Shows each element for the expected value at its place.
  ///
  /// Elements after an additional or a missing one are paired from the end, so that the report
  /// names only that one.
  private mutating func pair(_ elements: [Element], with parts: [ExpectedValue]) {
    guard parts.contains(where: { $0.needsElement }) else { return }
    var (first, last) = (0, 0)
    let count = min(elements.count, parts.count)
    while first < count, let form = Self.form(of: elements[first], matching: [parts[first]]) {
      forms[first] = form
      first += 1
    }
    while last < count - first {
      let index = elements.count - 1 - last
      let part = parts[parts.count - 1 - last]
      guard let form = Self.form(of: elements[index], matching: [part]) else { break }
      forms[index] = form
      last += 1
    }
    for index in first..<count - last {
      forms[index] = Self.form(of: elements[index], for: [parts[index]])
    }
  }

  // MARK: - Codable

  /// Reads parts, from which the keys of the elements become known.
  init(from decoder: any Decoder) throws { forms = try [Form](from: decoder) }

  func encode(to encoder: any Encoder) throws { try forms.encode(to: encoder) }
}

extension ExpectedValue {
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
    let pattern = RequestPattern(String(text[..<space]), String(text[text.index(after: space)...]))
    return pattern.names.isEmpty && pattern.values(in: self, RequestTarget(url)) != nil
  }
}
