import ScenarioLanguage

/// The values of a file as they are written, each with what it stands in.
struct StoryOutline {
  /// What a value stands in.
  enum Parent {
    case document
    case list
    /// A mapping, behind a key.
    case mapping(key: Node)
  }

  /// A value and its surroundings.
  struct Site {
    var node: Node
    var parent: Parent
    /// Whether it stands inside `[…]` or `{…}`.
    var isInFlow: Bool
  }

  let source: SourceFile
  let documents: [Node]
  private var sites: [SourceRange: Site] = [:]
  private var repeated: Set<SourceRange> = []

  /// Reads a file; `nil` where its YAML has mistakes.
  init?(_ source: SourceFile) {
    guard let documents = source.documents else { return nil }
    self.source = source
    self.documents = documents
    for document in documents {
      add(Site(node: document, parent: .document, isInFlow: false))
    }
  }

  /// The value that stands in a stretch of the file; `nil` where none does.
  subscript(range: SourceRange) -> Site? { sites[range] }

  /// Whether the value in a stretch of the file is repeated by an alias.
  func isRepeated(_ range: SourceRange) -> Bool { repeated.contains(range) }

  private mutating func add(_ site: Site) {
    if sites.updateValue(site, forKey: site.node.range) != nil { repeated.insert(site.node.range) }
    let isInFlow = site.isInFlow || source.isFlow(site.node)
    switch site.node.content {
    case .scalar: break
    case .sequence(let items):
      for item in items { add(Site(node: item, parent: .list, isInFlow: isInFlow)) }
    case .mapping(let entries):
      for entry in entries {
        add(Site(node: entry.value, parent: .mapping(key: entry.key), isInFlow: isInFlow))
      }
    }
  }
}

extension SourceFile {
  /// Whether a list or a mapping is written in brackets or braces.
  func isFlow(_ node: Node) -> Bool {
    let start = contentStart(of: node)
    return start < bytes.count
      && (bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{"))
  }

  /// Where a node's value begins, behind its tag.
  func contentStart(of node: Node) -> Int {
    let start = node.range.start.offset
    guard let tag = node.tag, bytes[start...].starts(with: tag.utf8) else { return start }
    var index = start + tag.utf8.count
    while index < node.range.end.offset, bytes[index].isWhiteSpaceInYAML { index += 1 }
    return index
  }

  /// Whether nothing but white space stands between two bytes.
  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isWhiteSpaceInYAML) }

  /// The stretch of the line that a byte stands on, without its line break.
  func lineRange(at offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, !bytes[start - 1].isLineBreak { start -= 1 }
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, offset) }
    var end = offset
    while end < bytes.count, !bytes[end].isLineBreak { end += 1 }
    return start..<end
  }

  /// Where the line behind the one of a byte begins, or the file ends.
  func nextLine(after offset: Int) -> Int {
    var end = lineRange(at: offset).upperBound
    if end < bytes.count, bytes[end] == UInt8(ascii: "\r") { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "\n") { end += 1 }
    return end
  }

  /// How the file ends its lines.
  var lineBreak: String {
    guard let index = bytes.firstIndex(where: \.isLineBreak) else { return "\n" }
    if bytes[index] == UInt8(ascii: "\n") { return "\n" }
    return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
  }

  /// A stretch of the file as a text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isWhiteSpaceInYAML: Bool {
    isLineBreak || self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }
}

extension Node {
  /// Whether two nodes say the same, wherever and in whatever quotes they are written.
  func says(theSameAs other: Node) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left, _), .scalar(let right, _)): return left == right
    case (.sequence(let left), .sequence(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.says(theSameAs: $1) }
    case (.mapping(let left), .mapping(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.says(theSameAs: $1.key) && $0.value.says(theSameAs: $1.value)
        }
    case (.scalar, _), (.sequence, _), (.mapping, _): return false
    }
  }
}
