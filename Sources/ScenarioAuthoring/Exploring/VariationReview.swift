import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The review of the variations of one scenario, by the rules of each ``Judge``.
struct VariationReview {
  let subject: Exploration.Subject
  let states: ShownStates
  /// The run without a change.
  let baseline: ObservedRun
  private(set) var suspicions: [Suspicion] = []

  /// Judges the variations of a scenario; `nil` if it did not run unchanged.
  init?(of subject: Exploration.Subject, _ states: ShownStates) {
    guard let plain = subject.plain else { return nil }
    (self.subject, self.states, baseline) = (subject, states, plain)
    for (variation, run) in zip(subject.variations, subject.runs) { judge(variation, run) }
    judgeFailures()
  }

  // MARK: - One variation

  private mutating func judge(_ variation: Variation, _ run: ObservedRun) {
    if variation.change == .journey { return judgeJourney(variation, run) }
    // An answer that never comes ends a task only in apps whose requests have a time-out.
    if let failure = run.hardFailure, !variation.isNeverAnswered {
      suspect(.hard, variation, cause: [failure.withoutValues], failure, [])
    }
    guard run.hasPassed else { return }
    if let line = run.endlessRequests.first, baseline.endlessRequests.isEmpty {
      suspect(
        .hard, variation, cause: ["endless", line.withoutValues],
        "the app never stops sending \(line)",
        [
          .init(
            timing: "never within \(DurationText.format(Script.longestRest))",
            sentence: ServerAnswers.sent(run.exchanges.count + 1))
        ])
    }
    switch variation.change {
    case .none: return judgeReturn(variation, run)
    case .slowed, .withoutAct, .actsApart, .late: return
    case .apart: break
    default:
      if run.isAtRest { judgeRest(variation, run.end) }
    }
    judgeRequests(variation, run)
    switch variation.change {
    case .order:
      suspect(
        .order, variation, cause: [variation.words.replacing(/\?\S*/, with: "").withoutValues],
        run.end, not: baseline.end, " in the other order")
    case .fate(let fate): judge(fate, variation, run)
    case .moment(let isWritten): judgeMoment(variation, run, isWritten: isWritten)
    case .repeated:
      suspect(.stuckState, variation, run.end, not: baseline.end, " after a single failure")
    case .again: judgeRetry(variation, run)
    case .twice(let line): judgeTwice(line, variation, run)
    default: break
    }
    judgeFlashes(variation, run)
  }

  mutating func judgeRest(_ variation: Variation, _ shown: [String: Value]) {
    for (name, value) in shown.sorted(by: { $0.key < $1.key }) {
      if let state = states.passingState(in: value, of: name) {
        let part = Self.pattern([(state.path, state.value.flowDescription)])
        suspect(
          .passingState, variation, cause: [name, "\(state)"],
          "\(name): \(part), which it otherwise shows only while a request is in flight",
          [Self.check(name, isNot: part)])
      } else if !variation.change.isUnlikeStories,
        // An answer may well have no optional part, or an empty list.
        let part = states.newCombination(in: value, of: name)
      {
        let (shown, parts) = (Self.pattern(part), value.parts)
        let actual = Self.pattern(
          part.map { ($0.path, parts[$0.path]?.flowDescription ?? "null") })
        // In full where that is short, because the pattern may not say what is wrong.
        let whole = value.flowDescription
        let words = whole.count <= 80 && whole != actual ? "\(whole), with \(actual)" : actual
        // An empty text in an answer leads to one in each place that shows it.
        let isEmpty = part.contains { parts[$0.path] == .text("") }
        suspect(
          .newState, variation, cause: isEmpty ? ["an empty text"] : [name, "\(part)"],
          "\(name): \(words), which no story shows while no request is in flight",
          [Self.check(name, isNot: shown)])
      }
    }
  }

  private mutating func judgeRequests(_ variation: Variation, _ run: ObservedRun) {
    let more = run.changes.excess(over: baseline.changes)
    let count = run.exchanges.count
    switch variation.change {
    case .time, .order:
      // An act that comes again may well send again, once its first answer is there.
      let acts = variation.script.actTexts
      guard !more.isEmpty, Set(acts).count == acts.count else { return }
      suspect(
        .sentMore, variation, cause: more.map(\.withoutValues),
        "the app sends \(more.joined(separator: ", ")) more often, although only the times of "
          + "answers differ",
        [Self.sent(baseline.exchanges.count)])
    case .fate(let fate) where fate.failure.answer.failure?.isLoss == true:
      let more = run.exchanges.counts(of: \.line).excess(
        over: baseline.exchanges.counts(of: \.line))
      for line in run.sentAgain.subtracting(baseline.sentAgain).intersection(more).sorted() {
        suspect(
          .sentAgain, variation, cause: [line.withoutValues],
          "the app sends \(line) again, although the server may already have processed it",
          [Self.sent(baseline.exchanges.count)])
      }
    case .twice(let index):
      let act = variation.script.lines[index].text
      for line in more {
        let expected = baseline.changes[line, default: 0]
        guard expected > 0, !states.repeats(act, sending: line) else { continue }
        let excess = run.changes[line, default: 0] - expected
        suspect(
          .sentTwice, variation, cause: [act.withoutValues, line.withoutValues],
          "the app sends \(line) \(counted(expected + excess, "time")) instead of "
            + (expected == 1 ? "once" : counted(expected, "time")), [Self.sent(count - excess)])
      }
    default: break
    }
  }

  private mutating func judge(_ fate: Variation.Fate, _ variation: Variation, _ run: ObservedRun) {
    judgeSuccess(fate, variation, run)
    judgeOthers(fate, variation, run)
    let names = differences(run.end, baseline.end)
    let more = run.exchanges.counts(of: \.line).excess(over: baseline.exchanges.counts(of: \.line))
    // The app need not report an error if it sends the request again, and can't if none came. A new
    // text may report it, or one that the scenario has only after another failure.
    guard fate.replacesSuccess, !names.isEmpty, more.isEmpty, run.isAtRest,
      !run.exchanges.contains(where: \.isCancelled),
      run.end.mapValues(\.shape) == baseline.end.mapValues(\.shape),
      run.end.prose.isSubset(of: baseline.calmProse),
      leavesOutPart(variation, run) || run.prose.isSubset(of: baseline.prose)
    else { return }
    suspect(
      .unreportedError, variation, cause: names + ["\(fate.line)", "\(fate.answer)"],
      Self.difference(names, run.end, baseline.end)
        + " without the error, which is not reported",
      names.compactMap { name in
        let rest = run.end[name]?.without(baseline.end[name])
        return rest.map { Self.check(name, isNot: $0.flowDescription) }
      })
  }

  /// Returns whether the app goes on to another part of a series, such as the next page, and never
  /// asks again for the one that failed, so that the error it reported is of no use.
  private func leavesOutPart(_ variation: Variation, _ run: ObservedRun) -> Bool {
    // The app chooses the parts, and no person by typing.
    guard let failed = run.exchanges.first(where: \.isFailure), failed.method == "GET",
      run.successes[failed.line] == nil, baseline.successes[failed.line] != nil,
      variation.script.actTexts.allSatisfy({ $0 == $0.withoutValues })
    else { return false }
    return run.exchanges.contains {
      failed.sent < $0.sent && $0.isSuccess && $0.line != failed.line
        && $0.line.withoutValues == failed.line.withoutValues
    }
  }

  private mutating func judgeTwice(_ line: Int, _ variation: Variation, _ run: ObservedRun) {
    guard run.exchanges.allSatisfy(\.isSuccess),
      let (script, apart) = subject.reference(.apart(line: line)), apart.hasPassed
    else { return }
    let shapes = differences(run.end.mapValues(\.shape), baseline.end.mapValues(\.shape))
    let names = differences(run.end, apart.end)
    guard !Set(names).isDisjoint(with: shapes) else { return }
    suspect(
      .twice, variation, cause: [variation.words.withoutValues], run.end, not: apart.end,
      in: names, " when the second one comes later", baseline: script)
  }

  // MARK: - Several variations

  /// Suspects different failures of one answer whose ends differ, apart from texts.
  private mutating func judgeFailures() {
    var ends: [[Int]: [(end: [String: Value], variation: Variation, run: ObservedRun)]] = [:]
    for (variation, run) in zip(subject.variations, subject.runs) {
      guard case .fate(let fate) = variation.change, run.hasPassed,
        fate.replacesSuccess, fate.failure != .never,
        fate.isOfJSON || fate.failure == .serverError || fate.failure == .connectionLost,
        run.end != baseline.end, fate.isLasting || run.exchanges.count <= baseline.exchanges.count
      else { continue }
      let end = run.end.filter { !states.isLog($0.key) }.mapValues(\.withoutProse)
      let answer = [fate.line, fate.answer, fate.isLasting ? 1 : 0]
      if ends[answer]?.contains(where: { $0.end == end }) != true {
        ends[answer, default: []].append((end, variation, run))
      }
    }
    for (answer, found) in ends.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where found.count > 1 {
      let (first, second) = (found[0], found[1])
      suspect(
        .inconsistentErrors, second.variation, cause: answer.prefix(2).map { "\($0)" },
        second.run.end, not: first.run.end, in: differences(second.end, first.end),
        " when \(first.variation.words)", baseline: first.variation.script)
    }
  }

  // MARK: - Parts of suspicions

  mutating func suspect(
    _ judge: Judge, _ variation: Variation, cause: [String], _ words: String,
    _ checks: [Suspicion.Check], baseline: Script? = nil, wait: Int64? = nil,
    premises: [Suspicion.Check] = []
  ) {
    let mask = SecretMask(of: subject.report.secrets ?? [])
    let module = subject.report.module
    suspicions.append(
      Suspicion(
        subject: subject, judge: judge, cause: [module, judge.rawValue] + cause, words: words,
        change: mask.masked(variation.words), checks: checks,
        baseline: baseline ?? subject.script, varied: variation.script,
        wait: wait ?? (variation.change == .journey ? Script.longTime : nil),
        premises: premises, isJourney: variation.change == .journey))
  }

  /// Suspects a run that shows other values than another one, whose difference from it is `words`.
  ///
  /// - Parameter names: The observations that differ; by default all, apart from logs.
  mutating func suspect(
    _ judge: Judge, _ variation: Variation, cause: [String] = [], _ shown: [String: Value],
    not expected: [String: Value], in names: [String]? = nil, _ words: String,
    baseline: Script? = nil, wait: Int64? = nil
  ) {
    let names = names ?? differences(shown, expected)
    guard !names.isEmpty else { return }
    suspect(
      judge, variation, cause: names + cause, Self.difference(names, shown, expected) + words,
      Self.checks(names, as: expected, not: shown), baseline: baseline, wait: wait)
  }

  /// Returns the names of the observations that differ, apart from logs.
  func differences<T: Equatable>(_ one: [String: T], _ other: [String: T]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] && !states.isLog($0) }
      .sorted()
  }

  static func sent(_ count: Int) -> Suspicion.Check { .init(sentence: ServerAnswers.sent(count)) }

  /// Returns the check that an observation does not match a pattern.
  static func check(_ name: String, isNot pattern: String) -> Suspicion.Check {
    let positive = pattern.trimmingPrefix("!not ")
    return .init(sentence: name, data: positive == pattern ? "!not \(pattern)" : "\(positive)")
  }

  /// Returns the first difference in words, such as `the list is: [Dune], but [Dune, Emma]`, which
  /// the words for the other run follow.
  static func difference(
    _ names: [String], _ actual: [String: Value], _ expected: [String: Value]
  ) -> String {
    func text(_ value: Value?, _ other: Value?) -> String {
      value.map { $0.without(other).flowDescription } ?? "nothing"
    }
    return names.first.map {
      "\($0): \(text(actual[$0], expected[$0])), but \(text(expected[$0], actual[$0]))"
    } ?? ""
  }

  /// Returns the checks that observations have some values, of which only what differs is named.
  static func checks(
    _ names: [String], as expected: [String: Value], not actual: [String: Value]
  ) -> [Suspicion.Check] {
    names.compactMap { name in
      expected[name].map { .init(sentence: name, data: $0.without(actual[name]).description) }
    }
  }

  /// Returns the notation of a mapping with some parts; a part without a path is all of it.
  static func pattern(_ parts: [(path: [String], value: String)]) -> String {
    guard parts.allSatisfy({ !$0.path.isEmpty }) else { return parts.first?.value ?? "" }
    let groups = Dictionary(grouping: parts) { $0.path[0] }.sorted { $0.key < $1.key }
    let entries = groups.map { key, parts in
      let rest = parts.map { (path: Array($0.path.dropFirst()), value: $0.value) }
      return "\(Notation.text(key, in: .flow)): \(pattern(rest))"
    }
    return "{ \(entries.joined(separator: ", ")) }"
  }
}

extension ObservedRun {
  /// The POST requests that the app sent again, without an act in between, after their connection
  /// was lost.
  fileprivate var sentAgain: Set<String> {
    let acts = acts.filter { starts.indices.contains($0) }.map { starts[$0] }
    let lost = exchanges.filter { first in
      guard first.method == "POST", let end = first.answered,
        case .failure(let failure) = first.answer, failure.isLoss
      else { return false }
      return exchanges.contains { second in
        second.line == first.line && end < second.sent
          && !acts.contains { end < $0 && $0 < second.sent }
      }
    }
    return Set(lost.map(\.line))
  }
}
