import DisplayText
import ScenarioKit
import ScenarioLanguage

/// The judges of passing values, and of acts and failures that come together.
extension VariationReview {
  /// Suspects the effects of an act at another moment.
  mutating func judgeMoment(_ variation: Variation, _ run: ObservedRun, isWritten: Bool) {
    guard let (script, without) = subject.reference(.withoutAct), without.hasPassed else { return }
    let act = run.acts.count - 1
    let names = differences(run.end, baseline.end)
    let changes = differences(baseline.end, without.end)
    let lines = run.exchanges.map(\.line)
    if run.shown(before: act) == baseline.shown(before: act), !changes.isEmpty {
      guard !differences(run.end, without.end).isEmpty || lines != without.exchanges.map(\.line)
      else {
        return suspect(
          .lostAct, variation, cause: [variation.script.lines.last?.text.withoutValues ?? ""],
          run.end, not: baseline.end, " at the written time, so the act has no effect")
      }
      judgeNevertheless(variation, run, (script, without))
    }
    if names.isEmpty { judgeSameEnd(variation, run) }
    if !names.isEmpty || !isWritten { judgeAtOnce(variation, run, without) }
  }

  /// Suspects a request that the act prevents at its written time.
  private mutating func judgeNevertheless(
    _ variation: Variation, _ run: ObservedRun, _ reference: Exploration.Subject.Reference
  ) {
    let (script, without) = reference
    let act = run.starts[run.acts[run.acts.count - 1]]
    let prevented = without.sentChanges.filter { baseline.sentChanges[$0.key] == nil }
    let before = without.shown(before: without.acts.count - 1) ?? [:]
    guard let sent = run.exchanges.first(where: { prevented[$0.line] != nil }),
      // The act takes back what the act before it did.
      differences(baseline.end, before).isEmpty,
      baseline.effects.last == true, differences(run.end, baseline.end).isEmpty
    else { return }
    // An act that comes too late must show it.
    let isLate = sent.sent < act
    suspect(
      .effectAfterCancellation, variation, cause: [sent.line.withoutValues],
      "the app sends \(sent.line), but shows the same as when the act prevents it",
      isLate
        ? Self.checks(differences(run.end, without.end), as: without.end, not: run.end)
        : [Self.sent(baseline.exchanges.count)],
      baseline: isLate ? script : nil)
  }

  /// Suspects another end of two acts that both have an effect.
  private mutating func judgeAtOnce(
    _ variation: Variation, _ run: ObservedRun, _ without: ObservedRun
  ) {
    guard let (script, apart) = subject.reference(.actsApart), apart.hasPassed else { return }
    let act = run.acts.count - 1
    let (had, has) = (apart.effects, run.effects)
    let missing = apart.successes.excess(over: run.successes)
    guard had.count == has.count, had.suffix(2) == [true, true], has.suffix(2) == [true, true],
      // The app may no longer need the data that the first act asked for.
      missing.isEmpty
        || !missing.allSatisfy({ $0.hasPrefix("GET ") && without.successes[$0] != nil })
    else { return }
    // The act did not change a value that was final before it.
    let then = run.states[run.acts[act]].shown
    let isAgain = variation.script.actsBefore.contains(variation.script.lines.last?.text ?? "")
    let before = isAgain ? without.shown(before: act - 1) ?? [:] : [:]
    let isCalm = run.hasOnlySuccesses && apart.hasOnlySuccesses
    let names = differences(run.end, apart.end).filter { name in
      // If one of two texts reports a failure, their order decides which one remains.
      // A repeated act that restores the earlier value is no sign of a mistake, either.
      run.end[name] != then[name] && apart.end[name] != before[name]
        && (isCalm || run.end[name]?.stateParts != apart.end[name]?.stateParts)
    }
    suspect(
      .atOnce, variation, cause: [variation.words.withoutValues], run.end, not: apart.end,
      in: names, " when the second act comes later", baseline: script)
  }

  /// Suspects two acts that end as in the baseline, but without one of its requests, or sooner.
  private mutating func judgeSameEnd(_ variation: Variation, _ run: ObservedRun) {
    let acts = variation.script.actTexts.suffix(2)
    let unsent = baseline.sentChanges.keys.filter { run.sentChanges[$0] == nil }.sorted()
    if !unsent.isEmpty, Set(acts.map(\.withoutValues)).count == 1, Set(acts).count == 2 {
      return suspect(
        .lostAct, variation, cause: unsent.map(\.withoutValues),
        "the app never sends \(unsent.joined(separator: ", ")), but shows the same at the end",
        [Self.sent(baseline.exchanges.count)])
    }
    guard let end = run.values.last?.time, let baselineEnd = baseline.values.last?.time,
      variation.script.end < subject.script.end,
      // Only what the app does by itself.
      [run, baseline].allSatisfy({ $0.states.dropLast(2).last?.isAtRest == true }),
      run.exchanges.map(\.line) == baseline.exchanges.map(\.line)
    else { return }
    let (time, baselineTime) = (end - variation.script.end, baselineEnd - subject.script.end)
    guard time > 0, baselineTime - time > Variations.second / 2, time * 5 < baselineTime * 4
    else { return }
    let wait = (time + baselineTime) / 2
    let shown = baseline.shown(at: subject.script.end + wait)
    suspect(
      .atOnce, variation, cause: ["sooner"], run.end, not: shown,
      " when the act comes later, each \(DurationText.format(.nanoseconds(wait))) after it",
      wait: wait)
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
      "the app sends \(late.line), although it shows what it showed before the first act",
      [Self.sent(run.exchanges.count { $0.sent < late.sent })], baseline: short)
  }

  /// Suspects a failure that ends what goes on by itself, or that takes back what another act did.
  mutating func judgeOthers(_ fate: Variation.Fate, _ variation: Variation, _ run: ObservedRun) {
    guard fate.replacesSuccess, [.serverError, .connectionLost].contains(fate.failure),
      let index = run.exchanges.firstIndex(where: \.isFailure),
      baseline.exchanges.indices.contains(index)
    else { return }
    let failed = baseline.exchanges[index]
    let later = baseline.exchanges.dropFirst(index + 1)
    if !fate.isLasting, failed.isSuccess, failed.method == "GET",
      later.contains(where: { $0.line == failed.line }),
      !later.contains(where: { $0.isFailure }), run.exchanges.count == index + 1,
      variation.script.end <= failed.sent.nanoseconds
    {
      suspect(
        .stuckState, variation, cause: [failed.line.withoutValues],
        "the app never sends \(failed.line) again, but does so without the failure",
        [Self.sent(baseline.exchanges.count)])
    }
    for (act, other) in zip(baseline.acts, run.acts) where act > 0 {
      let sent = run.exchanges.filter { run.starts[other] < $0.sent }
      guard let change = sent.first(where: { $0.method != "GET" }), sent.allSatisfy(\.isSuccess)
      else { continue }
      let (before, then) = (baseline.states[act - 1].shown, baseline.states[act].shown)
      for (name, value) in baseline.end.sorted(by: { $0.key < $1.key }) {
        let parts = value.stateParts.filter { path, part in
          then[name]?.parts[path] == part && before[name]?.parts[path] != part
            && run.end[name]?.parts[path] == before[name]?.parts[path]
        }
        guard !parts.isEmpty else { continue }
        let shown = Self.pattern(
          parts.map { ($0.key, (run.end[name]?.parts[$0.key] ?? .absent).flowDescription) })
        suspect(
          .lostAct, variation, cause: [name, change.line.withoutValues],
          "\(name): \(shown), as if \(change.line) had failed too",
          [Self.check(name, isNot: shown)])
      }
    }
  }

  /// Suspects values that are shown for a moment although no answer fails.
  mutating func judgeFlashes(_ variation: Variation, _ run: ObservedRun) {
    guard run.hasOnlySuccesses, baseline.hasOnlySuccesses, variation.change != .less else { return }
    // An answer of no use may have a good status.
    if case .fate = variation.change { return }
    let (values, end) = (run.values, variation.script.end)
    for (moment, next) in zip(values, values.dropFirst())
    // People do not see a value that is shown for a millisecond.
    where moment.time >= end && next.time - moment.time > 1_000_000 {
      for (name, value) in moment.shown.sorted(by: { $0.key < $1.key }) {
        guard let part = states.flash(in: value, of: name) else { continue }
        let shown = Self.pattern([(part.path, part.value.flowDescription)])
        suspect(
          .flash, variation, cause: [name, "\(part.path)"],
          "\(name): \(shown) for a moment, which no story shows unless an answer fails",
          [Self.check(name, isNot: shown)], wait: (moment.time + next.time) / 2 - end)
      }
    }
  }

  /// Suspects a request that changes something and fails while the app shows its success.
  mutating func judgeSuccess(_ fate: Variation.Fate, _ variation: Variation, _ run: ObservedRun) {
    guard fate.replacesSuccess, fate.failure != .never, baseline.hasOnlySuccesses,
      let index = run.exchanges.firstIndex(where: { !$0.isSuccess && !$0.isCancelled }),
      baseline.exchanges.indices.contains(index), run.exchanges.count <= baseline.exchanges.count
    else { return }
    let (sent, line) = (baseline.exchanges[index], run.exchanges[index].line)
    guard sent.line == line, sent.isSuccess, sent.method != "GET",
      let act = baseline.acts.last, baseline.starts[act] < sent.sent, act > 0
    else { return }
    let (before, then) = (baseline.states[act - 1].shown, baseline.states[act].shown)
    let (typed, isShown) = (variation.script.lines.last?.sentences ?? [], run.end != baseline.end)
    for (name, value) in baseline.end.sorted(by: { $0.key < $1.key }) {
      guard let before = before[name]?.parts, let end = run.end[name]?.parts else { continue }
      let effects = value.parts.filter { path, part in
        guard before[path] != part else { return false }
        // Text that a person types stays.
        guard case .text(let text) = part, then[name]?.parts[path] == part else { return true }
        return !typed.contains { $0.contains("\"\(text)\"") }
      }
      guard !effects.isEmpty else { continue }
      guard effects.allSatisfy({ end[$0.key] == $0.value }) else { return }
      let isSeen = run.values.contains { moment in
        !baseline.values.contains { $0.shown == moment.shown }
      }
      guard isShown || !isSeen && states.isRecovered(line) == nil else { return }
      let shown = Self.pattern(effects.map { ($0.key, $0.value.flowDescription) })
      suspect(
        .unreportedFailure, variation, cause: [line.withoutValues],
        "\(name): \(shown), as if \(line) had succeeded"
          + (isShown ? "" : ", and the app does not report the error"),
        [Self.check(name, isNot: shown)])
      return
    }
  }

  /// Suspects a failure after which the same act does not lead to where it otherwise does.
  mutating func judgeRetry(_ variation: Variation, _ run: ObservedRun) {
    guard let (script, late) = subject.reference(.late), late.hasPassed,
      // Without a scenario of the failure, no story says what comes after it; and with an act after it,
      // this act is the way back.
      run.effects.last == true,
      run.exchanges.contains(where: {
        $0.isFailure && states.isRecovered($0.line) == false
      })
    else { return }
    suspect(
      .stuckState, variation, cause: [variation.words.withoutValues], run.end, not: late.end,
      " without the failure", baseline: script)
  }
}
