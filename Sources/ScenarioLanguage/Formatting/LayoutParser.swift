/// Builds what is laid out from the pieces of a text.
struct LayoutParser {
  /// What stands in a file, from its start to its end.
  enum Part: Sendable {
    /// A line of its own: `---`, `...` or a directive.
    case line(String, above: [Margin.Line], behind: String?)
    case value(LayoutNode)
    /// The comments at the end.
    case end([Margin.Line])
  }

  /// A place that can't be laid out.
  struct Failure: Error {}

  private var tokens: [LayoutToken]
  private var index = 0

  /// Takes the pieces of a text.
  init(_ tokens: [LayoutToken]) { self.tokens = tokens }

  /// Reads the file.
  mutating func parts() throws(Failure) -> [Part] {
    var parts: [Part] = []
    while kind != .end {
      switch kind {
      case .directive, .marker:
        let above = takeLines()
        let text = tokens[index].text.replacing(/[ \t]+/, with: " ")
        index += 1
        parts.append(.line(text, above: above, behind: takeBehind()))
      default:
        let start = index
        parts.append(.value(try value(inColumn: -1, mayBeItems: false)))
        guard index > start else { throw Failure() }
      }
    }
    parts.append(.end(takeLines()))
    return parts
  }

  var kind: LayoutToken.Kind { tokens[index].kind }

  mutating func advance(over kind: LayoutToken.Kind) throws(Failure) {
    guard self.kind == kind else { throw Failure() }
    index += 1
  }

  /// Reads a value: what it begins with, what stands in it and what stands behind it.
  ///
  /// - Parameters:
  ///   - column: The column of the list or mapping around it; `nil` within brackets.
  ///   - mayBeItems: Whether a dash begins a list, and not the next item of the one around it.
  mutating func value(inColumn column: Int?, mayBeItems: Bool) throws(Failure) -> LayoutNode {
    var node = LayoutNode()
    gather(into: &node, mayBeItems: mayBeItems)
    while kind == .anchor || kind == .tag {
      node.properties.append(tokens[index].text)
      index += 1
      gather(into: &node, mayBeItems: mayBeItems)
    }
    switch kind {
    case .alias:
      node.content = .alias(tokens[index].text)
      index += 1
    case .text(let style):
      node.content = .text(Self.lines(of: tokens[index].text, style), style)
      index += 1
    case .block(let block):
      node.content = .block(block)
      index += 1
    case .listStart:
      index += 1
      node.content = .collection(try items(isAlone: true))
      return node
    case .item where mayBeItems:
      node.content = .collection(try items(isAlone: false))
      return node
    case .mappingStart:
      node.content = .collection(try entries())
      return node
    case .listBracket, .mappingBracket:
      node.content = .collection(try bracketed(&node))
    default:
      if let column { node.below = takeComments(from: column + 1) }
    }
    node.trailing = takeBehind()
    return node
  }

  /// Takes the comments in front of a value, if there is one.
  private mutating func gather(into node: inout LayoutNode, mayBeItems: Bool) {
    switch kind {
    case .anchor, .tag, .alias, .text, .block, .listStart, .mappingStart, .listBracket,
      .mappingBracket:
      break
    case .item where mayBeItems: break
    default:
      if node.hasNothingInFront { node.opening = takeBehind() }
      return
    }
    node.isOnOwnLine = node.isOnOwnLine || tokens[written].margin.hasBreak
    if node.hasNothingInFront { node.opening = takeBehind() }
    node.above += takeLines()
  }

  /// Reads a list that is told by its dashes; one below a key needs no indentation, and then
  /// libyaml tells nothing of its start and end.
  private mutating func items(isAlone: Bool) throws(Failure) -> LayoutCollection {
    var list = LayoutCollection(isMapping: false, form: .lines)
    let column = tokens[written].column
    while kind == .item {
      var member = LayoutCollection.Member(above: takeLines())
      index += 1
      member.value = try value(inColumn: column, mayBeItems: false)
      list.members.append(member)
    }
    if isAlone { try advance(over: .blockEnd) }
    list.below = takeComments(from: column)
    return list
  }

  /// Reads a mapping that is told by its indentation.
  private mutating func entries() throws(Failure) -> LayoutCollection {
    var mapping = LayoutCollection(isMapping: true, form: .lines)
    let column = tokens[index].column
    try advance(over: .mappingStart)
    while kind == .key { mapping.members.append(try entry(inColumn: column)) }
    try advance(over: .blockEnd)
    mapping.below = takeComments(from: column)
    return mapping
  }

  /// Reads a key and its value.
  mutating func entry(inColumn column: Int?) throws(Failure) -> LayoutCollection.Member {
    var member = LayoutCollection.Member(above: takeLines())
    if kind == .key { index += 1 }
    var key = try value(inColumn: nil, mayBeItems: false)
    if kind != .colon {
      member.hasColon = false
      member.value.trailing = key.trailing
      key.trailing = nil
    }
    guard key.isPlainKey else { throw Failure() }
    member.key = key
    guard member.hasColon else { return member }
    guard takeLines().isEmpty else { throw Failure() }
    index += 1
    member.value = try value(inColumn: column, mayBeItems: column != nil)
    return member
  }

  /// The lines of a text without the indentation of those below the first, which means nothing.
  private static func lines(of text: String, _ style: Node.Style) -> [String] {
    let lines = text.writtenLines
    return lines.indices.map { index in
      let isLast = index == lines.count - 1
      let line =
        index == 0
        ? lines[0] : String(lines[index].drop { $0 == " " || $0 == "\t" })
      guard !isLast else { return line }
      let cut = line.droppingBlanksAtEnd
      // In double quotes the blank behind a single backslash is part of the text.
      let backslashes = cut.reversed().prefix { $0 == "\\" }.count
      let isEscaped = style == .doubleQuoted && !backslashes.isMultiple(of: 2) && cut != line
      return isEscaped ? cut + line.dropFirst(cut.count).prefix(1) : cut
    }
  }
}

extension LayoutParser {
  /// The next piece that has a text, or the end.
  var written: Int {
    var index = index
    while !tokens[index].isWritten { index += 1 }
    return index
  }

  /// Takes the comment on the line of the piece before.
  mutating func takeBehind() -> String? {
    let index = written
    defer { tokens[index].margin.behind = nil }
    return tokens[index].margin.behind
  }

  /// Takes the lines in front of the next piece, and a comment that nothing else took.
  mutating func takeLines() -> [Margin.Line] {
    let index = written
    defer { tokens[index].margin.lines = [] }
    let behind = takeBehind().map { [Margin.Line.comment($0, column: 0)] } ?? []
    return behind + tokens[index].margin.lines
  }

  /// Puts a comment in front of the lines before the next piece.
  mutating func putBack(_ comment: String) {
    tokens[written].margin.lines.insert(.comment(comment, column: 0), at: 0)
  }

  /// Takes the comments that belong to what ends here, and not to what follows: those that are
  /// indented as deep as it is, and deeper than what follows.
  mutating func takeComments(from column: Int) -> [Margin.Line] {
    let index = written
    let next = tokens[index]
    let follower = next.kind == .end || next.kind == .marker ? -1 : next.column
    var taken = 0
    for (offset, line) in next.margin.lines.enumerated() {
      guard case .comment(_, let found) = line else { continue }
      guard found >= column, found > follower else { break }
      taken = offset + 1
    }
    tokens[index].margin.lines.removeFirst(taken)
    return Array(next.margin.lines.prefix(taken))
  }
}

extension LayoutNode {
  /// The greatest length of a key that libyaml finds without a `?` in front, in Unicode scalars.
  private static let keyLength = 1_000

  /// Whether the key can stand in front of its colon without a `?`.
  fileprivate var isPlainKey: Bool {
    guard hasNothingInFront, trailing == nil else { return false }
    let length = properties.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    switch content {
    case .alias(let text): return length + text.unicodeScalars.count < Self.keyLength
    case .text(let lines, _):
      return lines.count == 1 && length + lines[0].unicodeScalars.count < Self.keyLength
    default: return false
    }
  }
}
