/// Reads the layout of a file: the text between the values that libyaml returned.
struct SyntaxReader {
  /// An error if the file doesn't contain the values in that order.
  struct Failure: Error {}

  /// The maximum length, in Unicode scalars, of a key that libyaml accepts without a `?`.
  private static let keyLength = 1_000

  /// Whether every key so far can be written before its colon, on one line and without a `?`.
  private(set) var hasPlainKeys = true

  /// The comments so far.
  private(set) var comments: [String] = []

  /// The tags, anchors, aliases, document markers and directives so far.
  private(set) var marks: [String] = []

  private let source: SourceFile
  /// The offset of the next byte that is not part of whitespace or a comment.
  private var next = 0
  /// The start of the next byte's line, unless a text of several lines ends on the same line.
  private var lineStart = 0
  /// The comment at the end of the line of the preceding element.
  private var after: String?
  /// The comments and empty lines before the next byte.
  private var lines: [TriviaLine] = []
  /// Whether a line break separates the next byte from the preceding element.
  private var hasBreak = false

  init(_ source: SourceFile) { self.source = source }

  /// Reads the file, which contains some documents.
  mutating func parts(of documents: [Node]) throws(Failure) -> [SyntaxTree.Part] {
    var parts: [SyntaxTree.Part] = []
    advance(to: source.byteOrderMarkLength, isLineStart: true)
    for document in documents where !document.isNothing {
      while next < document.range.start.offset { parts.append(try line()) }
      parts.append(.value(try value(document, inColumn: -1)))
    }
    while byte != nil { parts.append(try line()) }
    parts.append(.end(takeLines()))
    return parts
  }

  /// Reads a document marker or a directive.
  private mutating func line() throws(Failure) -> SyntaxTree.Part {
    guard isAtMarker || byte == .ascii("%") else { throw Failure() }
    let above = takeLines()
    let rest = source.text(next..<source.lineRange(at: next).upperBound)
    let text = isAtMarker ? String(rest.prefix(3)) : String(rest.prefix(upTo: rest.commentStart))
    marks.append(text.droppingSpacesAtEnd.replacing(/[ \t]+/, with: " "))
    advance(to: next + text.droppingSpacesAtEnd.utf8.count)
    return .line(marks.last ?? "", above: above, after: takeAfter())
  }

  // MARK: - Values

  /// Reads a value and its surroundings.
  ///
  /// - Parameter column: The column of the enclosing list or mapping; `nil` within brackets and for
  ///   keys.
  private mutating func value(_ node: Node, inColumn column: Int?) throws(Failure) -> SyntaxNode {
    var value = SyntaxNode(node)
    gather(into: &value, isFollowed: !node.isNothing)
    // An alias has the range of the value that it repeats, which is above it.
    if !node.isNothing, node.range.start.offset < next {
      guard byte == .ascii("*") else { throw Failure() }
      value.form = .alias
      value.texts = [word { !$0.isInName }]
    } else if !node.isNothing {
      guard node.range.start.offset == next else { throw Failure() }
      let key = node.entries?.first?.key.range.start.offset
      // Tags and anchors at the start of the first key belong to the key.
      while next < node.range.end.offset, key != next, byte == .ascii("&") || byte == .ascii("!") {
        value.properties.append(property())
        // A comment after a tag without a value follows it, as it would follow a value.
        guard next < node.range.end.offset else { break }
        gather(into: &value, isFollowed: true)
      }
      value.contentStart = next
      if next < node.range.end.offset { try readContent(of: &value, inColumn: column) }
    }
    if value.form == .empty, let column { value.below = takeComments(from: column + 1) }
    if value.form != .lines, value.form != .pair { value.trailing = takeAfter() }
    return value
  }

  /// Takes the comments before a value, if there is one.
  private mutating func gather(into value: inout SyntaxNode, isFollowed: Bool) {
    if isFollowed { value.isOnOwnLine = value.isOnOwnLine || hasBreak }
    if value.hasNothingBefore { value.opening = takeAfter() }
    if isFollowed { value.above += takeLines() }
  }

  private mutating func property() -> String {
    if byte == .ascii("&") { return word { !$0.isInName } }
    let ends = source.bytes[next...].endsOfTag
    return word { ends.contains($0) }
  }

  /// Reads an anchor, a tag or an alias, starting at its sign.
  private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
    var end = next + 1
    while !source.isSpaceOrEnd(at: end), !isEnd(source.bytes[end]) { end += 1 }
    let word = source.text(next..<end)
    marks.append(word)
    advance(to: end)
    return word
  }

  private mutating func readContent(
    of value: inout SyntaxNode, inColumn column: Int?
  ) throws(Failure) {
    let end = value.node.range.end.offset
    switch (value.node.style, byte) {
    case (.literal, _), (.folded, _):
      let end = source.endOfBlock(endingAt: end)
      let block = TextBlock(source.text(next..<end), inColumn: column ?? -1)
      value.form = .block(block)
      comments += block.comment.map { [$0] } ?? []
      advance(to: end, isLineStart: true)
      if block.blankLinesAfter > 0 { lines.insert(.space, at: 0) }
    case (let style?, _):
      value.form = .text(style)
      value.texts = Self.lines(of: source.text(next..<end), style)
      advance(to: end)
    case (nil, .ascii("[")), (nil, .ascii("{")): try readBrackets(of: &value)
    case (nil, _):
      value.form = value.isMapping && column == nil ? .pair : .lines
      let inner = column.map { _ in self.column }
      for item in value.node.items.map(Array.init) ?? [] {
        let (above, start) = (takeLines(), next)
        try take(.ascii("-"))
        value.members.append(
          SyntaxMember(above: above, start: start, value: try self.value(item, inColumn: inner)))
      }
      for entry in value.node.entries.map(Array.init) ?? [] {
        value.members.append(try member(entry, inColumn: inner))
      }
      if let inner { value.below = takeComments(from: inner) }
    }
  }

  /// Reads a list or a mapping in brackets; a comment after its first bracket becomes its opening
  /// comment.
  private mutating func readBrackets(of value: inout SyntaxNode) throws(Failure) {
    value.form = .brackets
    advance(to: next + 1)
    if value.hasNothingBefore { value.opening = takeAfter() }
    for item in value.node.items.map(Array.init) ?? [] {
      let (above, start) = (takeLines(), next)
      var item = SyntaxMember(
        above: above, start: start, value: try self.value(item, inColumn: nil))
      takeComma(after: &item)
      value.members.append(item)
    }
    for entry in value.node.entries.map(Array.init) ?? [] {
      var entry = try member(entry, inColumn: nil)
      takeComma(after: &entry)
      value.members.append(entry)
    }
    // An empty list has no line of its own for comments.
    if value.members.isEmpty { value.above += takeLines() } else { value.below = takeLines() }
    try take(value.isMapping ? .ascii("}") : .ascii("]"))
  }

  private mutating func takeComma(after member: inout SyntaxMember) {
    guard byte == .ascii(",") else { return }
    advance(to: next + 1)
    guard let comment = takeAfter() else { return }
    if member.value.trailing == nil, member.value.opening == nil {
      member.value.trailing = comment
    } else {
      lines.insert(.comment(comment, column: 0), at: 0)
    }
  }

  /// Reads a key and its value.
  private mutating func member(
    _ entry: Node.Entry, inColumn column: Int?
  ) throws(Failure) -> SyntaxMember {
    var member = SyntaxMember(above: takeLines(), start: next, value: SyntaxNode(entry.value))
    if byte == .ascii("?"), entry.key.range.start.offset != next { advance(to: next + 1) }
    var key = try value(entry.key, inColumn: nil)
    let isFollowed = column == nil || source.isSpaceOrEnd(at: next + 1)
    let hasColon = byte == .ascii(":") && isFollowed
    if !hasColon { (member.value.trailing, key.trailing) = (key.trailing, nil) }
    hasPlainKeys =
      hasPlainKeys && key.hasNothingBeside && key.texts.count == 1
      && (key.properties + key.texts).reduce(-1) { $0 + $1.unicodeScalars.count + 1 }
        < Self.keyLength
    member.key = key
    guard hasColon else { return member }
    if !takeLines().isEmpty { hasPlainKeys = false }
    member.colon = next
    try take(.ascii(":"))
    member.value = try value(entry.value, inColumn: column)
    return member
  }

  /// Returns the lines of a text without the indentation of all but the first, which is not part of
  /// the text.
  private static func lines(of text: String, _ style: Node.Style) -> [String] {
    let lines = text.writtenLines
    return lines.enumerated().map { index, line in
      let line = index == 0 ? line : String(line.drop { $0 == " " || $0 == "\t" })
      guard index < lines.count - 1 else { return line }
      let cut = line.droppingSpacesAtEnd
      // In double quotes, the space after a single backslash is part of the text.
      let backslashes = cut.reversed().prefix { $0 == "\\" }.count
      let isEscaped = style == .doubleQuoted && !backslashes.isMultiple(of: 2) && cut != line
      return isEscaped ? cut + line.dropFirst(cut.count).prefix(1) : cut
    }
  }
}

// MARK: - The text between values

extension SyntaxReader {
  private var byte: UInt8? { next < source.bytes.count ? source.bytes[next] : nil }

  /// The column of the next byte, from 0.
  private var column: Int { next - lineStart }

  private var isAtMarker: Bool {
    ["---", "..."].contains { source.bytes[next...].starts(with: $0.utf8) }
      && source.isSpaceOrEnd(at: next + 3) && column == 0
  }

  private mutating func take(_ mark: UInt8) throws(Failure) {
    guard byte == mark else { throw Failure() }
    advance(to: next + 1)
  }

  /// Moves to the end of a value or a mark, and reads the comments and empty lines after it.
  private mutating func advance(to end: Int, isLineStart: Bool = false) {
    (next, after, lines, hasBreak) = (end, nil, [], isLineStart)
    if isLineStart { lineStart = end }
    var (isFirst, isEmpty) = (!isLineStart, true)
    while let byte {
      let length = source.lineBreakLength(at: next)
      if length > 0 {
        if isEmpty, !isFirst { lines.append(.space) }
        next += length
        (lineStart, isFirst, isEmpty, hasBreak) = (next, false, true, true)
      } else if byte == .ascii("#") {
        let start = next
        while next < source.bytes.count, source.lineBreakLength(at: next) == 0 { next += 1 }
        let comment = source.text(start..<next).droppingSpacesAtEnd
        comments.append(comment)
        isEmpty = false
        if isFirst {
          after = comment
        } else {
          lines.append(.comment(comment, column: start - lineStart))
        }
      } else if byte.isSpaceOrTab {
        next += 1
      } else if column == 0, source.bytes[next...].starts(with: "\u{FEFF}".utf8) {
        next += 3
      } else {
        return
      }
    }
  }

  /// Takes the comment at the end of the line of the preceding element.
  private mutating func takeAfter() -> String? {
    defer { after = nil }
    return after
  }

  /// Takes the lines that follow, and a comment that nothing else has taken.
  private mutating func takeLines() -> [TriviaLine] {
    let comment = takeAfter().map { [TriviaLine.comment($0, column: 0)] } ?? []
    defer { lines = [] }
    return comment + lines
  }

  /// Takes the comments that belong to the element that ends here, rather than to the following
  /// one.
  ///
  /// Their indentation is at least that of the element, and greater than that of the following
  /// element.
  private mutating func takeComments(from column: Int) -> [TriviaLine] {
    guard !lines.isEmpty else { return [] }
    let follower = byte == nil || isAtMarker ? -1 : self.column
    var taken = 0
    for (offset, line) in lines.enumerated() {
      guard case .comment(_, let found) = line else { continue }
      guard found >= column, found > follower else { break }
      taken = offset + 1
    }
    defer { lines.removeFirst(taken) }
    return Array(lines.prefix(taken))
  }
}

extension Node {
  /// Whether the node takes no space in the text.
  fileprivate var isNothing: Bool { text?.isEmpty == true && range.start == range.end }
}

extension UInt8 {
  /// Whether the byte can be part of the name of an anchor.
  fileprivate var isInName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, .ascii("-"), .ascii("_"): true
    default: false
    }
  }
}

extension String {
  /// The start of the comment in the text of a directive, or the end of the text.
  fileprivate var commentStart: Index { firstRange(of: /[ \t]#/)?.lowerBound ?? endIndex }
}
