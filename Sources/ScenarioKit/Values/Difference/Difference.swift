import ScenarioLanguage

/// A part of a value that differs from what its story expects.
public struct Difference: Sendable, Hashable, Codable {
  /// The kind of difference.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The value differs from the expected one.
    case changed
    /// The expected value is missing.
    case missing
    /// The expected element of a list is at another index, ``Difference/movedTo``.
    case moved
    /// The value was not expected: an additional element or key.
    case unexpected
  }

  /// The kind of difference.
  public var kind: Kind

  /// The path to the part that differs; empty for the whole value.
  public var path: ValuePath

  /// The expected value as written in the story, with a multiline text as plain lines; `nil` if no
  /// value was expected.
  public var expected: String?

  /// The actual value; `nil` if it is missing or moved.
  public var actual: CodableValue?

  /// The source range of the expected value in the story.
  public var range: SourceRange

  /// An explanation of the difference, such as `there is "infoText"`.
  public var note: String?

  /// The actual index of a moved element; `nil` for all other kinds.
  public var movedTo: Int?

  /// The change to the story that removes the difference; `nil` if another difference has it.
  package internal(set) var update: ValueUpdate?

  // `update` is omitted, because it is useful only in a process that has read the story.
  private enum CodingKeys: CodingKey { case kind, path, expected, actual, range, note, movedTo }

  /// Creates a difference.
  public init(
    _ kind: Kind = .changed, path: ValuePath = ValuePath(), expected: String?, actual: Value?,
    range: SourceRange, note: String? = nil, movedTo: Int? = nil
  ) {
    (self.kind, self.path, self.expected) = (kind, path, expected)
    self.actual = actual.map(CodableValue.init)
    (self.range, self.note, self.movedTo) = (range, note, movedTo)
  }

  /// The expected value, or "nothing".
  var expectedText: String { expected ?? "nothing" }

  /// The actual value in words, with a multiline text as plain lines.
  package var actualText: String {
    switch (actual?.value, path.components.last, movedTo) {
    case (let value?, _, _): value.shown
    case (nil, .index(let index), let position?): "moved from [\(index)] to [\(position)]"
    default: "missing"
    }
  }
}

/// The path from a value to a part of it, such as `items[2].title`.
public struct ValuePath: Sendable, Hashable, Codable, CustomStringConvertible {
  /// A component of a path.
  public enum Component: Sendable, Hashable {
    /// A key of a mapping.
    case key(String)
    /// The index of a list element, from 0.
    case index(Int)
    /// The indices of several elements of a list.
    case indices(Range<Int>)
  }

  /// The components, starting at the whole value.
  public var components: [Component]

  /// Creates a path, by default to the whole value.
  public init(_ components: [Component] = []) { self.components = components }

  func key(_ key: String) -> ValuePath { ValuePath(components + [.key(key)]) }

  func index(_ index: Int) -> ValuePath { ValuePath(components + [.index(index)]) }

  func indices(_ indices: Range<Int>) -> ValuePath { ValuePath(components + [.indices(indices)]) }

  /// The path as reports show it; empty for the whole value.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let key):
        let needsQuotes =
          key.contains { ".[]\"".contains($0) } || Notation.text(key, in: .block).hasPrefix("\"")
        text += (text.isEmpty ? "" : ".") + (needsQuotes ? Notation.quoted(key) : key)
      case .index(let index): text += "[\(index)]"
      case .indices(let indices): text += "[\(indices.lowerBound)...\(indices.upperBound - 1)]"
      }
    }
    return text
  }
}

/// The JSON form is `{"key": "title"}`, `{"index": 2}` or `{"indices": [2, 5]}`.
///
/// `indices` has the first index and the index after the last.
extension ValuePath.Component: Codable {
  private struct Fields: Codable {
    var key: String?
    var index: Int?
    var indices: Range<Int>?
  }

  /// Writes the component as an object with one key.
  public func encode(to encoder: any Encoder) throws {
    let fields =
      switch self {
      case .key(let key): Fields(key: key)
      case .index(let index): Fields(index: index)
      case .indices(let indices): Fields(indices: indices)
      }
    try fields.encode(to: encoder)
  }

  /// Reads a component in the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    switch (fields.key, fields.index, fields.indices) {
    case (let key?, _, _): self = .key(key)
    case (_, let index?, _): self = .index(index)
    case (_, _, let indices?): self = .indices(indices)
    default:
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a path component without a key or an index"))
    }
  }
}

extension Value {
  /// The value as shown in a difference: a multiline text as plain lines, any other value in one
  /// line.
  var shown: String {
    if case .text(let text) = self, text.isShownLineByLine { return text }
    return description
  }
}

extension Node {
  /// The node as shown in a difference: a multiline text as plain lines, any other node in one
  /// line.
  var shown: String {
    if tag == nil, let text, text.isShownLineByLine { return text }
    return notation
  }
}

extension String {
  /// Whether the text has several lines and no invisible characters except tabs.
  fileprivate var isShownLineByLine: Bool {
    let isMultiline = unicodeScalars.contains("\n") && unicodeScalars.contains { $0 != "\n" }
    return isMultiline && !Notation.hasHidden(self, except: ["\n", "\t"])
  }
}
