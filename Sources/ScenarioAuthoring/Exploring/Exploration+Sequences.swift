import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// What comes one after the other: acts after failures, and acts of a story at other moments.
extension Exploration {
  /// The most acts that come after another one, and the most moments at which they do.
  private static let mostCombined = 6
  /// The time between two acts that are apart.
  private static let pause = 5 * Variations.second

  /// Returns scenarios together that have the same story.
  private func stories(of subjects: [Subject]) -> [[Subject]] {
    Dictionary(grouping: subjects, by: \.story)
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// Returns what is varied with what the other scenarios of the same story do.
  func sequences(of subjects: [Subject], _ states: ShownStates) -> [Subject] {
    stories(of: subjects).flatMap { group in
      // The same act with the same answers, where the same is shown, comes only once.
      var known: Set<[String]> = []
      let distinct = group.filter { subject in
        let run = subject.runs[0]
        let shown = run.shown(before: run.acts.count - 1) ?? [:]
        let exchanges = subject.exchangesOfLast.map { "\($0.line) \(String(describing: $0.answer))" }
        return known.insert([subject.lastAct, "\(shown.sorted { $0.key < $1.key })"] + exchanges)
          .inserted
      }
      return distinct.flatMap { subject in
        let again = Variations(
          ofFailuresIn: subject.run, subject.script,
          recoveries: states.recoveries(in: subject.report.path))
        return [subject.with("-again", again.list)] + moments(after: subject, in: group)
      }
    }.filter { $0.variations.count > 2 }
  }

  /// Returns acts of the story just after the last act of a scenario, and just before and after what
  /// the app does then.
  private func moments(after one: Subject, in group: [Subject]) -> [Subject] {
    let (slow, run) = (one.variations[1].script, one.runs[1])
    let (begin, end) = (slow.end, run.steps.map(\.nanoseconds).max() ?? 0)
    let pending = Set(run.events.map(\.nanoseconds).filter { begin < $0 && $0 < end }).sorted()
    guard run.hasPassed, !pending.isEmpty else { return [] }
    let acts = slow.acts.map { slow.lines[$0].text }
    var known: Set = [one.lastAct]
    let others = group.filter { acts.starts(with: $0.script.actsBefore) }
      .sorted { ($1.script.acts.count, $0.path) < ($0.script.acts.count, $1.path) }
      .filter { known.insert($0.lastAct).inserted }
    let moments = pending.prefix(Self.mostCombined).flatMap { [$0 - 1_000_000, $0 + 1_000_000] }
    return others.prefix(Self.mostCombined).enumerated().compactMap { index, other -> Subject? in
      let (next, place) = (other.variations[1].script, other.script.acts.count)
      // As long as in the story, if it has the acts one after the other.
      let gap = place > acts.count ? next.end - next.lines[next.acts[place - 2]].nanoseconds : nil
      let usual = begin + (gap ?? Self.pause)
      func at(_ time: Int64) -> Script? { slow.followed(by: next, at: time) }
      guard let plain = at(usual) else { return nil }
      let moved = ([begin + 50_000_000] + moments).filter { $0 > begin && $0 != usual }
      let variations = Set(moved).sorted().compactMap { time in
        at(time).map { script in
          let wait = DurationText.format(.nanoseconds(time - begin))
          return one.variation(.moment, "\(other.lastAct) \(wait) after \(one.lastAct)", script)
        }
      }
      return one.with(
        "-moment-\(index)",
        [
          Variation(change: .none, words: "", script: plain),
          Variation(change: .without, words: "", script: slow),
        ] + variations)
    }
  }

  /// Runs scenarios without their checks, and until the app asks for what nothing answers.
  ///
  /// Answers that a scenario lacks come from others of its story.
  mutating func complete(_ subjects: inout [Subject]) throws {
    let scripts = Dictionary(grouping: subjects, by: \.story).mapValues { $0.map(\.script) }
    try run(&subjects)
    // An answer may lead to another request.
    for _ in 0..<4 {
      let refused = subjects.indices.filter { subjects[$0].runs.first?.wasRefused == true }
      var completed = refused.map { index in
        let (subject, run) = (subjects[index], subjects[index].runs[0])
        let script = run.exchanges.first { $0.stub == nil }.flatMap {
          subject.script.answering($0, from: scripts[subject.story] ?? [])
        }
        return subject.with("", [Variation(change: .none, words: "", script: script ?? subject.script)])
      }
      try run(&completed)
      for (index, subject) in zip(refused, completed) { subjects[index] = subject }
    }
  }
}

extension Exploration.Subject {
  var lastAct: String { script.acts.last.map { script.lines[$0].text } ?? "" }

  /// What was sent since the last act.
  var exchangesOfLast: [ObservedRun.Exchange] {
    let act = script.acts.last.map { script.lines[$0].place } ?? 0
    return run.exchanges.filter { act < $0.sent.place }
  }

  func variation(_ change: Variation.Change, _ words: String, _ script: Script) -> Variation {
    let mask = SecretMask(of: report.secrets ?? [])
    return Variation(change: change, words: mask.masked(words), script: script)
  }

  /// Returns the scenario with other variations, which did not run yet.
  func with(_ name: String, _ variations: [Variation], of run: ObservedRun? = nil) -> Self {
    var other = self
    (other.variations, other.runs) = (variations, [])
    other.script = variations[0].script
    other.path = path.replacing(".yaml", with: "\(name).yaml")
    if let run {
      other.run = run
      other.script.follow(run)
    }
    return other
  }

  /// The scenario with all variations of its plain run.
  var varied: Self {
    var varied = with("", variations, of: runs[0])
    varied.variations = Variations(of: varied.run, varied.script).list
    return varied
  }
}
