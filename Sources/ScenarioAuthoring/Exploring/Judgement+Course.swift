import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The judges of what happens on the way, and of what comes together.
extension Judgement {
  /// The shortest time for which something is seen.
  private static let glance: Int64 = 1_000_000

  /// Suspects an act just before something else that has no effect, or that does not prevent it.
  mutating func judgeEdge(_ variation: Variation, _ run: ObservedRun) {
    guard let without = runs[1], without.hasPassed,
      let shown = run.shown(before: run.acts.count - 1),
      shown == usual.shown(before: usual.acts.count - 1)
    else { return }
    let names = differences(usual.end, without.end)
    let lines = run.exchanges.map(\.line)
    if !names.isEmpty, differences(run.end, without.end).isEmpty,
      lines == without.exchanges.map(\.line)
    {
      suspect(
        .lostAct, variation, cause: [variation.script.lines.last?.text.withoutValues ?? ""],
        Self.difference(names, run.end, usual.end) + ", as if the act had not come",
        Self.checks(names, as: usual.end, not: run.end))
      return
    }
    let more = lines.filter { !$0.hasPrefix("GET ") }.counts(of: \.self)
      .excess(over: usual.exchanges.counts(of: \.line))
    guard !more.isEmpty, usual.effects.last == true else { return }
    suspect(
      .doneNevertheless, variation, cause: more.map(\.withoutValues),
      "\(more.joined(separator: ", ")) is sent nevertheless",
      [Self.sent(usual.exchanges.count)])
  }

  /// Suspects a scenario that goes on in another way after another one, which came back to the start.
  mutating func judgeDetour(_ variation: Variation, _ run: ObservedRun) {
    guard let index = variations.firstIndex(where: { $0.script == variation.script }),
      let usual = runs[index - 1], usual.hasPassed
    else { return }
    let (end, script) = (variation.script.end, variations[index - 1].script)
    let start = script.firstAct.map { script.lines[$0].nanoseconds } ?? 0
    let sent = run.exchanges.filter { $0.sent.nanoseconds >= start }
    guard sent.map(\.line) == usual.exchanges.map(\.line),
      sent.map(\.answer) == usual.exchanges.map(\.answer)
    else { return }
    let (course, other) = (run.course, usual.course)
    let times = Set((course + other).map(\.time).filter { $0 > end } + [end]).sorted()
    let rest = end + Script.rest.wholeNanoseconds
    for (time, next) in zip(times, times.dropFirst() + [rest]) where next - time > Self.glance {
      let shown = course.last { $0.time <= time }?.shown ?? [:]
      let expected = other.last { $0.time <= time }?.shown ?? [:]
      let names = differences(shown, expected)
      guard !names.isEmpty else { continue }
      suspect(
        .detour, variation, cause: names,
        Self.difference(names, shown, expected) + " as from the start",
        Self.checks(names, as: expected, not: shown), usual: script,
        wait: time - end + (next - time) / 2)
      return
    }
  }

  /// Suspects a journey after which the app waits, though nothing is in flight.
  mutating func judgeJourney(_ variation: Variation, _ run: ObservedRun) {
    let (course, wait) = (run.course, 30 * Variations.second)
    let last = [(time: variation.script.end + Script.rest.wholeNanoseconds, shown: run.end)]
    for (moment, next) in zip(course, course.dropFirst() + last)
    where next.time - moment.time > wait
      && !run.exchanges.contains(where: {
        $0.sent.nanoseconds < moment.time + wait
          && moment.time + wait < $0.answered?.nanoseconds ?? .max
      })
    {
      let lines = variation.script.lines.filter { $0.nanoseconds <= moment.time }
      var short = variation
      short.script.lines = lines
      for (name, value) in moment.shown.sorted(by: { $0.key < $1.key })
      where judgePassing(name, value, short, wait: moment.time + wait - short.script.end) { return }
    }
  }

  /// Suspects an element that is shown twice.
  mutating func judgeOverlap(_ variation: Variation, _ run: ObservedRun) {
    for (name, value) in run.end.sorted(by: { $0.key < $1.key }) {
      for (path, part) in value.parts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        guard case .list(let elements) = part, Set(elements).count < elements.count,
          case .list(let usual)? = usual.end[name]?.parts[path], Set(usual).count == usual.count
        else { continue }
        suspect(
          .shownTwice, variation, cause: [name] + path,
          "\(name): \(Self.pattern([(path, part.flowDescription)])), with an element twice",
          [Self.check(name, isNot: Self.pattern([(path, part.flowDescription)]))])
      }
    }
  }

  /// Suspects what is shown for a moment, though no answer fails.
  mutating func judgeCourse(_ variation: Variation, _ run: ObservedRun) {
    guard run.hasOnlySuccesses, usual.hasOnlySuccesses, variation.change.keepsAnswers else {
      return
    }
    let (course, end) = (run.course, variation.script.end)
    for (moment, next) in zip(course, course.dropFirst())
    where moment.time >= end && next.time - moment.time > Self.glance {
      for (name, value) in moment.shown.sorted(by: { $0.key < $1.key }) {
        guard let part = states.flash(in: value, of: .init(module: module, name: name)) else {
          continue
        }
        let shown = Self.pattern([(part.path, part.value.flowDescription)])
        suspect(
          .flash, variation, cause: [name, "\(part.path)"],
          "\(name): \(shown) for a moment, though no answer fails",
          [Self.check(name, isNot: shown)], wait: (moment.time + next.time) / 2 - end)
      }
    }
  }

  /// Suspects a request that changes something and fails, while what its success shows is shown.
  mutating func judgeTold(_ fate: Variation.Fate, _ variation: Variation, _ run: ObservedRun) {
    guard fate.replacesSuccess, fate.failure != .never,
      let index = run.exchanges.firstIndex(where: { !$0.isSuccess && !$0.isCancelled }),
      usual.exchanges.indices.contains(index), run.exchanges.count <= usual.exchanges.count
    else { return }
    let (sent, line) = (usual.exchanges[index], run.exchanges[index].line)
    guard sent.line == line, sent.isSuccess,
      ["POST", "PUT", "PATCH", "DELETE"].contains(sent.method),
      let act = usual.acts.last, usual.starts[act] < sent.sent, act > 0
    else { return }
    let (before, then) = (usual.states[act - 1].shown, usual.states[act].shown)
    let (typed, isTold) = (usual.steps[act].sentences ?? [], run.end != usual.end)
    for (name, value) in usual.end.sorted(by: { $0.key < $1.key }) {
      guard let before = before[name]?.parts, let end = run.end[name]?.parts else { continue }
      let effects = value.parts.filter { path, part in
        guard before[path] != part else { return false }
        // What a person types stays.
        guard case .text(let text) = part, then[name]?.parts[path] == part else { return true }
        return !typed.contains { $0.contains("\"\(text)\"") }
      }
      guard !effects.isEmpty else { continue }
      guard effects.allSatisfy({ end[$0.key] == $0.value }) else { return }
      let isSeen = run.course.contains { moment in
        !usual.course.contains { $0.shown == moment.shown }
      }
      guard isTold || !isSeen && !states.fails(line, of: module) else { return }
      let shown = Self.pattern(effects.map { ($0.key, $0.value.flowDescription) })
      suspect(
        .untold, variation, cause: [line.withoutValues],
        "\(name): \(shown), as after a success" + (isTold ? "" : ", and nothing tells the error"),
        [Self.check(name, isNot: shown)])
      return
    }
  }

  /// Suspects a failure after which no act leads to where the scenario leads without it.
  mutating func judgeWaysBack() {
    var ways: [Variation.Fate: [Int]] = [:]
    for (index, variation) in variations.enumerated() {
      if case .again(let fate) = variation.change { ways[fate, default: []].append(index) }
    }
    guard !ways.isEmpty, let usual = runs[1], usual.hasPassed else { return }
    for (fate, indices) in ways.sorted(by: { $0.value[0] < $1.value[0] }) {
      // Without a scenario of the failure, nobody has said what comes after it.
      guard let run = runs[indices[0]], run.hasPassed,
        run.exchanges.contains(where: { $0.isFailure && states.fails($0.line, of: module) }),
        !indices.contains(where: { index in
          guard let run = runs[index], run.hasPassed else { return false }
          return differences(run.end, usual.end).isEmpty
        })
      else { continue }
      let names = differences(run.end, usual.end)
      suspect(
        .noWayBack, variations[indices[0]], cause: names + ["\(fate.line)", "\(fate.answer)"],
        Self.difference(names, run.end, usual.end),
        Self.checks(names, as: usual.end, not: run.end), usual: variations[1].script)
    }
  }
}
