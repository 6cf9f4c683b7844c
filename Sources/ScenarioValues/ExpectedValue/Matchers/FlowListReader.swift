import ScenarioLanguage

/// A reader for the list in `!one of [a, "b", 3]`, which YAML treats as text.
///
/// It supports scalars with and without quotes and tags, and nested lists. All nodes have the range
/// of the whole list, because the text has no source locations of its own.
struct FlowListReader {
  private static let depthLimit = 64
  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "\"": "\"", "\\": "\\", "/": "/", " ": " ",
  ]

  private var rest: Substring
  private let range: SourceRange

  /// Returns the elements of the list; `nil` if the text is not a list or continues after it.
  static func read(_ text: String, range: SourceRange) -> [Node]? {
    var reader = FlowListReader(rest: text[...], range: range)
    guard let elements = reader.list(depth: 0) else { return nil }
    reader.skipSpace()
    return reader.rest.isEmpty ? elements : nil
  }

  private mutating func list(depth: Int) -> [Node]? {
    guard depth < Self.depthLimit, skip("[") else { return nil }
    var elements: [Node] = []
    while true {
      skipSpace()
      if skip("]") { return elements }
      guard let element = element(depth: depth) else { return nil }
      elements.append(element)
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { return nil }
    }
  }

  private mutating func element(depth: Int) -> Node? {
    var tag: String?
    if rest.first == "!" {
      let name = rest.prefix { !$0.isWhitespace && !",[]{}".contains($0) }
      rest = rest.dropFirst(name.count)
      tag = String(name)
      skipSpace()
    }
    let content: Node.Content? =
      switch rest.first {
      case "[": list(depth: depth + 1).map { .sequence($0) }
      case "\"": quoted(by: "\"").map { .scalar($0, .doubleQuoted) }
      case "'": quoted(by: "'").map { .scalar($0, .singleQuoted) }
      case "{", nil: nil
      default: plain(isTagged: tag != nil).map { .scalar($0, .plain) }
      }
    return content.map { Node($0, tag: tag, range: range) }
  }

  private mutating func plain(isTagged: Bool) -> String? {
    let text = rest.prefix { !",[]{}".contains($0) }
    rest = rest[text.endIndex...]
    // `[a, , b]` is invalid, but a tag may have nothing after it.
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return isTagged ? "" : nil }
    return String(text[...last])
  }

  private mutating func quoted(by quote: Character) -> String? {
    var result = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      switch character {
      case quote where quote == "'" && skip("'"): result.append("'")
      case quote: return result
      case "\\" where quote == "\"":
        guard let escaped = rest.popFirst(), let meant = Self.escapes[escaped] else { return nil }
        result.append(meant)
      default: result.append(character)
      }
    }
    return nil
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }

  private mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}
