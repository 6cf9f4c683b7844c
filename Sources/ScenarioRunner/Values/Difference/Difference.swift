import ScenarioLanguage

/// One place at which what an app shows is not what its story expects.
public struct Difference: Sendable, Hashable, Codable {
  /// In what way the two differ.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// There is something else than was expected.
    case changed
    /// There is nothing where something was expected.
    case missing
    /// There is something that wasn't expected: one more element, or a key too many.
    case unexpected
  }

  /// In what way the two differ.
  public var kind: Kind

  /// Where in the value the difference is, such as `items[2].title`; empty for the whole value.
  public var path: String

  /// What was expected, as its author wrote it; a text of several lines is given line by line.
  public var expected: String

  /// What there is, as a story would write it; a text of several lines is given line by line.
  public var actual: String

  /// Where the story expects it.
  public var range: SourceRange

  /// What else there is to say, such as `there is "infoText"`.
  public var note: String?

  /// How the story would have to change for it to be gone; `nil` where another difference says it.
  package internal(set) var amendment: Amendment?

  // An amendment is only of use where the story has been read.
  private enum CodingKeys: CodingKey { case kind, path, expected, actual, range, note }

  /// Creates a difference.
  public init(
    _ kind: Kind = .changed, path: String = "", expected: String, actual: String,
    range: SourceRange, note: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.expected = expected
    self.actual = actual
    self.range = range
    self.note = note
  }
}

/// The way from the whole of a value to a part of it.
struct ValuePath {
  /// The way as a difference shows it.
  private(set) var text = ""

  func key(_ key: String) -> ValuePath {
    let needsQuotes =
      key.contains { ".[]\"".contains($0) } || Notation.text(key, in: .block).hasPrefix("\"")
    let step = needsQuotes ? Notation.quoted(key) : key
    return ValuePath(text: text.isEmpty ? step : text + "." + step)
  }

  func index(_ index: Int) -> ValuePath { ValuePath(text: text + "[\(index)]") }

  func indices(_ indices: Range<Int>) -> ValuePath {
    ValuePath(text: text + "[\(indices.lowerBound)...\(indices.upperBound - 1)]")
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
