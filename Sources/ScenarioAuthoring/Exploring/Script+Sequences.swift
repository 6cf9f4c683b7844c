extension Script {
  /// The moment of the last line.
  var end: Int64 { lines.last?.nanoseconds ?? 0 }

  /// The acts before the last one, as texts.
  var actsBefore: [String] { acts.dropLast().map { lines[$0].text } }

  /// Returns the script with the last act of another one after it; `nil` if the other one prepares
  /// more than answers of the server, or has the act in its background, which does not come again.
  func followed(by other: Script, at time: Int64) -> Script? {
    let known = Set(lines.map(\.text))
    let last = other.lines.last { $0.purpose == .act }
    var added = other.lines.filter { line in
      guard !line.isBackground else { return false }
      return line.purpose == .act ? line == last : !known.contains(line.text)
    }
    guard added.last?.purpose == .act, added.dropLast().allSatisfy(other.isAnswer) else {
      return nil
    }
    let base = (lines.map(\.place).max() ?? 0) + 1
    var script = self
    for (index, served) in other.served.enumerated()
    where added.contains(where: { $0.place == served.place }) {
      script.answers[script.served.count] = other.answers[index]
      script.served.append(served)
      script.served[script.served.count - 1].place += base
    }
    for index in added.indices {
      added[index].nanoseconds = time
      added[index].place += base
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
      let served = other.served.first { "\($0.answers.method) \($0.answers.url)" == request.line }
      guard var served, var line = other.lines.first(where: { $0.place == served.place }),
        !lines.contains(where: { $0.text == line.text }), other.isAnswer(line)
      else { continue }
      (line.nanoseconds, line.place) = (0, -1 - lines.count)
      served.place = line.place
      script.lines.insert(line, at: 0)
      script.served.append(served)
      return script
    }
    script.until = request.sent.nanoseconds - 1_000_000
    return script.rest > .zero ? script : nil
  }

  /// Returns whether a line prepares nothing but answers of the server.
  private func isAnswer(_ line: Line) -> Bool {
    line.purpose == .prepare
      && served.count { $0.place == line.place } == line.sentences.count
  }
}
