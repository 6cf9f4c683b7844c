import CYAML
import DisplayText

/// Builds the documents of a text from libyaml's events, and reports valid YAML that is not allowed
/// in stories.
struct NodeBuilder {
  /// The documents that were read completely.
  private(set) var documents: [Node] = []

  /// The diagnostics, in the order of the text.
  private(set) var found: DiagnosticList

  private let map: PositionMap

  /// The document that is being read.
  private var table = NodeTable.Builder()

  private var anchors: [String: Anchor] = [:]
  private var openAnchors: Set<String> = []
  private var valueCount = 0
  private var repeatedCount = 0

  /// The end and the nesting depth of a value.
  fileprivate struct Extent {
    /// The end of the value in the text; for an alias, this differs from the end of its node.
    var end: Position
    /// The nesting depth of lists and mappings in the value, including itself.
    var height = 0

    /// Extends the value by a value nested in it.
    mutating func include(_ child: Self) {
      (end, height) = (child.end, max(height, child.height + 1))
    }
  }

  /// A named value: its rows in the table, and the source range of its name.
  private typealias Anchor = (rows: Range<Int>, extent: Extent, location: SourceRange)

  /// The reason why reading ends early.
  private enum Stop: Error {
    case syntax(YAMLSyntaxError)
    /// Another error, which has already been reported.
    case reported
  }

  /// Creates a builder for the text of a file.
  init(_ map: PositionMap) {
    (self.map, found) = (map, DiagnosticList(for: map.source, rule: .yamlSyntax))
  }

  /// Reads all documents, up to the end or the first error.
  ///
  /// - Returns: The syntax error that stopped libyaml; `nil` if there is none.
  mutating func read() -> YAMLSyntaxError? {
    map.textWithoutMark.withUnsafeBufferPointer { buffer in
      do throws(Stop) {
        try readDocuments(in: buffer)
        return nil
      } catch { return if case .syntax(let error) = error { error } else { nil } }
    }
  }

  private mutating func readDocuments(in buffer: UnsafeBufferPointer<UInt8>) throws(Stop) {
    var stream = YAMLEventStream(reading: buffer)
    while true {
      try advance(&stream)
      switch stream.kind {
      case .streamEnd, .none: return
      case .documentStart:
        if documents.count == Limits.documents {
          try stop("a file may hold \(Limits.text(Limits.documents)) documents at most", at: stream)
        }
        anchors = [:]
        (openAnchors, table) = ([], NodeTable.Builder())
        // The average number of bytes per value and per text in stories.
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

  /// Reads the current value of the stream to its end.
  private mutating func value(at stream: inout YAMLEventStream, depth: Int) throws(Stop) -> Extent {
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
      throw .reported
    }
  }

  private mutating func scalar(at stream: borrowing YAMLEventStream) -> Extent {
    let style = stream.scalarStyle
    let (range, row) = (scalarRange(at: stream, style: style), table.rows.count)
    table.append(.scalar(style), text: stream.scalarText, tag: tag(at: stream), range: range)
    let extent = Extent(end: range.end)
    if let anchor = stream.anchor {
      define(anchor, at: anchorLocation(anchor, at: stream.start), row: row, extent: extent)
    }
    return extent
  }

  private mutating func collection(
    at stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Extent {
    if depth > Limits.nesting { try stopForNesting(at: stream) }
    let mark = stream.start
    let start = map.position(at: mark)
    let (anchor, isMapping) = (stream.anchor, stream.kind == .mappingStart)
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
      define(anchor, at: anchorLocation(anchor, at: mark), row: row, extent: extent)
    }
    return extent
  }

  private mutating func readItems(
    at stream: inout YAMLEventStream, depth: Int, into extent: inout Extent
  ) throws(Stop) {
    while true {
      try advance(&stream)
      if stream.kind == .sequenceEnd { return }
      extent.include(try value(at: &stream, depth: depth + 1))
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
      extent.include(try value(at: &stream, depth: depth + 1))
      try advance(&stream)
      extent.include(try value(at: &stream, depth: depth + 1))
      try checkKey(key)
      if let line = keys.line(ofKeyLike: key, in: table) { reportRepeatedKey(key, firstLine: line) }
    }
  }

  /// Reports a value that can't be a key of a mapping.
  private mutating func checkKey(_ row: Int) throws(Stop) {
    let range = table.rows[row].range
    guard case .scalar(let style) = table.rows[row].kind else {
      let kind = table.rows[row].kind == .sequence ? "a list" : "a mapping"
      found.report(
        "a key is a text, but this is \(kind)", at: range,
        hints: ["Put it in quotes to use it as text."])
      throw .reported
    }
    if style == .plain, table.word(ofRow: row).isEmpty {
      found.report("there is no key before this colon", at: range)
      throw .reported
    }
    if style == .plain, table.word(ofRow: row) == "<<" {
      found.report(
        "merge keys are not supported", at: range,
        hints: ["Write the keys here, or repeat a whole value, such as: settings: *name"])
      throw .reported
    }
  }

  private func scalarRange(at stream: borrowing YAMLEventStream, style: Node.Style) -> SourceRange {
    let (first, last) = (stream.start, stream.end)
    guard style == .literal || style == .folded else { return map.range(first, last) }
    // libyaml includes the empty lines after a block.
    let start = map.byte(atScalar: Int(first.index))
    var end = map.byte(atScalar: Int(last.index))
    while end > start + 1, map.source.bytes[end - 1].isWhiteSpace { end -= 1 }
    return SourceRange(start: map.position(at: first), end: map.source.position(atOffset: end))
  }

  // MARK: - Tags, anchors and aliases

  /// Returns the tag as written, because libyaml returns it only with its handle expanded.
  private func tag(at stream: borrowing YAMLEventStream) -> String? {
    guard let resolved = stream.tag else { return nil }
    var rest = map.source.bytes[map.byte(atScalar: Int(stream.start.index))...]
    if rest.first == .ascii("&") { rest = rest.drop { !$0.isWhiteSpace }.drop { $0.isWhiteSpace } }
    guard rest.first == .ascii("!") else { return resolved }
    let ends = rest.endsOfTag
    return String(decoding: rest.prefix { !$0.isWhiteSpace && !ends.contains($0) }, as: UTF8.self)
  }

  /// Defines an anchor for the value in a row.
  private mutating func define(_ name: String, at location: SourceRange, row: Int, extent: Extent) {
    if let first = anchors[name] {
      found.report(
        "the anchor \"&\(name)\" already exists on line \(first.location.start.line)", at: location,
        hints: ["Give one of the two another name."])
    } else {
      anchors[name] = (row..<table.rows.count, extent, location)
    }
  }

  /// Returns the range of `&name` before a value, which can be before or after the tag.
  private func anchorLocation(_ name: String, at mark: yaml_mark_t) -> SourceRange {
    let length = name.unicodeScalars.count + 1
    var index = Int(mark.index)
    if map.source.bytes.indices.contains(map.byte(atScalar: index)),
      map.source.bytes[map.byte(atScalar: index)] == .ascii("!")
    {
      let rest = map.source.bytes[map.byte(atScalar: index)...].prefix(1_024)
      let tag = rest.prefix { !$0.isWhiteSpace }
      let gap = rest.dropFirst(tag.count).prefix { $0.isWhiteSpace }
      index += tag.reduce(0) { $0 + ($1.isContinuation ? 0 : 1) } + gap.count
    }
    return SourceRange(
      start: map.position(atScalar: index), end: map.position(atScalar: index + length))
  }

  /// Replaces an alias with a copy of the value that it repeats.
  private mutating func alias(
    at stream: borrowing YAMLEventStream, depth: Int
  ) throws(Stop) -> Extent {
    let (name, range) = (stream.anchor ?? "", map.range(stream.start, stream.end))
    guard let anchor = anchors[name] else {
      reportUnknownAlias(name, at: range)
      table.append(.scalar(.plain), text: "*\(name)", tag: nil, range: range)
      return Extent(end: range.end)
    }
    repeatedCount += anchor.rows.count
    if repeatedCount > Limits.repeatedValues {
      let limit = Limits.text(Limits.repeatedValues)
      try stop("the aliases of a file may repeat \(limit) values at most", at: stream)
    }
    if depth - 1 + anchor.extent.height > Limits.nesting { try stopForNesting(at: stream) }
    // Copied row by row, because slicing the table first would copy all of it.
    for row in anchor.rows { table.rows.append(table.rows[row]) }
    return Extent(end: range.end, height: anchor.extent.height)
  }

  private mutating func reportUnknownAlias(_ name: String, at range: SourceRange) {
    if openAnchors.contains(name) {
      return found.report("the alias \"*\(name)\" is inside the value that it repeats", at: range)
    }
    let near = NearestText.suggestions(for: name, among: anchors.keys, limit: 1)
    found.report(
      "no anchor \"&\(name)\" is defined above this alias", at: range,
      hints: near.map { didYouMean("*\($0)") }
        + ["Put the text in quotes to begin it with *."])
  }

  // MARK: - Reporting

  private mutating func stop(_ text: Message, at stream: borrowing YAMLEventStream) throws(Stop) {
    found.report(text, at: map.range(stream.start, stream.end))
    throw .reported
  }

  private mutating func stopForNesting(at stream: borrowing YAMLEventStream) throws(Stop) {
    try stop("lists and mappings may be nested \(Limits.nesting) levels deep at most", at: stream)
  }

  private mutating func reportRepeatedKey(_ row: Int, firstLine: Int) {
    let (key, range) = (table.word(ofRow: row), table.rows[row].range)
    let isStepKeyword = ["given", "when", "then"].contains(key)
    found.report(
      "the key \"\(key)\" already exists on line \(firstLine)", at: range, rule: .repeatedKey,
      hints: isStepKeyword
        ? ["Write several sentences as a list, or \"steps:\" for another order."]
        : range.start.column == 1
          ? ["Write each key once, or \"---\" on a line before a second story."]
          : ["Write each key once."])
  }
}
