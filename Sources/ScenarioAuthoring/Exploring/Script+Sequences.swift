extension Script {
  /// The index of the first act that does not belong to the background.
  var firstAct: Int? { acts.first { !lines[$0].isBackground } }

  /// The moment of the last line.
  var end: Int64 { lines.last?.nanoseconds ?? 0 }

  /// The acts before the last one, as texts.
  var actsBefore: [String] { acts.dropLast().map { lines[$0].text } }

  /// Returns the script with another one after it, or with its last act alone; `nil` if the other one
  /// prepares more than answers of the server.
  ///
  /// Both have the same background, which does not come again.
  func followed(by other: Script, at time: Int64, lastAct: Bool = false) -> Script? {
    let known = Set(lines.map(\.text))
    let last = other.lines.last { $0.purpose == .act }
    var added = other.lines.filter { line in
      guard !line.isBackground else { return false }
      if line.purpose == .act { return !lastAct || line == last }
      return !known.contains(line.text) || !lastAct && line.isAnswer
    }
    guard let first = added.first, added.allSatisfy({ $0.purpose == .act || $0.isAnswer }) else {
      return nil
    }
    let base = (lines.map(\.place).max() ?? 0) + 1
    for index in added.indices {
      added[index].nanoseconds =
        lastAct ? time : added[index].nanoseconds + time - first.nanoseconds
      added[index].place += base
    }
    var script = self
    script.lines += added
    return script
  }

  /// Returns the script with a time for each answer that has none.
  func slowed(by time: Int64) -> Script {
    var script = self
    for index in lines.indices where lines[index].purpose == .prepare {
      guard let all = ServerAnswers(lines[index].text) else { continue }
      let slow = all.answers.map { $0["after"] == nil ? $0.after(time) : $0 }
      script.lines[index].sentences = [all.line(slow)]
    }
    return script
  }
}

extension Script.Line {
  /// Whether the line prepares answers of the server.
  var isAnswer: Bool { purpose == .prepare && sentences.count == 1 && ServerAnswers(text) != nil }
}
