import ScenarioLanguage

/// One part of a value that is not what its story expects.
public struct Difference: Sendable, Hashable, Codable {
  /// In what way the two differ.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// There is something else than was expected.
    case changed
    /// There is nothing where something was expected.
    case missing
    /// The expected element of a list is at another index, ``Difference/movedTo``.
    case moved
    /// There is something that wasn't expected: one more element, or a key too many.
    case unexpected
  }

  /// In what way the two differ.
  public var kind: Kind

  /// The part of the value; empty for the whole value.
  public var path: ValuePath

  /// What was expected, as its author wrote it; a text of several lines is given line by line, and
  /// `nil` stands for nothing.
  public var expected: String?

  /// What there is; `nil` where something is missing or moved.
  public var actual: KeptValue?

  /// Where the story expects it.
  public var range: SourceRange

  /// What else there is to say, such as `there is "infoText"`.
  public var note: String?

  /// The index at which a moved element is; `nil` for all others.
  public var movedTo: Int?

  /// How the story would have to change for it to be gone; `nil` where another difference says it.
  package internal(set) var amendment: Amendment?

  // An amendment is only of use where the story has been read.
  private enum CodingKeys: CodingKey { case kind, path, expected, actual, range, note, movedTo }

  /// Creates a difference.
  public init(
    _ kind: Kind = .changed, path: ValuePath = ValuePath(), expected: String?, actual: Value?,
    range: SourceRange, note: String? = nil, movedTo: Int? = nil
  ) {
    self.kind = kind
    self.path = path
    self.expected = expected
    self.actual = actual.map(KeptValue.init)
    self.range = range
    self.note = note
    self.movedTo = movedTo
  }

  /// What was expected, in words.
  var expectedText: String { expected ?? "nothing" }

  /// What there is, in words; a text of several lines is given line by line.
  var actualText: String {
    switch (actual?.value, path.components.last, movedTo) {
    case (let value?, _, _): value.shown
    case (nil, .index(let index), let place?): "moved from [\(index)] to [\(place)]"
    default: "missing"
    }
  }
}

/// The way from the whole of a value to a part of it, such as `items[2].title`.
public struct ValuePath: Sendable, Hashable, Codable, CustomStringConvertible {
  /// One step of the way.
  public enum Component: Sendable, Hashable {
    /// Into a mapping.
    case key(String)
    /// Into a list, from 0.
    case index(Int)
    /// To several elements of a list.
    case indices(Range<Int>)
  }

  /// The steps, the first one into the whole.
  public var components: [Component]

  /// Creates a path; to the whole value unless given.
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

/// In JSON `{"key": "title"}`, `{"index": 2}` or `{"indices": [2, 5]}`, with the first index and the
/// one after the last.
extension ValuePath.Component: Codable {
  private struct Fields: Codable {
    var key: String?
    var index: Int?
    var indices: Range<Int>?
  }

  /// Writes the step as an object with one key.
  public func encode(to encoder: any Encoder) throws {
    let fields =
      switch self {
      case .key(let key): Fields(key: key)
      case .index(let index): Fields(index: index)
      case .indices(let indices): Fields(indices: indices)
      }
    try fields.encode(to: encoder)
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    switch (fields.key, fields.index, fields.indices) {
    case (let key?, _, _): self = .key(key)
    case (_, let index?, _): self = .index(index)
    case (_, _, let indices?): self = .indices(indices)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a step without a key or an index"))
    }
  }
}

extension Value {
  /// The value as a difference shows it: a text of several lines as it is, anything else on one
  /// line.
  var shown: String {
    if case .text(let text) = self, text.isShownLineByLine { return text }
    return description
  }
}

extension Node {
  /// The node as a difference shows it: a text of several lines as it is, anything else on one
  /// line.
  var shown: String {
    if tag == nil, let text, text.isShownLineByLine { return text }
    return notation
  }
}

extension String {
  /// Whether a text has several lines that can be told apart by looking at them.
  fileprivate var isShownLineByLine: Bool {
    let isMultiline = unicodeScalars.contains("\n") && unicodeScalars.contains { $0 != "\n" }
    return isMultiline && !Notation.hasHidden(self, except: ["\n", "\t"])
  }
}
