/// A value in a YAML document, with its source range.
///
/// A scalar stays a text, because only its consumer can decide what a plain `123` or `no` means.
/// For example, a country code `no` stays a country code.
public struct Node: Sendable, Hashable {
  /// The content of a node.
  public enum Content: Sendable, Hashable {
    /// A text, and how it is written.
    case scalar(String, Style)

    /// A list, in order.
    case sequence([Node])

    /// Pairs of a key and a value, in the order of the file.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// The key as written.
    public var key: Node

    /// The value of the key.
    public var value: Node

    /// Creates an entry.
    public init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }
  }

  /// The notation of a scalar.
  public enum Style: String, Sendable, Hashable, Codable {
    /// Without quotes.
    case plain
    /// In `'single'` quotes.
    case singleQuoted
    /// In `"double"` quotes.
    case doubleQuoted
    /// As a `|` block, line by line.
    case literal
    /// As a `>` block, folded into one line.
    case folded
  }

  /// The content of the node.
  public var content: Content

  /// The tag of the node as written, such as `!contains`; `nil` if there is none.
  public var tag: String?

  /// The source range, from the tag or first character to the end of the last character.
  public var range: SourceRange

  /// Creates a node.
  public init(_ content: Content, tag: String? = nil, range: SourceRange) {
    self.content = content
    self.tag = tag
    self.range = range
  }

  /// The text of a scalar; `nil` for a list or a mapping.
  public var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The notation of a scalar; `nil` for a list or a mapping.
  public var style: Style? { if case .scalar(_, let style) = content { style } else { nil } }

  /// The items of a list; `nil` for anything else.
  public var items: [Node]? { if case .sequence(let items) = content { items } else { nil } }

  /// The entries of a mapping; `nil` for anything else.
  public var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// Whether the node is an empty value: an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    guard style == .plain, tag == nil, let text else { return false }
    return text.isEmpty || text == "null" || text == "~"
  }

  /// The value of a key; `nil` if the node is not a mapping or lacks the key.
  public subscript(key: String) -> Node? {
    entries?.first { $0.key.text == key }?.value
  }

  /// The items of a list, or the keys and values of a mapping in turn; empty for a scalar.
  var parts: [Node] { items ?? entries?.flatMap { [$0.key, $0.value] } ?? [] }

  /// The node and all values in it, in the order of the file.
  var all: [Node] { [self] + parts.flatMap(\.all) }
}

extension Node: CustomStringConvertible {
  /// The content of the node for debugging, with the line and column of its start.
  public var description: String {
    let tag = tag.map { "\($0) " } ?? ""
    return "\(tag)\(content) at \(range.start.line):\(range.start.column)"
  }
}

/// A node that can be encoded and sent to another process.
package struct SentNode: Sendable, Hashable, Codable {
  private enum Content: Sendable, Hashable, Codable {
    case scalar(String, Node.Style)
    case sequence([SentNode])
    /// The keys and values, in turn.
    case mapping([SentNode])
  }

  private let content: Content
  private let tag: String?
  private let range: SourceRange

  /// Creates the encodable form of a node.
  package init(_ node: Node) {
    (tag, range) = (node.tag, node.range)
    let parts = node.parts.map(Self.init)
    switch node.content {
    case .scalar(let text, let style): content = .scalar(text, style)
    case .sequence: content = .sequence(parts)
    case .mapping: content = .mapping(parts)
    }
  }

  /// The node.
  package var node: Node {
    let content: Node.Content =
      switch content {
      case .scalar(let text, let style): .scalar(text, style)
      case .sequence(let parts): .sequence(parts.map(\.node))
      case .mapping(let parts):
        .mapping(
          stride(from: 0, to: parts.count - 1, by: 2).map {
            Node.Entry(key: parts[$0].node, value: parts[$0 + 1].node)
          })
      }
    return Node(content, tag: tag, range: range)
  }
}
