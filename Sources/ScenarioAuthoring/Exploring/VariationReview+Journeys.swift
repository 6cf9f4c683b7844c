import ScenarioKit

/// The judges of random acts.
extension VariationReview {
  /// Suspects the first act after which a journey goes wrong; one that is refused only ends it.
  mutating func judgeJourney(_ variation: Variation, _ run: ObservedRun) {
    let began = run.acts.prefix { run.starts.indices.contains($0) }
    let states = run.states
    for number in began.indices {
      let (act, next) = (began[number], began.dropFirst(number + 1).first)
      guard next != nil || run.hasPassed else { break }
      let after = states[(next ?? states.count) - 1]
      guard after.isAtRest else { continue }
      let count = suspicions.count
      judgeRest(part(of: variation, until: number), after.shown)
      if act > 0, states[act - 1].isAtRest {
        judgeWay(variation, run, number, from: states[act - 1].shown, to: after.shown)
      }
      if suspicions.count > count { return }
    }
    guard let failure = run.hardFailure, !began.isEmpty else { return }
    suspect(
      .hard, part(of: variation, until: began.count - 1), cause: [failure.withoutValues], failure,
      [])
  }

  private func part(of variation: Variation, until number: Int) -> Variation {
    var script = variation.script.journey(until: number)
    script.until = variations[0].script.until
    return Variation(change: .journey, words: variation.words, script: script)
  }

  /// Suspects an act that leads elsewhere than the same act with the same answers in a scenario
  /// where the same was shown before it.
  private mutating func judgeWay(
    _ variation: Variation, _ run: ObservedRun, _ number: Int, from before: [String: Value],
    to after: [String: Value]
  ) {
    let script = variation.script
    let times = script.acts.map { script.lines[$0].nanoseconds } + [script.until ?? 0]
    // What is shown a short time after an act may well change by itself.
    guard number > 0, times[number] - times[number - 1] >= Script.restInJourney,
      times[number + 1] - times[number] >= Script.restInJourney
    else { return }
    let text = script.actTexts[number]
    let answers = run.answers(toAct: number)
    let same = (others[text] ?? []).filter { other in
      let expected = other.runs[0].answers(toAct: other.runs[0].acts.count - 1)
      return differences(other.shownBefore, before).isEmpty
        && expected.allSatisfy { line, all in
          zip(all, answers[line] ?? []).allSatisfy { $0 == $1 }
        }
    }
    // Where scenarios differ, more matters than what is shown.
    guard let other = same.first,
      same.allSatisfy({ differences($0.runs[0].end, other.runs[0].end).isEmpty })
    else { return }
    let expected = other.runs[0].end
    let names = differences(after, expected).filter { expected[$0] != nil }
    guard !names.isEmpty else { return }
    var way = part(of: variation, until: number - 1).script
    way.add(other.remaining)
    way.until = other.script.until
    suspect(
      .anotherWay, Variation(change: .journey, words: variation.words, script: way),
      cause: names + [text.withoutValues],
      Self.difference(names, after, expected) + " after the same act in a story",
      names.map { Self.check($0, isAll: expected[$0], otherThan: [after]) },
      baseline: other.script,
      premises: differences(before, [:]).map {
        Self.check($0, isAll: before[$0], otherThan: run.values.map(\.shown))
      })
  }

  /// Returns the check that an observation has a value, without the keys that it has among others.
  private static func check(
    _ name: String, isAll value: Value?, otherThan others: [[String: Value]]
  ) -> Suspicion.Check {
    let values = others.map { $0[name] }
    let absent = value?.keys(absentFrom: values) ?? []
    let rest = value?.without(values) ?? .absent
    guard !absent.isEmpty, case .mapping(let pairs) = rest else {
      return .init(sentence: name, data: rest.description)
    }
    let parts = pairs.filter { pair in others.contains { $0[name]?[pair.key] != pair.value } }
      .map { (path: [$0.key], value: $0.value.flowDescription) }
    return .init(sentence: name, data: pattern(parts + absent.map { ([$0], "!absent") }))
  }
}

extension ObservedRun {
  /// The answers between an act and the next one, by their requests.
  func answers(toAct number: Int) -> [String: [StoryEvent.Traffic?]] {
    let start = starts[acts[number]].order
    let next = acts.dropFirst(number + 1).first ?? .max
    let end = starts.indices.contains(next) ? starts[next].order : .max
    let sent = exchanges.filter { start < $0.sent.order && $0.sent.order < end }
    return Dictionary(grouping: sent, by: \.line).mapValues { $0.map(\.answer) }
  }
}
