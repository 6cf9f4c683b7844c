import CYAML

extension NodeBuilder {
  /// The tag as it is written; libyaml only tells it with its handle spelt out.
  func tag(at stream: borrowing YAMLEventStream) -> String? {
    guard let resolved = stream.tag else { return nil }
    var rest = map.bytes[map.byte(atScalar: Int(stream.start.index))...]
    if rest.first == .ascii("&") {
      rest = rest.drop { !$0.isWhiteSpace }.drop { $0.isWhiteSpace }
    }
    guard rest.first == .ascii("!") else { return resolved }
    let ends: [UInt8] = rest.dropFirst().first == .ascii("<") ? [] : Array(",[]{}".utf8)
    let written = rest.prefix { !$0.isWhiteSpace && !ends.contains($0) }
    return String(decoding: written, as: UTF8.self)
  }

  /// Gives the value in a row a name.
  mutating func define(_ name: String, at place: SourceRange, row: Int, extent: Extent) {
    if let first = anchors[name] {
      report(
        "the anchor \"&\(name)\" is there already, on line \(first.place.start.line)", at: place,
        remedies: ["Give one of the two another name."])
    } else {
      anchors[name] = Anchor(rows: row..<table.rows.count, extent: extent, place: place)
    }
  }

  /// Takes values out of the document, whose names stay known all the same.
  mutating func removeRows(from start: Int) {
    let names = anchors.filter { $0.value.removed == nil && $0.value.rows.lowerBound >= start }.keys
    let removed = names.isEmpty ? [] : Array(table.rows[start...])
    for name in names {
      guard let rows = anchors[name]?.rows else { continue }
      anchors[name]?.removed = removed
      anchors[name]?.rows = rows.lowerBound - start..<rows.upperBound - start
    }
    table.rows.removeSubrange(start...)
  }

  /// The place of `&name` in front of a value, which may stand in front of the tag or behind it.
  func anchorPlace(_ name: String, at mark: yaml_mark_t) -> SourceRange {
    let length = name.unicodeScalars.count + 1
    var index = Int(mark.index)
    if map.bytes.indices.contains(map.byte(atScalar: index)),
      map.bytes[map.byte(atScalar: index)] == .ascii("!")
    {
      let rest = map.bytes[map.byte(atScalar: index)...].prefix(1_024)
      let tag = rest.prefix { !$0.isWhiteSpace }
      let gap = rest.dropFirst(tag.count).prefix { $0.isWhiteSpace }
      index += tag.reduce(0) { $0 + ($1.isContinuation ? 0 : 1) } + gap.count
    }
    return map.range(index, index + length)
  }

  /// Puts what a name stands for in the place of an alias.
  mutating func alias(
    at stream: borrowing YAMLEventStream, depth: Int
  ) throws(Stop) -> Extent {
    let name = stream.anchor ?? ""
    let range = map.range(stream.start, stream.end)
    guard let anchor = anchors[name] else {
      reportUnknownAlias(name, at: range)
      brokenLines.insert(range.start.line)
      table.append(.scalar(.plain), text: "*\(name)", tag: nil, range: range)
      return Extent(end: range.end)
    }
    repeatedCount += anchor.rows.count
    if repeatedCount > Limits.repeatedValues {
      let limit = Limits.text(Limits.repeatedValues)
      try stop("the aliases of a file may repeat \(limit) values at most", at: stream)
    }
    if depth - 1 + anchor.extent.height > Limits.nesting { try stopForNesting(at: stream) }
    // One by one, since to take a part of the table out first would copy all of it.
    for row in anchor.rows { table.rows.append(anchor.removed?[row] ?? table.rows[row]) }
    return Extent(end: range.end, height: anchor.extent.height)
  }

  private mutating func reportUnknownAlias(_ name: String, at range: SourceRange) {
    if openAnchors.contains(name) {
      report("the alias \"*\(name)\" stands inside what it repeats", at: range)
      return
    }
    let near = NearestText.suggestions(for: name, among: anchors.keys, limit: 1)
    report(
      "no anchor \"&\(name)\" stands above this alias", at: range,
      remedies: near.map { "Did you mean: *\($0)" }
        + ["Put the text in quotes if it is meant to begin with *."])
  }
}
