/// The variations in which answers fail together with something else.
extension Variations {
  /// The time between an act that fails and the same act again.
  private static let laterTime = 60 * second

  /// Adds the last act again after its request failed, with the good answer.
  mutating func addRetries() {
    guard let last = script.acts.last, !script.isFixed(last),
      run.exchanges.allSatisfy({ $0.isSuccess || $0.sent.order < script.lines[last].order })
    else { return }
    var (act, late) = (script.lines[last], script)
    act.nanoseconds += script.until.map { ($0 - script.end) / 2 } ?? Self.laterTime
    late.lines[last].nanoseconds = act.nanoseconds
    add(.late, "", late)
    act.order = Script.afterAll
    var seen: Set<[Int]> = []
    for (index, exchange) in run.exchanges.enumerated() {
      guard let use = uses[index], use.text.isSuccess, !use.answers.isConditional,
        script.lines[last].order < exchange.sent.order, seen.insert(use.id).inserted
      else { continue }
      for failure in [Variation.Failure.serverError, .connectionLost] {
        var again = failing(failure, at: index, last: last)
        again.lines.insert(act, at: last + 1)
        add(.again, "\(words(use, failure)), and then \(act.text)", again)
      }
    }
  }

  /// Returns the script in which a request fails, and each request of the last act has its answer
  /// twice.
  private func failing(_ failure: Variation.Failure, at failed: Int, last: Int) -> Script {
    var changed = script
    for (line, all) in answers where !all.isConditional {
      let used = uses.indices.filter { uses[$0]?.line == line }
      let again = used.filter { script.lines[last].order < run.exchanges[$0].sent.order }
      guard !again.isEmpty else { continue }
      let first = used.compactMap { $0 == failed ? failure.answer : uses[$0]?.text }
      let rest = all.answers.dropFirst(
        used.compactMap { uses[$0]?.answer }.max().map { $0 + 1 } ?? 0)
      // The app may send the request again by itself.
      let extra = uses[failed]?.line == line ? again.suffix(1) : []
      changed.lines[line].served?.answers =
        first + (again + extra).compactMap { uses[$0]?.text } + rest
    }
    return changed
  }

  /// Adds a failure before each answer of a request that the app repeats by itself after a failure.
  mutating func addRepetitions() {
    var seen: Set<Int> = []
    for (index, (exchange, use)) in zip(run.exchanges, uses).enumerated() {
      let again = run.exchanges.dropFirst(index + 1).first { $0.stub == exchange.stub }
      guard let use, exchange.isFailure, let again, again.isSuccess,
        !script.lines.contains(where: { exchange.sent.order..<again.sent.order ~= $0.order }),
        seen.insert(use.line).inserted
      else { continue }
      let all = uses.compactMap(\.self).filter { $0.line == use.line && $0.text.isSuccess }
      add(
        .repeated, "each \(use.answers.method) \(use.answers.url) fails once",
        script(use, all.flatMap { [use.text, $0.text] }))
    }
  }
}
