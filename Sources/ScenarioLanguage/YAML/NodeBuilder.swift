import CYAML

/// Builds the documents of a text from libyaml's events, and finds what YAML allows but stories
/// don't.
struct NodeBuilder {
  /// The documents that were read to their end.
  private(set) var documents: [Node] = []

  /// What was found on the way, in the order of the text.
  var found: MistakeList

  /// The lines, from 1, on which something was left out that the author wrote.
  var brokenLines = LineSet()

  let map: PositionMap
  let mended: LineSet

  /// The document that is being read.
  var table = NodeTable.Builder()

  var anchors: [String: Anchor] = [:]
  var openAnchors: Set<String> = []
  private var valueCount = 0
  var repeatedCount = 0

  /// What a value that was read takes in the text.
  struct Extent {
    /// Where it ends in the text; for an alias that is not where its node ends.
    var end: Position
    /// How many lists and mappings stand inside each other in it, itself included.
    var height = 0
  }

  /// A value that has a name, and where it got it.
  struct Anchor {
    /// The rows that it takes in the table, or in what was taken out of it.
    var rows: Range<Int>
    var removed: [NodeTable.Row]?
    var extent: Extent
    var place: SourceRange
  }

  /// Why the reading of a text ends.
  enum Stop: Error {
    case syntax(YAMLSyntaxError)
    /// A limit was reached and reported.
    case limit
  }

  /// Creates a builder for the text of a file in which some lines were mended.
  init(_ map: PositionMap, of source: SourceFile, mended: LineSet) {
    self.map = map
    found = MistakeList(for: source, rule: .yamlSyntax)
    self.mended = mended
  }

  /// Reads all documents up to the end or to the first error in the YAML.
  mutating func read() -> YAMLSyntaxError? {
    map.textWithoutMark.withUnsafeBufferPointer { buffer in
      do throws(Stop) {
        try readDocuments(in: buffer)
        return nil
      } catch {
        return if case .syntax(let error) = error { error } else { nil }
      }
    }
  }

  private mutating func readDocuments(in buffer: UnsafeBufferPointer<UInt8>) throws(Stop) {
    var stream: YAMLEventStream
    do { stream = try YAMLEventStream(reading: buffer) } catch { throw .syntax(error) }
    while true {
      try advance(&stream)
      switch stream.kind {
      case .streamEnd, .none: return
      case .documentStart:
        if documents.count == Limits.documents {
          try stop("a file may hold \(Limits.text(Limits.documents)) documents at most", at: stream)
        }
        anchors = [:]
        openAnchors = []
        table = NodeTable.Builder()
        // A value takes about so many bytes of a story.
        if documents.isEmpty {
          table.rows.reserveCapacity(buffer.count / 12 + 1)
          table.words.reserveCapacity(buffer.count / 16 + 1)
        }
        try advance(&stream)
        _ = try value(at: &stream, depth: 1)
        documents.append(Node(table.table, row: 0))
      default: break
      }
    }
  }

  private func advance(_ stream: inout YAMLEventStream) throws(Stop) {
    do { try stream.advance() } catch { throw .syntax(error) }
  }

  /// Reads the value at which the stream stands, to its end.
  private mutating func value(
    at stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Extent {
    valueCount += 1
    if valueCount > Limits.values {
      try stop("a file may hold \(Limits.text(Limits.values)) values at most", at: stream)
    }
    switch stream.kind {
    case .alias: return try alias(at: stream, depth: depth)
    case .scalar: return scalar(at: stream)
    case .sequenceStart, .mappingStart: return try collection(at: &stream, depth: depth)
    default:
      // libyaml never reports anything else where a value belongs.
      throw .limit
    }
  }

  private mutating func scalar(at stream: borrowing YAMLEventStream) -> Extent {
    let style = stream.scalarStyle
    let range = scalarRange(at: stream, style: style)
    let row = table.rows.count
    table.append(.scalar(style), text: stream.scalarText, tag: tag(at: stream), range: range)
    let extent = Extent(end: range.end)
    if let anchor = stream.anchor {
      define(anchor, at: anchorPlace(anchor, at: stream.start), row: row, extent: extent)
    }
    return extent
  }

  private mutating func collection(
    at stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Extent {
    if depth > Limits.nesting { try stopForNesting(at: stream) }
    let mark = stream.start
    let start = map.position(at: mark)
    let anchor = stream.anchor
    let isMapping = stream.kind == .mappingStart
    var extent = Extent(end: map.position(at: stream.end), height: 1)
    let row = table.rows.count
    table.append(
      isMapping ? .mapping : .sequence, tag: tag(at: stream),
      range: SourceRange(start: start, end: start))
    if let anchor { openAnchors.insert(anchor) }
    if isMapping {
      try readEntries(of: row, at: &stream, depth: depth, into: &extent)
    } else {
      try readItems(at: &stream, depth: depth, into: &extent)
    }
    if stream.end.index > stream.start.index { extent.end = map.position(at: stream.end) }
    table.rows[row].count = Int32(table.rows.count - row)
    table.rows[row].range.end = max(start, extent.end)
    if let anchor {
      openAnchors.remove(anchor)
      define(anchor, at: anchorPlace(anchor, at: mark), row: row, extent: extent)
    }
    return extent
  }

  private mutating func readItems(
    at stream: inout YAMLEventStream, depth: Int, into extent: inout Extent
  ) throws(Stop) {
    while true {
      try advance(&stream)
      if stream.kind == .sequenceEnd { return }
      extent.take(try value(at: &stream, depth: depth + 1))
    }
  }

  private mutating func readEntries(
    of row: Int, at stream: inout YAMLEventStream, depth: Int, into extent: inout Extent
  ) throws(Stop) {
    var keys = KeyLines(of: row)
    while true {
      try advance(&stream)
      if stream.kind == .mappingEnd { return }
      let key = table.rows.count
      extent.take(try value(at: &stream, depth: depth + 1))
      try advance(&stream)
      extent.take(try value(at: &stream, depth: depth + 1))
      guard isKey(key) else {
        brokenLines.insert(table.rows[key].range.start.line)
        removeRows(from: key)
        continue
      }
      if let line = keys.line(ofKeyLike: key, in: table) {
        reportRepeatedKey(key, firstLine: line)
      }
    }
  }

  /// Whether a value can be a key of a mapping; reports one that can't.
  private mutating func isKey(_ row: Int) -> Bool {
    guard case .scalar(let style) = table.rows[row].kind else {
      reportComplexKey(row)
      return false
    }
    guard style != .plain || !table.word(ofRow: row).isEmpty else {
      report("there is no key in front of this colon", at: table.rows[row].range)
      return false
    }
    return true
  }

  private func scalarRange(
    at stream: borrowing YAMLEventStream, style: Node.Style
  ) -> SourceRange {
    let (first, last) = (stream.start, stream.end)
    guard style == .literal || style == .folded else { return map.range(first, last) }
    // libyaml ends a block behind the empty lines that follow it.
    let start = map.byte(atScalar: Int(first.index))
    var end = map.byte(atScalar: Int(last.index))
    while end > start + 1, map.bytes[end - 1].isWhiteSpace { end -= 1 }
    return SourceRange(start: map.position(at: first), end: map.position(ofByte: end))
  }
}

extension NodeBuilder.Extent {
  /// Takes note of a value that stands inside this one.
  mutating func take(_ child: NodeBuilder.Extent) {
    end = child.end
    height = max(height, child.height + 1)
  }
}

/// Finds the keys of a mapping that were there before.
private struct KeyLines {
  /// With so few keys, looking at each is faster than a table of them.
  private static let few = 12

  private var lines: [String: Int] = [:]
  private var count = 0
  private var row: Int

  /// Creates the keys of a mapping that stands in a row.
  init(of row: Int) { self.row = row + 1 }

  /// The line of an entry in front of a key that has the same; `nil` where there is none.
  mutating func line(ofKeyLike key: Int, in table: NodeTable.Builder) -> Int? {
    count += 1
    guard count > Self.few else {
      var other = row
      while other < key {
        if table.word(ofRow: other) == table.word(ofRow: key) {
          return table.rows[other].range.start.line
        }
        // A key takes one row.
        other += 1 + Int(table.rows[other + 1].count)
      }
      return nil
    }
    while row < key {
      let text = table.word(ofRow: row)
      if lines[text] == nil { lines[text] = table.rows[row].range.start.line }
      row += 1 + Int(table.rows[row + 1].count)
    }
    return lines[table.word(ofRow: key)]
  }
}
