import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// Acts of a story at other moments.
extension Exploration {
  /// The most acts that come after another one, and the most moments at which they do.
  private static let mostCombined = 6

  /// Returns what is varied with what the other scenarios of the same story do.
  func sequences(of subjects: [Subject]) -> [Subject] {
    let stories = Dictionary(grouping: subjects, by: \.story)
    return stories.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { _, group in
      // The same act with the same answers, where the same is shown, comes only once.
      var known: Set<[String]> = []
      let distinct = group.filter { subject in
        guard let run = subject.plain else { return false }
        let shown = run.shown(before: run.acts.count - 1) ?? [:]
        let exchanges = run.exchanges.map { "\($0.line) \(String(describing: $0.answer))" }
        return known.insert([subject.lastAct, "\(shown.sorted { $0.key < $1.key })"] + exchanges)
          .inserted
      }
      return distinct.flatMap { moments(after: $0, in: group) }
    }.filter(\.isVaried)
  }

  /// Returns acts of the story just after the last act of a scenario, and just before and after what
  /// the app does then.
  private func moments(after one: Subject, in group: [Subject]) -> [Subject] {
    guard let (slow, run) = one.reference(.slowed), run.hasPassed else { return [] }
    let (begin, end) = (slow.end, run.steps.map(\.nanoseconds).max() ?? 0)
    let pending = Set(run.events.map(\.nanoseconds).filter { begin < $0 && $0 < end }).sorted()
    // After everything that the app does by itself.
    let late = (pending.last ?? begin) + Variations.second
    let acts = slow.actTexts
    var known: Set = [one.lastAct]
    let others = group.filter { acts.starts(with: $0.script.actsBefore) }
      .sorted {
        ($1.script.acts.count, $0.report.line) < ($0.script.acts.count, $1.report.line)
      }
      .filter { known.insert($0.lastAct).inserted }
    let moments = pending.prefix(Self.mostCombined).flatMap { [$0 - 1_000_000, $0 + 1_000_000] }
    return others.prefix(Self.mostCombined).compactMap { other -> Subject? in
      guard let next = other.reference(.slowed)?.script else { return nil }
      let count = other.script.acts.count
      // As long as in the story, if it has the acts one after the other.
      let gap = count > acts.count ? next.end - next.lines[next.acts[count - 2]].nanoseconds : nil
      let isWritten =
        gap != nil && Set(next.lines.map(\.sentences)).isSuperset(of: slow.lines.map(\.sentences))
      let plainTime = gap.map { begin + $0 } ?? late
      func at(_ time: Int64) -> Script? { slow.followed(by: next, at: time) }
      guard let plain = at(plainTime), let apart = at(late) else { return nil }
      let moved = ([begin + 50_000_000] + moments).filter { $0 > begin && $0 != plainTime }
      let variations = Set(moved).sorted().compactMap { time in
        at(time).map { script in
          let wait = DurationText.format(.nanoseconds(time - begin))
          return Variation(
            change: .moment(isWritten: isWritten),
            words: "\(other.lastAct) \(wait) after \(one.lastAct)", script: script)
        }
      }
      let references = [
        Variation(change: .withoutAct, script: slow), Variation(change: .actsApart, script: apart),
      ]
      return one.with(plain, references + variations)
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
      let refused = subjects.indices.filter { subjects[$0].plain?.wasRefused == true }
      var completed = refused.map { index in
        let subject = subjects[index]
        let script = subject.plain?.exchanges.first { $0.stub == nil }.flatMap {
          subject.script.answering($0, from: scripts[subject.story] ?? [])
        }
        return subject.with(script ?? subject.script)
      }
      try run(&completed)
      for (index, subject) in zip(refused, completed) { subjects[index] = subject }
    }
  }
}

extension Exploration.Subject {
  var lastAct: String { script.lines.last { $0.purpose == .act }?.text ?? "" }
}
