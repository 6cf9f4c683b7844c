import ScenarioLanguage
import Synchronization

/// An author's text, stored once for all scenarios that share it, such as the rows of a table of
/// examples.
///
/// Copies of a text share its storage. Two texts are compared by their fingerprints.
package struct StoryText: Sendable, Hashable, CustomStringConvertible,
  ExpressibleByStringInterpolation
{
  private final class Storage: Sendable {
    let text: String
    let fingerprint: Fingerprint
    let lines = Mutex<[Substring]?>(nil)

    init(_ text: String) { (self.text, fingerprint) = (text, Fingerprint(of: text)) }
  }

  private static let empty = Storage("")

  private let storage: Storage

  package init(_ text: String) { storage = text.isEmpty ? Self.empty : Storage(text) }

  /// Creates a text from a literal.
  package init(stringLiteral text: String) { self.init(text) }

  /// The text.
  package var description: String { storage.text }

  /// Whether the text has no characters.
  package var isEmpty: Bool { storage.text.isEmpty }

  /// The lines that have content, without indentation and list dashes.
  var contentLines: [Substring] {
    storage.lines.withLock { known in
      if let known { return known }
      let lines = storage.text.split(whereSeparator: \.isNewline).map(\.trimmed)
        .filter { !$0.isEmpty }
      known = lines
      return lines
    }
  }

  /// Returns whether two texts differ only in their layout, as after `scenarios format`.
  func hasSameValues(as other: Self) -> Bool {
    let trees = [self, other].map { SyntaxTree(SourceFile(path: "", text: $0.description)) }
    guard let one = trees[0], let two = trees[1] else { return false }
    return one.isEquivalent(to: two)
  }

  /// Returns whether two texts are the same.
  package static func == (one: Self, other: Self) -> Bool {
    one.storage === other.storage
      || one.storage.fingerprint == other.storage.fingerprint
        && one.storage.text == other.storage.text
  }

  /// Hashes the fingerprint.
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.fingerprint) }
}

extension Substring {
  /// The text without surrounding whitespace and without a leading list dash.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    if text.hasPrefix("- ") { text = text.dropFirst(2).drop { $0 == " " } }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
