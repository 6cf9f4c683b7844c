/// The variations in which answers fail together with something else.
extension Variations {
  /// The time between an act that fails and the same act again.
  private static let laterTime = 60 * second

  /// Creates the variations of a scenario in which the last act comes again after a failure.
  ///
  /// - Parameter recoveries: The acts of the module that stories have after a failure.
  init(ofFailuresIn run: ObservedRun, _ script: Script, recoveries: [Script.Line]) {
    self.init(reading: run, script)
    add(.none, "", script)
    add(.without, "", script)
    guard let last = script.acts.last, let first = script.firstAct, !script.isFixed(last) else {
      return
    }
    let later = script.until.map { ($0 - script.end) / 2 } ?? Self.laterTime
    let own = script.acts.filter { $0 >= first }
    guard
      run.exchanges.allSatisfy({ $0.isSuccess || $0.sent.place < script.lines[last].place })
    else { return }
    for index in script.lines.indices.dropFirst(last) {
      list[1].script.lines[index].nanoseconds += later
    }
    let act = script.lines[last]
    var ways = [[act]] + recoveries.flatMap { [[$0], [$0, act]] }
    if own.count > 1 { ways.append(own.map { script.lines[$0] }) }
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
          addAgain(fate, use, way, failed.adding(way, after: last, in: later))
        }
      }
    }
  }

  private mutating func addAgain(
    _ fate: Variation.Fate, _ use: Use, _ acts: [Script.Line], _ script: Script
  ) {
    add(.again(fate), "then \(acts.map(\.text).joined(separator: ", "))", script)
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
      changed.answers[line] = first + again.compactMap { uses[$0]?.text } + rest
    }
    return changed
  }

  /// Adds a failure before each answer of a request that the app repeats by itself after a failure.
  mutating func addRepetitions() {
    var seen: Set<Int> = []
    for (index, (exchange, use)) in zip(run.exchanges, uses).enumerated() {
      let again = run.exchanges.dropFirst(index + 1).first { $0.stub == exchange.stub }
      guard let use, exchange.isFailure, let again, again.isSuccess,
        !script.lines.contains(where: { exchange.sent.place..<again.sent.place ~= $0.place }),
        seen.insert(use.line).inserted
      else { continue }
      let successes = uses.compactMap { $0?.line == use.line && $0?.text.isSuccess == true ? $0 : nil }
      add(
        .repeated, "each \(use.answers.method) \(use.answers.url) fails once",
        script(use, successes.flatMap { [use.text, $0.text] }))
    }
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
          script.answers[line] = use.answers.answers[..<use.answer] + [failure.answer]
        }
        add(.outage, "every request from \(script.lines[act].text) on \(failure.words)", script)
      }
    }
  }
}

extension Script {
  /// Returns the script with more acts after a line, the last of them after a time.
  fileprivate func adding(_ acts: [Line], after line: Int, in time: Int64) -> Script {
    var script = self
    for (number, act) in acts.enumerated() {
      var act = act
      act.nanoseconds = lines[line].nanoseconds + time - Int64(acts.count - 1 - number) * Variations.second
      act.place = lines[line].place + 1_000_000 + number
      script.lines.insert(act, at: line + 1 + number)
    }
    return script
  }
}
