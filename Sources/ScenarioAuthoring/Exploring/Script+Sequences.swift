extension Script {
  /// The moment of the last line.
  var end: Int64 { lines.last?.nanoseconds ?? 0 }

  /// The acts before the last one, as texts.
  var actsBefore: [String] { actTexts.dropLast() }

  /// The acts, in order.
  var actTexts: [String] { acts.map { lines[$0].text } }

  /// Returns the script with the last act of another one after it; `nil` if the other one prepares
  /// more than answers of the server, or has the act in its background, which does not come again.
  func followed(by other: Script, at time: Int64) -> Script? {
    let known = Set(lines.map(\.sentences))
    let last = other.lines.last { $0.purpose == .act }
    var added = other.lines.filter { line in
      guard !line.isBackground else { return false }
      return line.purpose == .act ? line == last : !known.contains(line.sentences)
    }
    guard added.last?.purpose == .act, added.dropLast().allSatisfy({ $0.served != nil }) else {
      return nil
    }
    let base = (lines.map(\.order).max() ?? 0) + 1
    var script = self
    for index in added.indices {
      added[index].nanoseconds = time
      added[index].order += base
    }
    script.lines += added
    script.until = [until, other.until.map { $0 - other.end + time }].compactMap(\.self).min()
    return script
  }

  /// Returns the script with the answer of another one to a request that it does not answer, or with
  /// an end before this request; `nil` if no time is left then.
  func answering(_ request: ObservedRun.Exchange, from others: [Script]) -> Script? {
    var script = self
    for other in others {
      let line = other.lines.first {
        $0.served.map { "\($0.method) \($0.url)" == request.line } ?? false
      }
      guard var line, !lines.contains(where: { $0.sentences == line.sentences }) else { continue }
      (line.nanoseconds, line.order) = (0, -1 - lines.count)
      script.lines.insert(line, at: 0)
      return script
    }
    script.until = request.sent.nanoseconds - 1_000_000
    return script.rest > .zero ? script : nil
  }
}
