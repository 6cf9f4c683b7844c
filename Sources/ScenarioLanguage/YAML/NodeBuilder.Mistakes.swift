extension NodeBuilder {
  mutating func report(
    _ message: String, at range: SourceRange, rule: Mistake.Rule? = nil, remedies: [String] = []
  ) {
    found.report(message, at: range, rule: rule, remedies: remedies)
  }

  mutating func stop(_ message: String, at stream: borrowing YAMLEventStream) throws(Stop) {
    let range = map.range(stream.start, stream.end)
    report(message, at: range)
    brokenLines.insert(range.start.line)
    throw .limit
  }

  mutating func stopForNesting(at stream: borrowing YAMLEventStream) throws(Stop) {
    try stop("lists and mappings may be nested \(Limits.nesting) deep at most", at: stream)
  }

  mutating func reportComplexKey(_ row: Int) {
    let kind = table.rows[row].kind == .sequence ? "a list" : "a mapping"
    report(
      "a key is a text, but this is \(kind)", at: table.rows[row].range,
      remedies: ["Put it in quotes if it is meant as a text."])
  }

  mutating func reportRepeatedKey(_ row: Int, firstLine: Int) {
    let (key, range) = (table.word(ofRow: row), table.rows[row].range)
    // Two keys with a mended line between them may well have belonged to two mappings.
    guard !mended.contains(anyOf: firstLine...max(firstLine, range.start.line)) else { return }
    let isStepKeyword = ["given", "when", "then"].contains(key)
    report(
      "the key \"\(key)\" is there already, on line \(firstLine)", at: range,
      rule: .repeatedKey,
      remedies: isStepKeyword
        ? ["Write several sentences as a list, or \"steps:\" for another order."]
        : ["Write each key once."])
  }
}
