import ScenarioLanguage

/// Reads the list in `!one of [a, "b", 3]`, which YAML hands over as a text.
///
/// Knows scalars with and without quotes and tags, and lists in lists; its nodes all have the range
/// of the whole, as the text has lost its own places.
struct FlowListReader {
  private static let depthLimit = 64

  private var rest: Substring
  private let range: SourceRange

  /// The elements of the list; `nil` where the text is no list or has something behind it.
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
    switch rest.first {
    case "[":
      return list(depth: depth + 1).map { Node(.sequence($0), tag: tag, range: range) }
    case "\"":
      return doubleQuoted().map { Node(.scalar($0, .doubleQuoted), tag: tag, range: range) }
    case "'":
      return singleQuoted().map { Node(.scalar($0, .singleQuoted), tag: tag, range: range) }
    case "{", nil:
      return nil
    default:
      return plain(isTagged: tag != nil).map { Node(.scalar($0, .plain), tag: tag, range: range) }
    }
  }

  private mutating func plain(isTagged: Bool) -> String? {
    let text = rest.prefix { !",[]{}".contains($0) }
    rest = rest[text.endIndex...]
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:))
    // `[a, , b]` is a slip, but a tag may well have nothing behind it.
    guard let end else { return isTagged ? "" : nil }
    return String(trimmed[..<end])
  }

  private mutating func singleQuoted() -> String? {
    var result = ""
    guard skip("'") else { return nil }
    while let character = rest.popFirst() {
      if character != "'" {
        result.append(character)
      } else if skip("'") {
        result.append("'")
      } else {
        return result
      }
    }
    return nil
  }

  private mutating func doubleQuoted() -> String? {
    var result = ""
    guard skip("\"") else { return nil }
    while let character = rest.popFirst() {
      switch character {
      case "\"": return result
      case "\\":
        switch rest.popFirst() {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case let escaped? where "\"\\/ ".contains(escaped): result.append(escaped)
        default: return nil
        }
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
