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
    for (index, exchange) in run.exchanges.enumerated() {
      guard let use = uses[index], use.text.isSuccess, !use.answers.isConditional,
        script.lines[last].place < exchange.sent.place, seen.insert(use.place).inserted
      else { continue }
      for failure in [Variation.Failure.serverError, .connectionLost] {
        let fate = Variation.Fate(
          line: use.line, answer: use.answer, failure: failure, isLasting: false,
          replacesSuccess: true, isOfJSON: use.text.isJSON)
        let failed = failing(failure, at: index, last: last)
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

  /// Returns the script in which a request fails, and each request of the last act has its answer
  /// twice.
  private func failing(_ failure: Variation.Failure, at failed: Int, last: Int) -> Script {
    var changed = script
    for (line, all) in answers where !all.isConditional {
      let used = uses.indices.filter { uses[$0]?.line == line }
      let again = used.filter { script.lines[last].place < run.exchanges[$0].sent.place }
      guard !again.isEmpty else { continue }
      let first = used.compactMap { $0 == failed ? failure.answer : uses[$0]?.text }
      let rest = all.answers.dropFirst(
        used.compactMap { uses[$0]?.answer }.max().map { $0 + 1 } ?? 0)
      changed.lines[line].sentences = [all.line(first + again.compactMap { uses[$0]?.text } + rest)]
    }
    return changed
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
