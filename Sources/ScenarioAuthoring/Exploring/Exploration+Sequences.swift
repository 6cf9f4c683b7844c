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
    let script = subject.script
    // The answers to what the app does then are in a scenario that ends before the act.
    let starts = group.filter { subject in
      subject.script.acts.map { subject.script.lines[$0].text } == script.actsBefore
    }
    guard let act = script.acts.last, let before = script.acts.dropLast().last,
      !script.isFixed(act), let start = starts.first, let run = start.runs[0],
      let last = start.script.acts.last
    else { return [] }
    let begin = start.script.lines[last].nanoseconds
    let usual = begin + script.lines[act].nanoseconds - script.lines[before].nanoseconds
    func at(_ time: Int64) -> Script? {
      start.script.followed(by: script, at: time, lastAct: true)
    }
    let end = run.report.steps.map(\.nanoseconds).max() ?? 0
    let pending = Set(run.events.map(\.nanoseconds).filter { begin < $0 && $0 < end }).sorted()
    guard let plain = at(usual) else { return [] }
    var variations = [
      Variation(change: .none, words: "", script: plain),
      Variation(change: .without, words: "", script: start.script),
    ]
    for time in pending.prefix(Self.mostCombined).flatMap({ [$0 - 1_000_000, $0 + 1_000_000] })
    where time > begin && time != usual {
      let wait = DurationText.format(.nanoseconds(time - begin))
      let words = "\(script.lines[act].text) \(wait) after \(script.lines[before].text)"
      if let edge = at(time) { variations.append(subject.variation(.edge, words, edge)) }
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

  /// Returns last acts of scenarios that begin alike, as fast as fingers are.
  private func others(in group: [Subject]) -> [Subject] {
    let alike = Dictionary(grouping: group) { $0.script.actsBefore }.values
      .sorted { $0[0].path < $1[0].path }
    return alike.flatMap { group in
      var known: Set<String> = []
      let distinct = group.filter { known.insert($0.lastAct).inserted }.prefix(Self.mostCombined)
      return distinct.filter(\.sendsLast).flatMap { one in
        distinct.enumerated().compactMap { other(one, $0.element, "other-\($0.offset)") }
      }
    }
  }

  private func other(_ one: Subject, _ other: Subject, _ name: String) -> Subject? {
    let slow = one.script.slowed(by: Variations.delay)
    let next = other.script.slowed(by: Variations.delay)
    guard let apart = slow.followed(by: next, at: slow.end + Self.pause, lastAct: true),
      let atOnce = slow.followed(by: next, at: slow.end + 50_000_000, lastAct: true)
    else { return nil }
    let words = "\(other.lastAct) as soon as \(one.lastAct)"
    return one.with(
      name,
      [
        Variation(change: .none, words: "", script: apart),
        Variation(change: .slowed, words: "", script: apart),
        one.variation(.atOnce(act: one.script.acts.count), words, atOnce),
      ], apart)
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

  /// Whether the last act sends a request, which may be in flight when another act comes.
  fileprivate var sendsLast: Bool {
    let act = script.acts.last.map { script.lines[$0].place } ?? 0
    return run.exchanges.contains { act < $0.sent.place }
  }

  fileprivate var lastAct: String { script.acts.last.map { script.lines[$0].text } ?? "" }

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
