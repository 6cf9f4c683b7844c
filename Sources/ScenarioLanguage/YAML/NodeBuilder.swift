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
  var anchors: [String: Anchor] = [:]
  var openAnchors: Set<String> = []
  private var valueCount = 0
  var repeatedCount = 0

  /// A node and what it needs to be put into another.
  struct Built {
    var node: Node
    /// Where it ends in the text; for an alias that is not where its node ends.
    var end: Position
    /// How many values it holds, itself included.
    var count = 1
    /// How many lists and mappings stand inside each other in it, itself included.
    var height = 0
  }

  /// A value that has a name, and where it got it.
  struct Anchor {
    var built: Built
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
      let event = try next(&stream)
      switch event.kind {
      case .streamEnd: return
      case .documentStart:
        if documents.count == Limits.documents {
          try stop("a file may hold \(Limits.text(Limits.documents)) documents at most", at: event)
        }
        anchors = [:]
        openAnchors = []
        documents.append(try value(at: try next(&stream), from: &stream, depth: 1).node)
      default: break
      }
    }
  }

  private func next(_ stream: inout YAMLEventStream) throws(Stop) -> YAMLEvent {
    do { return try stream.next() } catch { throw .syntax(error) }
  }

  private mutating func value(
    at event: YAMLEvent, from stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Built {
    valueCount += 1
    if valueCount > Limits.values {
      try stop("a file may hold \(Limits.text(Limits.values)) values at most", at: event)
    }
    switch event.kind {
    case .alias(let name): return try alias(name, at: event, depth: depth)
    case .scalar(let text, let style, let properties):
      let range = scalarRange(of: event, style: style)
      let node = Node(.scalar(text, style), tag: tag(properties, at: event), range: range)
      return define(properties, at: event, as: Built(node: node, end: range.end))
    case .sequenceStart(let properties):
      return try collection(properties, at: event, depth: depth) { (builder) throws(Stop) in
        try builder.sequence(at: event, from: &stream, depth: depth)
      }
    case .mappingStart(let properties):
      return try collection(properties, at: event, depth: depth) { (builder) throws(Stop) in
        try builder.mapping(at: event, from: &stream, depth: depth)
      }
    default:
      // libyaml never reports anything else where a value belongs.
      throw .limit
    }
  }

  private mutating func collection(
    _ properties: YAMLEvent.Properties, at event: YAMLEvent, depth: Int,
    read: (inout NodeBuilder) throws(Stop) -> Built
  ) throws(Stop) -> Built {
    if depth > Limits.nesting { try stopForNesting(at: event) }
    if let anchor = properties.anchor { openAnchors.insert(anchor) }
    var built = try read(&self)
    if let anchor = properties.anchor { openAnchors.remove(anchor) }
    let start = map.position(atScalar: event.start)
    built.node.tag = tag(properties, at: event)
    built.node.range = SourceRange(start: start, end: max(start, built.end))
    return define(properties, at: event, as: built)
  }

  private mutating func sequence(
    at start: YAMLEvent, from stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Built {
    var items: [Node] = []
    var built = Built(emptyAt: map.position(atScalar: start.end))
    while true {
      let event = try next(&stream)
      if case .sequenceEnd = event.kind {
        if event.end > event.start { built.end = map.position(atScalar: event.end) }
        built.node.content = .sequence(items)
        return built
      }
      let item = try value(at: event, from: &stream, depth: depth + 1)
      items.append(item.node)
      built.take(item)
    }
  }

  private mutating func mapping(
    at start: YAMLEvent, from stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Built {
    var entries: [Node.Entry] = []
    var keys = KeyLines()
    var built = Built(emptyAt: map.position(atScalar: start.end))
    while true {
      let event = try next(&stream)
      if case .mappingEnd = event.kind {
        if event.end > event.start { built.end = map.position(atScalar: event.end) }
        built.node.content = .mapping(entries)
        return built
      }
      let key = try value(at: event, from: &stream, depth: depth + 1)
      let value = try value(at: try next(&stream), from: &stream, depth: depth + 1)
      built.take(key)
      built.take(value)
      guard let text = key.node.text else {
        reportComplexKey(key.node)
        brokenLines.insert(key.node.range.start.line)
        continue
      }
      if text.isEmpty, case .scalar(_, .plain) = key.node.content {
        report("there is no key in front of this colon", at: key.node.range)
        brokenLines.insert(key.node.range.start.line)
        continue
      }
      if let line = keys.line(of: text, among: entries) {
        reportRepeatedKey(key.node, text: text, firstLine: line)
      }
      entries.append(Node.Entry(key: key.node, value: value.node))
    }
  }

  private func scalarRange(of event: YAMLEvent, style: Node.Style) -> SourceRange {
    guard style == .literal || style == .folded else { return map.range(event.start, event.end) }
    // libyaml ends a block behind the empty lines that follow it.
    let start = map.byte(atScalar: event.start)
    var end = map.byte(atScalar: event.end)
    while end > start + 1, [.blank, .tab, .lineFeed, .carriageReturn].contains(map.bytes[end - 1]) {
      end -= 1
    }
    return SourceRange(
      start: map.position(atScalar: event.start), end: map.position(ofByte: end))
  }
}

extension NodeBuilder.Built {
  /// A list or mapping that has nothing in it yet, and gets its range and content later.
  init(emptyAt end: Position) {
    self.init(
      node: Node(.sequence([]), range: SourceRange(start: end, end: end)), end: end, height: 1)
  }

  /// Takes note of a value that is put into this one.
  mutating func take(_ child: NodeBuilder.Built) {
    end = child.end
    count += child.count
    height = max(height, child.height + 1)
  }
}

/// Finds the keys of a mapping that were there before.
private struct KeyLines {
  /// With so few keys, looking at each is faster than a table of them.
  private static let few = 12

  private var lines: [String: Int] = [:]
  private var known = 0

  /// The line of the first entry with a key; `nil` where there is none yet.
  mutating func line(of text: String, among entries: [Node.Entry]) -> Int? {
    guard entries.count > Self.few else {
      return entries.first { $0.key.text == text }?.key.range.start.line
    }
    for entry in entries[known...] {
      guard let text = entry.key.text, lines[text] == nil else { continue }
      lines[text] = entry.key.range.start.line
    }
    known = entries.count
    return lines[text]
  }
}
