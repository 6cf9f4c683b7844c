import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The judges of what happens on the way, and of what comes together.
extension VariationReview {
  /// Suspects what comes of an act at another moment.
  mutating func judgeMoment(_ variation: Variation, _ run: ObservedRun, isWritten: Bool) {
    let (without, act) = (runs[1], run.acts.count - 1)
    guard without.hasPassed else { return }
    let (names, changes) = (differences(run.end, usual.end), differences(usual.end, without.end))
    let lines = run.exchanges.map(\.line)
    if run.shown(before: act) == usual.shown(before: act), !changes.isEmpty {
      guard !differences(run.end, without.end).isEmpty || lines != without.exchanges.map(\.line)
      else {
        return suspect(
          .lostAct, variation, cause: [variation.script.lines.last?.text.withoutValues ?? ""],
          names, run.end, not: usual.end, ", as if the act had not come")
      }
      judgeNevertheless(variation, run, without)
    }
    if names.isEmpty { judgeSameEnd(variation, run) }
    if !names.isEmpty || !isWritten { judgeAtOnce(variation, run, without) }
  }

  /// Suspects a request that the act prevents at its usual moment.
  private mutating func judgeNevertheless(
    _ variation: Variation, _ run: ObservedRun, _ without: ObservedRun
  ) {
    let act = run.starts[run.acts[run.acts.count - 1]]
    let prevented = without.sentChanges.filter { usual.sentChanges[$0.key] == nil }
    let before = without.shown(before: without.acts.count - 1) ?? [:]
    guard let sent = run.exchanges.first(where: { prevented[$0.line] != nil }),
      // The act takes back what the act before it did.
      differences(usual.end, before).isEmpty,
      usual.effects.last == true, differences(run.end, usual.end).isEmpty
    else { return }
    // An act that comes too late shall show that it does.
    let isLate = sent.sent < act
    suspect(
      .effectAfterCancellation, variation, cause: [sent.line.withoutValues],
      "\(sent.line) is sent nevertheless, and the same is shown as if it were not",
      isLate
        ? Self.checks(differences(run.end, without.end), as: without.end, not: run.end)
        : [Self.sent(usual.exchanges.count)],
      usual: isLate ? variations[1].script : nil)
  }

  /// Suspects another end of two acts that both have an effect.
  private mutating func judgeAtOnce(
    _ variation: Variation, _ run: ObservedRun, _ without: ObservedRun
  ) {
    let (apart, act) = (runs[2], run.acts.count - 1)
    let (had, has) = (apart.effects, run.effects)
    let missing = apart.successes.excess(over: run.successes)
    guard apart.hasPassed, had.count == has.count,
      had.suffix(2) == [true, true], has.suffix(2) == [true, true],
      // What the first act asked for may be of no use any more.
      missing.isEmpty
        || !missing.allSatisfy({ $0.hasPrefix("GET ") && without.successes[$0] != nil })
    else { return }
    // What was final when the act came was not changed by it.
    let then = run.states[run.acts[act]].shown
    let isAgain = variation.script.actsBefore.contains(variation.script.lines.last?.text ?? "")
    let before = isAgain ? without.shown(before: act - 1) ?? [:] : [:]
    let isCalm = run.hasOnlySuccesses && apart.hasOnlySuccesses
    let names = differences(run.end, apart.end).filter { name in
      // Which of two texts remains is a matter of order, if one of them tells a failure.
      // Nor does an act tell anything that comes again and brings back what was shown before.
      run.end[name] != then[name] && apart.end[name] != before[name]
        && (isCalm || run.end[name]?.stateParts != apart.end[name]?.stateParts)
    }
    suspect(
      .atOnce, variation, cause: [variation.words.withoutValues], names, run.end, not: apart.end,
      " at the end", usual: variations[2].script)
  }

  /// Suspects two acts that end as usual, but of which something was never sent, or that are over
  /// sooner.
  private mutating func judgeSameEnd(_ variation: Variation, _ run: ObservedRun) {
    let acts = variation.script.actTexts.suffix(2)
    let unsent = usual.sentChanges.keys.filter { run.sentChanges[$0] == nil }.sorted()
    if !unsent.isEmpty, Set(acts.map(\.withoutValues)).count == 1, Set(acts).count == 2 {
      return suspect(
        .lostAct, variation, cause: unsent.map(\.withoutValues),
        "\(unsent.joined(separator: ", ")) is never sent, but the same is shown at the end",
        [Self.sent(usual.exchanges.count)])
    }
    guard let end = run.course.last?.time, let usualEnd = usual.course.last?.time,
      variation.script.end < variations[0].script.end,
      // Only what the app does by itself.
      [run, usual].allSatisfy({ $0.states.dropLast(2).last?.isAtRest == true }),
      run.exchanges.map(\.line) == usual.exchanges.map(\.line)
    else { return }
    let (time, usualTime) = (end - variation.script.end, usualEnd - variations[0].script.end)
    guard time > 0, usualTime - time > Variations.second / 2, time * 5 < usualTime * 4
    else { return }
    let wait = (time + usualTime) / 2
    let shown = usual.shown(at: variations[0].script.end + wait)
    suspect(
      .atOnce, variation, cause: ["sooner"], differences(run.end, shown), run.end, not: shown,
      " \(DurationText.format(.nanoseconds(wait))) after the act", wait: wait)
  }

  /// Suspects a request that is sent long after the app has come back to where it began.
  mutating func judgeReturn(_ variation: Variation, _ run: ObservedRun) {
    let (script, minute) = (variation.script, 60 * Variations.second)
    guard let number = script.acts.firstIndex(where: { !script.lines[$0].isBackground }),
      let start = run.shown(before: number), run.shown(at: script.end + minute) == start,
      let late = run.exchanges.first(where: { $0.sent.nanoseconds > script.end + minute })
    else { return }
    var short = script
    short.until = script.end + minute
    let wait = DurationText.format(.nanoseconds(late.sent.nanoseconds - script.end))
    let words = "nothing is done for \(wait) after \(script.lines.last?.text ?? "")"
    suspect(
      .effectAfterCancellation, Variation(change: .none, words: words, script: script),
      cause: [late.line.withoutValues],
      "\(late.line) is sent, although the app is where it began",
      [Self.sent(run.exchanges.count { $0.sent < late.sent })], usual: short)
  }

  /// Suspects a failure that ends what goes on by itself, or that takes back what another act did.
  mutating func judgeOthers(_ fate: Variation.Fate, _ variation: Variation, _ run: ObservedRun) {
    guard fate.replacesSuccess, [.serverError, .connectionLost].contains(fate.failure),
      let index = run.exchanges.firstIndex(where: \.isFailure),
      usual.exchanges.indices.contains(index)
    else { return }
    let failed = usual.exchanges[index]
    let later = usual.exchanges.dropFirst(index + 1)
    if !fate.isLasting, failed.isSuccess, failed.method == "GET",
      later.contains(where: { $0.line == failed.line }),
      !later.contains(where: { $0.isFailure }), run.exchanges.count == index + 1,
      variation.script.end <= failed.sent.nanoseconds
    {
      suspect(
        .stuckState, variation, cause: [failed.line.withoutValues],
        "\(failed.line) is never sent again, as it otherwise is",
        [Self.sent(usual.exchanges.count)])
    }
    for (act, other) in zip(usual.acts, run.acts) where act > 0 {
      let sent = run.exchanges.filter { run.starts[other] < $0.sent }
      guard let change = sent.first(where: { $0.method != "GET" }), sent.allSatisfy(\.isSuccess)
      else { continue }
      let (before, then) = (usual.states[act - 1].shown, usual.states[act].shown)
      for (name, value) in usual.end.sorted(by: { $0.key < $1.key }) {
        let parts = value.stateParts.filter { path, part in
          then[name]?.parts[path] == part && before[name]?.parts[path] != part
            && run.end[name]?.parts[path] == before[name]?.parts[path]
        }
        guard !parts.isEmpty else { continue }
        let shown = Self.pattern(
          parts.map { ($0.key, (run.end[name]?.parts[$0.key] ?? .absent).flowDescription) })
        suspect(
          .lostAct, variation, cause: [name, change.line.withoutValues],
          "\(name): \(shown), as if \(change.line) had failed, too",
          [Self.check(name, isNot: shown)])
      }
    }
  }

  /// Suspects what is shown for a moment, though no answer fails.
  mutating func judgeCourse(_ variation: Variation, _ run: ObservedRun) {
    guard run.hasOnlySuccesses, usual.hasOnlySuccesses, variation.change != .less else { return }
    // An answer of no use may have a good status.
    if case .fate = variation.change { return }
    let (course, end) = (run.course, variation.script.end)
    for (moment, next) in zip(course, course.dropFirst())
    // What is shown for a millisecond is not seen.
    where moment.time >= end && next.time - moment.time > 1_000_000 {
      for (name, value) in moment.shown.sorted(by: { $0.key < $1.key }) {
        guard let part = states.flash(in: value, of: name) else { continue }
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
    guard fate.replacesSuccess, fate.failure != .never, usual.hasOnlySuccesses,
      let index = run.exchanges.firstIndex(where: { !$0.isSuccess && !$0.isCancelled }),
      usual.exchanges.indices.contains(index), run.exchanges.count <= usual.exchanges.count
    else { return }
    let (sent, line) = (usual.exchanges[index], run.exchanges[index].line)
    guard sent.line == line, sent.isSuccess, sent.method != "GET",
      let act = usual.acts.last, usual.starts[act] < sent.sent, act > 0
    else { return }
    let (before, then) = (usual.states[act - 1].shown, usual.states[act].shown)
    let (typed, isTold) = (variation.script.lines.last?.sentences ?? [], run.end != usual.end)
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
      guard isTold || !isSeen && states.isRecovered(line) == nil else { return }
      let shown = Self.pattern(effects.map { ($0.key, $0.value.flowDescription) })
      suspect(
        .unreportedFailure, variation, cause: [line.withoutValues],
        "\(name): \(shown), as after a success" + (isTold ? "" : ", and nothing reports the error"),
        [Self.check(name, isNot: shown)])
      return
    }
  }

  /// Suspects a failure after which the same act does not lead to where it otherwise does.
  mutating func judgeRetry(_ variation: Variation, _ run: ObservedRun) {
    guard let (usually, late) = zip(variations, runs).first(where: { $0.0.change == .late }),
      // Without a scenario of the failure, no story says what comes after it; and with an act after it,
      // this act is the way back.
      late.hasPassed, run.effects.last == true,
      run.exchanges.contains(where: {
        $0.isFailure && states.isRecovered($0.line) == false
      })
    else { return }
    suspect(
      .stuckState, variation, cause: [variation.words.withoutValues],
      differences(run.end, late.end), run.end, not: late.end, usual: usually.script)
  }
}
