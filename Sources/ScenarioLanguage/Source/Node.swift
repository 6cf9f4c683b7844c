/// One value of a YAML document, with the place it was written at.
///
/// Scalars stay text: what a plain `123` or `no` means is decided by whoever asks for it, so
/// nothing is guessed here and a country code `no` stays a country code.
public struct Node: Sendable, Hashable {
  /// What a node holds.
  public enum Content: Sendable, Hashable {
    /// A single text and how it was written.
    case scalar(String, Style)

    /// A list, in order.
    case sequence([Node])

    /// Pairs of key and value, in the order of the file.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// The key as it was written.
    public var key: Node

    /// The value behind it.
    public var value: Node

    /// Creates an entry.
    public init(key: Node, value: Node) {
      self.key = key
      self.value = value
    }
  }

  /// How a scalar was written.
  public enum Style: Sendable, Hashable {
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

  /// What the node holds.
  public var content: Content

  /// The tag in front of it as it was written, such as `!contains`; `nil` where there is none.
  public var tag: String?

  /// Where it stands: from its tag or first character to behind its last character.
  public var range: SourceRange

  /// Creates a node.
  public init(_ content: Content, tag: String? = nil, range: SourceRange) {
    self.content = content
    self.tag = tag
    self.range = range
  }

  /// The text of a scalar; `nil` for a list or a mapping.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the node stands for "nothing": an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    if case .scalar(let text, .plain) = content, tag == nil {
      text.isEmpty || text == "null" || text == "~"
    } else {
      false
    }
  }

  /// The value behind a key; `nil` where the node is no mapping or has no such key.
  public subscript(key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.text == key }?.value
  }
}
