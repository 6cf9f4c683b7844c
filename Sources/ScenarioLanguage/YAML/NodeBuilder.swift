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

  private var anchors: [String: Anchor] = [:]
  private var openAnchors: Set<String> = []
  private var valueCount = 0
  private var repeatedCount = 0

  /// A value, with what the values around it need to know.
  private struct Part {
    var node: Node
    /// The end of the value in the text; for an alias, this differs from the end of its node.
    var end: Position
    /// The nesting depth of lists and mappings in the value, including itself.
    var height = 0
    /// The number of values in it, including itself.
    var count = 1

    /// Extends the value by a value nested in it, and returns the node of that value.
    mutating func include(_ part: Part) -> Node {
      end = part.end
      height = max(height, part.height + 1)
      count += part.count
      return part.node
    }
  }

  /// A named value.
  private struct Anchor {
    var part: Part
    /// The source range of the name.
    var location: SourceRange
  }

  /// The reason why reading ends early.
  private enum Stop: Error {
    case syntax(YAMLSyntaxError)
    /// Another error, which has already been reported.
    case reported
  }

  /// Creates a builder for the text of a file.
  init(_ map: PositionMap) {
    self.map = map
    found = DiagnosticList(for: map.source, rule: .yamlSyntax)
  }

  /// Reads all documents, up to the end or the first error.
  ///
  /// - Returns: The syntax error that stopped libyaml; `nil` if there is none.
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
        try advance(&stream)
        documents.append(try value(at: &stream, depth: 1).node)
      default: break
      }
    }
  }

  private func advance(_ stream: inout YAMLEventStream) throws(Stop) {
    do { try stream.advance() } catch { throw .syntax(error) }
  }

  /// Reads the current value of the stream to its end.
  private mutating func value(at stream: inout YAMLEventStream, depth: Int) throws(Stop) -> Part {
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

  private mutating func scalar(at stream: borrowing YAMLEventStream) -> Part {
    let style = stream.scalarStyle
    let range = scalarRange(at: stream, style: style)
    let node = Node(.scalar(stream.scalarText, style), tag: tag(at: stream), range: range)
    let part = Part(node: node, end: range.end)
    if let anchor = stream.anchor {
      define(anchor, at: anchorLocation(anchor, at: stream.start), part)
    }
    return part
  }

  private mutating func collection(
    at stream: inout YAMLEventStream, depth: Int
  ) throws(Stop) -> Part {
    if depth > Limits.nesting { try stopForNesting(at: stream) }
    let mark = stream.start
    let start = map.position(at: mark)
    let anchor = stream.anchor
    let isMapping = stream.kind == .mappingStart
    let node = Node(
      .sequence([]), tag: tag(at: stream), range: SourceRange(start: start, end: start))
    var part = Part(node: node, end: map.position(at: stream.end), height: 1)
    if let anchor { openAnchors.insert(anchor) }
    if isMapping {
      part.node.content = .mapping(try entries(at: &stream, depth: depth, of: &part))
    } else {
      part.node.content = .sequence(try items(at: &stream, depth: depth, of: &part))
    }
    if stream.end.index > stream.start.index { part.end = map.position(at: stream.end) }
    part.node.range.end = max(start, part.end)
    if let anchor {
      openAnchors.remove(anchor)
      define(anchor, at: anchorLocation(anchor, at: mark), part)
    }
    return part
  }

  private mutating func items(
    at stream: inout YAMLEventStream, depth: Int, of part: inout Part
  ) throws(Stop) -> [Node] {
    var items: [Node] = []
    while true {
      try advance(&stream)
      if stream.kind == .sequenceEnd { return items }
      items.append(part.include(try value(at: &stream, depth: depth + 1)))
    }
  }

  private mutating func entries(
    at stream: inout YAMLEventStream, depth: Int, of part: inout Part
  ) throws(Stop) -> [Node.Entry] {
    var entries: [Node.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      try advance(&stream)
      if stream.kind == .mappingEnd { return entries }
      let key = part.include(try value(at: &stream, depth: depth + 1))
      try advance(&stream)
      let value = part.include(try value(at: &stream, depth: depth + 1))
      let text = try text(ofKey: key)
      if let line = lines[text] { reportRepeatedKey(text, at: key.range, firstLine: line) }
      lines[text] = lines[text] ?? key.range.start.line
      entries.append(Node.Entry(key: key, value: value))
    }
  }

  /// Returns the text of a key, or reports a value that can't be one.
  private mutating func text(ofKey key: Node) throws(Stop) -> String {
    guard let text = key.text else {
      report(
        "a key is a text, but this is \(key.items == nil ? "a mapping" : "a list")", at: key.range,
        hints: ["Put it in quotes if it is meant as a text."])
      throw .reported
    }
    if key.style == .plain, text.isEmpty {
      report("there is no key before this colon", at: key.range)
      throw .reported
    }
    if key.style == .plain, text == "<<" {
      report(
        "merge keys are not supported", at: key.range,
        hints: ["Write the keys here, or repeat a whole value, such as: settings: *name"])
      throw .reported
    }
    return text
  }

  private func scalarRange(at stream: borrowing YAMLEventStream, style: Node.Style) -> SourceRange {
    let (first, last) = (stream.start, stream.end)
    guard style == .literal || style == .folded else { return map.range(first, last) }
    // libyaml includes the empty lines after a block.
    let start = map.byte(atScalar: Int(first.index))
    var end = map.byte(atScalar: Int(last.index))
    while end > start + 1, map.source.bytes[end - 1].isWhiteSpace { end -= 1 }
    return SourceRange(start: map.position(at: first), end: map.position(ofByte: end))
  }
}

// MARK: - Tags, anchors and aliases

extension NodeBuilder {
  /// Returns the tag as written, because libyaml returns it only with its handle expanded.
  private func tag(at stream: borrowing YAMLEventStream) -> String? {
    guard let resolved = stream.tag else { return nil }
    var rest = map.source.bytes[map.byte(atScalar: Int(stream.start.index))...]
    if rest.first == .ascii("&") {
      rest = rest.drop { !$0.isWhiteSpace }.drop { $0.isWhiteSpace }
    }
    guard rest.first == .ascii("!") else { return resolved }
    let ends = rest.endsOfTag
    let written = rest.prefix { !$0.isWhiteSpace && !ends.contains($0) }
    return String(decoding: written, as: UTF8.self)
  }

  /// Defines an anchor for a value.
  private mutating func define(_ name: String, at location: SourceRange, _ part: Part) {
    if let first = anchors[name] {
      report(
        "the anchor \"&\(name)\" already exists on line \(first.location.start.line)",
        at: location,
        hints: ["Give one of the two another name."])
    } else {
      anchors[name] = Anchor(part: part, location: location)
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
    return map.range(index, index + length)
  }

  /// Replaces an alias with a copy of the value that it repeats.
  private mutating func alias(
    at stream: borrowing YAMLEventStream, depth: Int
  ) throws(Stop) -> Part {
    let name = stream.anchor ?? ""
    let range = map.range(stream.start, stream.end)
    guard let anchor = anchors[name] else {
      reportUnknownAlias(name, at: range)
      return Part(node: Node(.scalar("*\(name)", .plain), range: range), end: range.end)
    }
    repeatedCount += anchor.part.count
    if repeatedCount > Limits.repeatedValues {
      let limit = Limits.text(Limits.repeatedValues)
      try stop("the aliases of a file may repeat \(limit) values at most", at: stream)
    }
    if depth - 1 + anchor.part.height > Limits.nesting { try stopForNesting(at: stream) }
    var part = anchor.part
    part.end = range.end
    return part
  }

  private mutating func reportUnknownAlias(_ name: String, at range: SourceRange) {
    if openAnchors.contains(name) {
      report("the alias \"*\(name)\" is inside the value that it repeats", at: range)
      return
    }
    let near = NearestText.suggestions(for: name, among: anchors.keys, limit: 1)
    report(
      "no anchor \"&\(name)\" is defined above this alias", at: range,
      hints: near.map { didYouMean("*\($0)") }
        + ["Put the text in quotes if it is meant to begin with *."])
  }
}

// MARK: - Reporting

extension NodeBuilder {
  private mutating func report(
    _ message: String, at range: SourceRange, rule: Diagnostic.Rule? = nil, hints: [String] = []
  ) {
    found.report(message, at: range, rule: rule, hints: hints)
  }

  private mutating func stop(_ message: String, at stream: borrowing YAMLEventStream) throws(Stop) {
    report(message, at: map.range(stream.start, stream.end))
    throw .reported
  }

  private mutating func stopForNesting(at stream: borrowing YAMLEventStream) throws(Stop) {
    try stop("lists and mappings may be nested \(Limits.nesting) levels deep at most", at: stream)
  }

  private mutating func reportRepeatedKey(_ key: String, at range: SourceRange, firstLine: Int) {
    let isStepKeyword = ["given", "when", "then"].contains(key)
    report(
      "the key \"\(key)\" already exists on line \(firstLine)", at: range,
      rule: .repeatedKey,
      hints: isStepKeyword
        ? ["Write several sentences as a list, or \"steps:\" for another order."]
        : range.start.column == 1
          ? ["Write each key once, or \"---\" on a line before a second story."]
          : ["Write each key once."])
  }
}
