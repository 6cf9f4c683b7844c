extension Script {
  /// The index of the first act that does not belong to the background.
  var firstAct: Int? { acts.first { !lines[$0].isBackground } }

  /// The moment of the last line.
  var end: Int64 { lines.last?.nanoseconds ?? 0 }

  /// Returns the script with the lines of another one after it; `nil` if the other one prepares more
  /// than answers of the server.
  ///
  /// Both have the same background, which does not come again.
  func followed(by other: Script, at time: Int64) -> Script? {
    let known = Set(lines.map(\.text))
    let added = other.lines.filter {
      !$0.isBackground && ($0.purpose == .act || $0.isAnswer || !known.contains($0.text))
    }
    guard let first = added.first, added.allSatisfy({ $0.purpose == .act || $0.isAnswer }) else {
      return nil
    }
    let base = (lines.map(\.place).max() ?? 0) + 1
    var script = self
    for var line in added {
      line.nanoseconds += time - first.nanoseconds
      line.place += base
      script.lines.append(line)
    }
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
