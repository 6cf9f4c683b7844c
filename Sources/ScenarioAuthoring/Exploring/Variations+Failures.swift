/// The variations in which answers fail together with something else.
extension Variations {
  /// The time between an act that fails and the same act again.
  private static let laterTime = 60 * second

  /// Creates the variations of a scenario in which the last act comes again after a failure.
  ///
  /// - Parameter recoveries: The acts of the module that stories have after a failure.
  init(ofFailuresIn run: ObservedRun, _ script: Script, recoveries: [String]) {
    self.init(reading: run, script)
    add(.none, "", script)
    add(.without, "", script)
    guard let last = script.acts.last, let first = script.firstAct, !script.isFixed(last) else {
      return
    }
    let own = script.acts.filter { $0 >= first }
    guard
      run.exchanges.allSatisfy({ $0.isSuccess || $0.sent.place < script.lines[last].place })
    else { return }
    for index in script.lines.indices.dropFirst(last) {
      list[1].script.lines[index].nanoseconds += Self.laterTime
    }
    let act = script.lines[last].text
    var ways = [[act]] + recoveries.flatMap { [[$0], [$0, act]] }
    if own.count > 1 { ways.append(own.map { script.lines[$0].text }) }
    var seen: Set<[Int]> = []
    for (exchange, use) in zip(run.exchanges, uses) {
      guard let use, use.text.isSuccess, !use.answers.isConditional,
        script.lines[last].place < exchange.sent.place, seen.insert(use.place).inserted
      else { continue }
      for failure in [Variation.Failure.serverError, .connectionLost] {
        let fate = Variation.Fate(
          line: use.line, answer: use.answer, failure: failure, isLasting: false,
          replacesSuccess: true, isOfJSON: use.text.isJSON)
        let failed = failing(failure, at: [use], last: last)
        for way in ways {
          addAgain(fate, use, way, failed.adding(way, after: last, in: Self.laterTime))
        }
      }
    }
  }

  private mutating func addAgain(
    _ fate: Variation.Fate, _ use: Use, _ acts: [String], _ script: Script
  ) {
    add(.again(fate), "then \(acts.joined(separator: ", "))", script)
    list[list.count - 1].pair = words(use, fate.failure)
  }

  /// Returns the script with a failure before some answers, and each other answer to the last act
  /// twice.
  private func failing(_ failure: Variation.Failure, at failed: [Use], last: Int) -> Script {
    var (script, done) = (script, Set<[Int]>())
    for (line, all) in answers where !all.isConditional {
      var changed = all.answers
      let used = zip(run.exchanges, uses).compactMap { exchange, use in
        script.lines[last].place < exchange.sent.place ? use : nil
      }.filter { $0.line == line && done.insert($0.place).inserted }
      for use in used.sorted(by: { $0.answer > $1.answer }) {
        let isFailed = failed.contains { $0.place == use.place }
        changed.insert(isFailed ? failure.answer : use.text, at: use.answer)
      }
      if changed.count != all.answers.count { script.lines[line].sentences = [all.line(changed)] }
    }
    return script
  }

  /// Adds the failures of all requests from an act on.
  mutating func addOutages() {
    var seen: Set<[Int]> = []
    for act in script.acts where !script.isFixed(act) {
      let later = zip(run.exchanges, uses).compactMap { exchange, use in
        script.lines[act].place < exchange.sent.place ? use : nil
      }
      guard Set(later.map(\.line)).count > 1, seen.insert(later.map(\.line)).inserted else {
        continue
      }
      for failure in [Variation.Failure.connectionLost, .unauthorized] {
        var script = script
        for (line, uses) in Dictionary(grouping: later, by: \.line) {
          guard let use = uses.min(by: { $0.answer < $1.answer }) else { continue }
          script.lines[line].sentences = [
            use.answers.line(use.answers.answers[..<use.answer] + [failure.answer])
          ]
        }
        add(.outage, "every request from \(script.lines[act].text) on \(failure.words)", script)
      }
    }
  }

  /// Adds later answers that repeat the last element of an earlier one.
  mutating func addOverlaps() {
    for (index, second) in uses.enumerated() {
      guard let second, let place = second.text.firstIndex(where: { $0.key == "json" }) else {
        continue
      }
      for case let first? in uses[..<index]
      where first.place != second.place && first.answers.path == second.answers.path {
        guard let one = first.text["json"], let element = ServerAnswers.elements(of: one).last,
          !ServerAnswers.elements(of: second.text[place].value).isEmpty
        else { continue }
        var changed = second.answers.answers
        let json = changed[second.answer][place].value
        guard let start = json.firstIndex(of: "[") else { continue }
        changed[second.answer][place].value.insert(
          contentsOf: "\(element), ", at: json.index(after: start))
        add(
          .overlap,
          "\(run.exchanges[index].line) is answered with the last element of the answer before",
          script(second, changed))
      }
    }
  }
}

extension Script {
  /// Returns the script with more acts after a line, the last of them after a time.
  fileprivate func adding(_ acts: [String], after line: Int, in time: Int64) -> Script {
    var script = self
    for (number, text) in acts.enumerated() {
      var act = lines[line]
      act.sentences = [text]
      act.nanoseconds += time - Int64(acts.count - 1 - number) * Variations.second
      act.place += 1_000_000 + number
      script.lines.insert(act, at: line + 1 + number)
    }
    return script
  }
}
