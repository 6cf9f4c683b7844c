import ScenarioKit

/// The judges of random acts.
extension VariationReview {
  /// Suspects acts after which a journey goes wrong; one that is refused only ends it.
  mutating func judgeJourney(_ variation: Variation, _ run: ObservedRun) {
    let began = run.acts.prefix { run.starts.indices.contains($0) }
    let states = run.states
    for (number, act) in began.enumerated() {
      let next = began.dropFirst(number + 1).first
      guard next != nil || run.hasPassed else { break }
      let after = states[(next ?? states.count) - 1]
      guard after.isAtRest else { continue }
      let part = part(of: variation, acts: number + 1)
      judgeRest(part, after.shown)
      if act > 0, states[act - 1].isAtRest {
        judgeWay(part, number, run, from: states[act - 1].shown, to: after.shown)
      }
    }
    if let failure = run.hardFailure, !began.isEmpty {
      let part = part(of: variation, acts: began.count)
      suspect(.hard, part, cause: [failure.withoutValues], failure, [])
    }
  }

  /// Returns the first acts of a journey, of which no line has a place among those of a scenario.
  private func part(of variation: Variation, acts: Int) -> Variation {
    var script = variation.script
    let next = script.acts.dropFirst(acts).first
    script.until = next.map { script.lines[$0].nanoseconds } ?? script.until
    script.lines.removeSubrange((script.acts[acts - 1] + 1)...)
    for index in script.lines.indices { script.lines[index].order = -1 - index }
    return Variation(change: .journey, words: variation.words, script: script)
  }

  /// Suspects an act that leads elsewhere than the same act with the same answers in a scenario
  /// where the same was shown before it.
  private mutating func judgeWay(
    _ part: Variation, _ number: Int, _ run: ObservedRun, from before: [String: Value],
    to after: [String: Value]
  ) {
    var way = part.script
    // What is shown a short time after an act may well change by itself.
    let acts = way.acts.suffix(2).map { way.lines[$0].nanoseconds }
    guard acts.count == 2, way.rest == .nanoseconds(Script.longTime),
      acts[1] - acts[0] >= Script.longTime
    else { return }
    let (text, answers) = (way.actTexts[number], run.answers(after: number))
    let same = (subject.others[text] ?? []).filter { other in
      let expected = other.plain.map { $0.answers(after: $0.acts.count - 1) } ?? [:]
      return differences(other.shownBefore, before).isEmpty
        && expected.allSatisfy { line, all in
          zip(all, answers[line] ?? []).allSatisfy { $0 == $1 }
        }
    }
    // Where scenarios differ, more matters than what is shown.
    guard let other = same.first, let expected = other.plain?.end,
      same.allSatisfy({ differences($0.plain?.end ?? [:], expected).isEmpty })
    else { return }
    let names = differences(after, expected).filter { name in
      expected[name] != nil && other.runs.allSatisfy { $0.end[name] == expected[name] }
    }
    guard !names.isEmpty else { return }
    way.lines.removeSubrange((way.acts[number - 1] + 1)...)
    way.add(other.remaining, after: acts[1] - acts[0])
    // At the same time, because more than what is seen soon may depend on it.
    let baseline = other.script.later(by: max(0, way.end - other.script.end))
    suspect(
      .anotherWay, Variation(change: .journey, words: part.words, script: way),
      cause: names + [text.withoutValues],
      Self.difference(names, after, expected) + " after the same act in a story",
      names.map { Self.check($0, isAll: expected[$0], otherThan: [after]) }, baseline: baseline,
      premises: differences(before, [:]).map {
        Self.check($0, isAll: before[$0], otherThan: run.values.map(\.shown))
      })
  }

  /// Returns the check that an observation has a value, without the keys that it has among others.
  private static func check(
    _ name: String, isAll value: Value?, otherThan others: [[String: Value]]
  ) -> Suspicion.Check {
    guard case .mapping(let pairs) = value else {
      return .init(sentence: name, data: value?.description)
    }
    let keys = Set(
      others.flatMap { other -> [String] in
        if case .mapping(let pairs) = other[name] { pairs.map(\.key) } else { [] }
      })
    let absent = keys.subtracting(pairs.map(\.key)).map { (path: [$0], value: "!absent") }
    let parts = pairs.filter { pair in others.contains { $0[name]?[pair.key] != pair.value } }
    let all = parts.map { (path: [$0.key], value: $0.value.flowDescription) } + absent
    return .init(sentence: name, data: pattern(all))
  }
}

extension ObservedRun {
  /// The answers between an act, by its number, and the next one, by their requests.
  func answers(after number: Int) -> [String: [StoryEvent.Traffic?]] {
    let next = acts.dropFirst(number + 1).first ?? .max
    let end = starts.indices.contains(next) ? starts[next].order : .max
    let sent = exchanges.filter { starts[acts[number]].order..<end ~= $0.sent.order }
    return Dictionary(grouping: sent, by: \.line).mapValues { $0.map(\.answer) }
  }
}
