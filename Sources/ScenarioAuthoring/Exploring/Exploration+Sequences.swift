import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// What comes one after the other: acts of different scenarios of a module.
extension Exploration {
  /// The most scenarios of a module that are combined with each other.
  private static let mostCombined = 6
  /// The time between two acts that are apart.
  private static let pause = 10 * Variations.second

  /// Returns scenarios together that have the same module and the same settings.
  func groups(of subjects: [Subject]) -> [[Subject]] {
    Dictionary(grouping: subjects) { [$0.report.module] + $0.frame.settings.sorted() }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// Returns what is varied with what the other scenarios of the same module do.
  func sequences(of subjects: [Subject], _ states: ShownStates) -> [Subject] {
    groups(of: subjects).flatMap { group in
      // The same act where the same is shown comes only once.
      var known: [String: Set<[String: Value]>] = [:]
      let distinct = group.filter { subject in
        guard let run = subject.runs[0], let act = subject.script.lines.last?.text else {
          return false
        }
        let shown = run.shown(before: run.acts.count - 1) ?? [:]
        return known[act, default: []].insert(shown).inserted
      }
      return group.map { $0.with("detour", detours(before: $0, in: group)) }
        + distinct.flatMap { subject in
        [
          subject.with(
            "again",
            Variations(
              ofFailuresIn: subject.run, subject.script,
              recoveries: states.recoveries(in: subject.report.module)
            ).list),
          subject.with("edge", edges(of: subject, in: group)),
        ]
      } + others(in: group)
    }.filter { $0.variations.count > 1 }
  }

  /// Returns the last act of a scenario just before and just after what the app does without it.
  private func edges(of subject: Subject, in group: [Subject]) -> [Variation] {
    guard let act = subject.script.acts.last, let before = subject.script.acts.dropLast().last,
      !subject.script.isFixed(act),
      let beginning = group.first(where: { $0.script.lines == Array(subject.script.lines[..<act]) }),
      let run = beginning.runs[0]
    else { return [] }
    let script = subject.script
    let start = script.lines[before].nanoseconds
    let end = run.report.steps.map(\.nanoseconds).max() ?? 0
    let pending = Set(run.events.map(\.nanoseconds).filter { start < $0 && $0 < end }).sorted()
    var variations = [
      Variation(change: .none, words: "", script: script),
      Variation(change: .without, words: "", script: beginning.script),
    ]
    for time in pending.prefix(Self.mostCombined).flatMap({ [$0 - 1_000_000, $0 + 1_000_000] })
    where time > start && time != script.lines[act].nanoseconds {
      var edge = script
      for index in edge.lines.indices.dropFirst(beginning.script.lines.count) {
        edge.lines[index].nanoseconds = time
      }
      let wait = DurationText.format(.nanoseconds(time - start))
      let words = "\(edge.lines[act].text) \(wait) after \(edge.lines[before].text)"
      variations.append(subject.variation(.edge, words, edge))
    }
    return variations
  }

  /// Returns a scenario after others that come back to where it begins.
  private func detours(before subject: Subject, in group: [Subject]) -> [Variation] {
    guard let start = subject.start else { return [] }
    let ways = group.filter { $0.runs[0]?.end == start && $0.script.acts.count > 1 }
      .sorted { $0.script.lines.count < $1.script.lines.count }
    let detours = ways.prefix(3).flatMap { way -> [Variation] in
      guard let run = way.runs[0], let last = run.acts.last else { return [] }
      let isBack = run.states[last].shown == start
      let time = isBack ? way.script.end : max(way.script.end, run.course.last?.time ?? 0)
      guard let script = way.script.followed(by: subject.script, at: time + Variations.second)
      else { return [] }
      // Without the detour, the scenario begins as late.
      var late = subject.script
      for index in late.lines.indices where !late.lines[index].isBackground {
        late.lines[index].nanoseconds += script.end - subject.script.end
      }
      return [
        Variation(change: .without, words: "", script: late),
        subject.variation(.detour, "\(way.words), and then \(subject.words)", script),
      ]
    }
    return [Variation(change: .none, words: "", script: subject.script)] + detours
  }

  /// Returns first acts of different scenarios, as fast as fingers are.
  private func others(in group: [Subject]) -> [Subject] {
    var known: Set<String> = []
    let firsts = group.filter { subject in
      guard let act = subject.script.firstAct, act == subject.script.acts.last else { return false }
      return known.insert(subject.script.lines[act].text).inserted
    }.prefix(Self.mostCombined)
    return firsts.flatMap { one in
      firsts.enumerated().compactMap { index, other -> Subject? in
        guard one.path != other.path else { return nil }
        let slow = one.script.slowed(by: 3 * Variations.second)
        let next = other.script.slowed(by: Variations.delay)
        guard let apart = slow.followed(by: next, at: slow.end + Self.pause),
          let atOnce = slow.followed(by: next, at: slow.end + 50_000_000)
        else { return nil }
        return one.with(
          "other-\(index)",
          [
            Variation(change: .none, words: "", script: apart),
            Variation(change: .slowed, words: "", script: apart),
            one.variation(
              .atOnce(act: one.script.acts.count), "\(other.words) as soon as \(one.words)", atOnce),
          ], apart)
      }
    }
  }
}

extension Exploration.Subject {
  /// What the app shows before the first act that is not the background's.
  fileprivate var start: [String: Value]? {
    guard let run = runs[0], let first = script.firstAct,
      let number = script.acts.firstIndex(of: first)
    else { return nil }
    return run.shown(before: number)
  }

  /// The acts in words.
  fileprivate var words: String {
    script.acts.map { script.lines[$0] }.filter { !$0.isBackground }.map(\.text)
      .joined(separator: ", ")
  }

  func variation(
    _ change: Variation.Change, _ words: String, _ script: Script
  ) -> Variation {
    let mask = SecretMask(of: report.secrets ?? [])
    return Variation(change: change, words: mask.masked(words), script: script)
  }

  /// Returns the scenario with other variations.
  func with(
    _ name: String, _ variations: [Variation], _ script: Script? = nil
  ) -> Self {
    Self(
      report: report, frame: frame, script: script ?? self.script, run: run,
      path: path.replacing(".yaml", with: "-\(name).yaml"), variations: variations)
  }
}
