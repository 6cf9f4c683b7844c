extension NodeBuilder {
  /// The tag as it is written; libyaml only tells it with its handle spelt out.
  func tag(_ properties: YAMLEvent.Properties, at event: YAMLEvent) -> String? {
    guard let resolved = properties.tag else { return nil }
    var rest = map.bytes[map.byte(atScalar: event.start)...]
    if rest.first == .ascii("&") {
      rest = rest.drop { !$0.isWhiteSpace }.drop { $0.isWhiteSpace }
    }
    guard rest.first == .ascii("!") else { return resolved }
    let ends: [UInt8] = rest.dropFirst().first == .ascii("<") ? [] : Array(",[]{}".utf8)
    let written = rest.prefix { !$0.isWhiteSpace && !ends.contains($0) }
    return String(decoding: written, as: UTF8.self)
  }

  mutating func define(
    _ properties: YAMLEvent.Properties, at event: YAMLEvent, as built: Built
  ) -> Built {
    guard let name = properties.anchor else { return built }
    let place = anchorPlace(name, at: event)
    if let first = anchors[name] {
      report(
        "the anchor \"&\(name)\" is there already, on line \(first.place.start.line)", at: place,
        remedies: ["Give one of the two another name."])
    } else {
      anchors[name] = Anchor(built: built, place: place)
    }
    return built
  }

  /// The place of `&name`, which may stand in front of the tag or behind it.
  private func anchorPlace(_ name: String, at event: YAMLEvent) -> SourceRange {
    let length = name.unicodeScalars.count + 1
    var index = event.start
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

  mutating func alias(
    _ name: String, at event: YAMLEvent, depth: Int
  ) throws(Stop) -> Built {
    let range = map.range(event.start, event.end)
    guard var built = anchors[name]?.built else {
      reportUnknownAlias(name, at: range)
      brokenLines.insert(range.start.line)
      return Built(node: Node(.scalar("*\(name)", .plain), range: range), end: range.end)
    }
    repeatedCount += built.count
    if repeatedCount > Limits.repeatedValues {
      let limit = Limits.text(Limits.repeatedValues)
      try stop("the aliases of a file may repeat \(limit) values at most", at: event)
    }
    if depth - 1 + built.height > Limits.nesting { try stopForNesting(at: event) }
    built.end = range.end
    return built
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
