/// Reads the layout of a file: the text between the values that libyaml returned.
struct SyntaxReader {
  /// An error if the file doesn't contain the values in that order.
  struct Failure: Error {}

  /// The maximum length, in Unicode scalars, of a key that libyaml accepts without a `?`.
  private static let keyLength = 1_000

  /// Whether every key so far can be written before its colon, on one line and without a `?`.
  private(set) var hasPlainKeys = true

  /// The comments so far.
  var comments: [String] { scanner.comments }

  /// The tags, anchors, aliases, document markers and directives so far.
  private(set) var marks: [String] = []

  private let source: SourceFile
  private var scanner: TriviaScanner

  init(_ source: SourceFile) { (self.source, scanner) = (source, TriviaScanner(source)) }

  /// Reads the file, which contains some documents.
  mutating func parts(of documents: [Node]) throws(Failure) -> [SyntaxTree.Part] {
    var parts: [SyntaxTree.Part] = []
    scanner.advance(to: source.byteOrderMarkLength, isLineStart: true)
    for document in documents where !document.isNothing {
      while scanner.next < document.range.start.offset { parts.append(try line()) }
      parts.append(.value(try value(document, inColumn: -1)))
    }
    while scanner.byte != nil { parts.append(try line()) }
    parts.append(.end(scanner.takeLines()))
    return parts
  }

  /// Reads a document marker or a directive.
  private mutating func line() throws(Failure) -> SyntaxTree.Part {
    guard scanner.isAtMarker || scanner.byte == .ascii("%") else { throw Failure() }
    let above = scanner.takeLines()
    let rest = source.text(scanner.next..<source.lineRange(at: scanner.next).upperBound)
    let text =
      scanner.isAtMarker ? String(rest.prefix(3)) : String(rest.prefix(upTo: rest.commentStart))
    marks.append(text.droppingSpacesAtEnd.replacing(/[ \t]+/, with: " "))
    scanner.advance(to: scanner.next + text.droppingSpacesAtEnd.utf8.count)
    return .line(marks.last ?? "", above: above, after: scanner.takeAfter())
  }

  // MARK: - Values

  /// Reads a value and its surroundings.
  ///
  /// - Parameter column: The column of the enclosing list or mapping; `nil` within brackets and for
  ///   keys.
  private mutating func value(_ node: Node, inColumn column: Int?) throws(Failure) -> SyntaxNode {
    var value = SyntaxNode(node)
    gather(into: &value, isFollowed: !node.isNothing)
    value.start = scanner.end
    // An alias has the range of the value that it repeats, which is above it.
    if !node.isNothing, node.range.start.offset < scanner.next {
      guard scanner.byte == .ascii("*") else { throw Failure() }
      (value.form, value.texts) = (.alias, [word { !$0.isInName }])
    } else if !node.isNothing {
      guard node.range.start.offset == scanner.next else { throw Failure() }
      let key = node.entries?.first?.key.range.start.offset
      // Tags and anchors at the start of the first key belong to the key.
      while scanner.next < node.range.end.offset, key != scanner.next,
        scanner.byte == .ascii("&") || scanner.byte == .ascii("!")
      {
        value.properties.append(property())
        // A comment after a tag without a value follows it, as it would follow a value.
        guard scanner.next < node.range.end.offset else { break }
        gather(into: &value, isFollowed: true)
      }
      value.contentStart = scanner.next
      if scanner.next < node.range.end.offset { try readContent(of: &value, inColumn: column) }
    }
    value.end = scanner.end
    if value.form == .empty, let column { value.below = scanner.takeComments(from: column + 1) }
    if value.form != .lines, value.form != .pair { value.trailing = scanner.takeAfter() }
    return value
  }

  /// Takes the comments before a value, if there is one.
  private mutating func gather(into value: inout SyntaxNode, isFollowed: Bool) {
    if isFollowed { value.isOnOwnLine = value.isOnOwnLine || scanner.hasBreak }
    if value.hasNothingBefore { value.opening = scanner.takeAfter() }
    if isFollowed { value.above += scanner.takeLines() }
  }

  private mutating func property() -> String {
    if scanner.byte == .ascii("&") { return word { !$0.isInName } }
    let ends = source.bytes[scanner.next...].endsOfTag
    return word { ends.contains($0) }
  }

  /// Reads an anchor, a tag or an alias, starting at its sign.
  private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
    var end = scanner.next + 1
    while !source.isSpaceOrEnd(at: end), !isEnd(source.bytes[end]) { end += 1 }
    let word = source.text(scanner.next..<end)
    marks.append(word)
    scanner.advance(to: end)
    return word
  }

  private mutating func readContent(
    of value: inout SyntaxNode, inColumn column: Int?
  ) throws(Failure) {
    let end = value.node.range.end.offset
    switch (value.node.style, scanner.byte) {
    case (.literal, _), (.folded, _):
      let end = source.endOfBlock(endingAt: end)
      let block = TextBlock(source.text(scanner.next..<end), inColumn: column ?? -1)
      value.form = .block(block)
      scanner.comments += block.comment.map { [$0] } ?? []
      scanner.advance(to: end, isLineStart: true)
      if block.blankLinesAfter > 0 { scanner.insert(.space) }
    case (let style?, _):
      value.form = .text(style)
      value.texts = Self.lines(of: source.text(scanner.next..<end), style)
      scanner.advance(to: end)
    case (nil, .ascii("[")), (nil, .ascii("{")): try readBrackets(of: &value)
    case (nil, _):
      value.form = value.isMapping && column == nil ? .pair : .lines
      let inner = column.map { _ in scanner.column }
      try readMembers(of: &value, inColumn: inner)
      if let inner { value.below = scanner.takeComments(from: inner) }
    }
  }

  /// Reads a list or a mapping in brackets; a comment after its first bracket becomes its opening
  /// comment.
  private mutating func readBrackets(of value: inout SyntaxNode) throws(Failure) {
    value.form = .brackets
    scanner.advance(to: scanner.next + 1)
    if value.hasNothingBefore { value.opening = scanner.takeAfter() }
    try readMembers(of: &value, inColumn: nil)
    // An empty list has no line of its own for comments.
    let lines = scanner.takeLines()
    if value.members.isEmpty { value.above += lines } else { value.below = lines }
    try scanner.take(value.isMapping ? .ascii("}") : .ascii("]"))
  }

  private mutating func readMembers(
    of value: inout SyntaxNode, inColumn column: Int?
  ) throws(Failure) {
    for item in value.node.items.map(Array.init) ?? [] {
      var member = SyntaxMember(
        above: scanner.takeLines(), start: scanner.next, value: SyntaxNode(item))
      if value.form != .brackets { try scanner.take(.ascii("-")) }
      member.value = try self.value(item, inColumn: column)
      add(member, to: &value)
    }
    for entry in value.node.entries.map(Array.init) ?? [] {
      add(try member(entry, inColumn: column), to: &value)
    }
  }

  private mutating func add(_ member: SyntaxMember, to value: inout SyntaxNode) {
    var member = member
    member.end = value.form == .brackets ? member.value.end : scanner.end
    if value.form == .brackets { takeComma(after: &member) }
    value.members.append(member)
  }

  private mutating func takeComma(after member: inout SyntaxMember) {
    guard scanner.byte == .ascii(",") else { return }
    scanner.advance(to: scanner.next + 1)
    guard let comment = scanner.takeAfter() else { return }
    if member.value.trailing == nil, member.value.opening == nil {
      member.value.trailing = comment
    } else {
      scanner.insert(.comment(comment, column: 0))
    }
  }

  /// Reads a key and its value.
  private mutating func member(
    _ entry: Node.Entry, inColumn column: Int?
  ) throws(Failure) -> SyntaxMember {
    var member = SyntaxMember(
      above: scanner.takeLines(), start: scanner.next, value: SyntaxNode(entry.value))
    if scanner.byte == .ascii("?"), entry.key.range.start.offset != scanner.next {
      scanner.advance(to: scanner.next + 1)
    }
    var key = try value(entry.key, inColumn: nil)
    let isFollowed = column == nil || source.isSpaceOrEnd(at: scanner.next + 1)
    let hasColon = scanner.byte == .ascii(":") && isFollowed
    if !hasColon {
      (member.value.trailing, key.trailing) = (key.trailing, nil)
      member.value.end = key.end
    }
    hasPlainKeys =
      hasPlainKeys && key.hasNothingBeside && key.texts.count == 1
      && (key.properties + key.texts).reduce(-1) { $0 + $1.unicodeScalars.count + 1 }
        < Self.keyLength
    member.key = key
    guard hasColon else { return member }
    if !scanner.takeLines().isEmpty { hasPlainKeys = false }
    member.colon = scanner.next
    try scanner.take(.ascii(":"))
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

extension Node {
  /// Whether the node takes no space in the text.
  fileprivate var isNothing: Bool { text?.isEmpty == true && range.start == range.end }
}

extension UInt8 {
  /// Whether the byte can be part of the name of an anchor.
  fileprivate var isInName: Bool {
    0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self || self == .ascii("-")
      || self == .ascii("_")
  }
}

extension String {
  /// The start of the comment in the text of a directive, or the end of the text.
  fileprivate var commentStart: Index { firstRange(of: /[ \t]#/)?.lowerBound ?? endIndex }
}
