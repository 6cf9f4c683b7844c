import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// Random acts of a story, one long after the other.
extension Exploration {
  /// The journeys through each story, by a seed that makes them the same again.
  package struct Journeys: Sendable {
    /// The number of journeys through each story.
    package var count: Int
    package var seed: UInt64

    package init(count: Int = 30, seed: UInt64 = 1) { (self.count, self.seed) = (count, seed) }
  }

  /// The most acts of a journey.
  private static let mostActs = 12

  /// Returns the journeys through the stories of scenarios, whose acts come apart in ``apart``.
  mutating func journeys(of subjects: [Subject]) throws -> [Subject] {
    guard journeys.count > 0 else { return [] }
    let stories = Dictionary(grouping: subjects, by: \.story)
      .filter { Set($0.value.map(\.lastAct)).count > 1 }
    var all = subjects.filter { stories[$0.story] != nil }.map { subject in
      subject.with([Variation(change: .none, script: subject.script.apart)])
    }
    try complete(&all)
    all.removeAll { subject in
      subject.runs.first?.hasPassed != true
        || subject.script.rest != .nanoseconds(Script.restInJourney)
    }
    // What changes nothing that is shown may change something else.
    let quiet = Set(subjects.filter { $0.runs[0].effects.last != true }.map(\.lastAct))
    let hidden = quiet.intersection(all.filter { !$0.hasEffect }.map(\.lastAct))
    all.removeAll { hidden.contains($0.lastAct) }
    for index in all.indices { all[index].script.follow(all[index].runs[0]) }
    let groups = Dictionary(grouping: all, by: \.story)
    apart = groups.mapValues { group in
      // An act that comes again may count, which nothing shows.
      Dictionary(grouping: group.filter { !$0.repeatsLastAct }, by: \.lastAct)
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { _, group in
      var known: Set<Script> = []
      return (0..<journeys.count).compactMap { number -> Subject? in
        var random = SeededNumbers(state: journeys.seed &+ UInt64(number) &* 1_000_003)
        guard let start = group.randomElement(using: &random) else { return nil }
        let script = journey(from: start, through: group, &random)
        guard known.insert(script).inserted else { return nil }
        let words = "\(script.acts.count) acts of a journey with --seed \(journeys.seed)"
        return start.with([
          start.variations[0], Variation(change: .journey, words: words, script: script),
        ])
      }
    }
  }

  /// Returns a scenario with more acts, mostly those that a scenario has where the same is shown.
  private func journey(
    from start: Subject, through group: [Subject], _ random: inout SeededNumbers
  ) -> Script {
    var script = start.script
    let prepared = Set(script.lines.map(\.sentences))
    let possible = group.filter { other in
      !other.remaining.isEmpty
        && other.script.lines.allSatisfy { line in
          line.isBackground || line.purpose == .act || line.served != nil
            || prepared.contains(line.sentences)
        }
    }
    let places = Dictionary(grouping: possible, by: \.shownBefore)
    var shown: [String: Value]? = start.runs[0].end
    while script.acts.count < Self.mostActs {
      let known = shown.flatMap { places[$0] } ?? []
      let isKnown = !known.isEmpty && Int.random(in: 0..<4, using: &random) > 0
      guard let next = (isKnown ? known : possible).randomElement(using: &random) else { break }
      let isSoon = Int.random(in: 0..<4, using: &random) == 0
      script.add(next.remaining, after: isSoon ? Script.shortTime : Script.restInJourney)
      // What comes soon after another act may lead anywhere.
      shown = isSoon ? nil : next.runs[0].end
    }
    return script
  }
}

extension Exploration.Subject {
  /// Whether an act like the last one comes before it.
  fileprivate var repeatsLastAct: Bool {
    script.actsBefore.contains { $0.withoutValues == lastAct.withoutValues }
  }

  /// Whether the app shows something else after the last act, or sends something.
  fileprivate var hasEffect: Bool {
    let run = runs[0]
    return shownBefore != run.end || !run.answers(toAct: run.acts.count - 1).isEmpty
  }

  /// What the app shows before the last act.
  var shownBefore: [String: Value] { runs[0].shown(before: runs[0].acts.count - 1) ?? [:] }

  /// The last act after the answers that acts before it leave; empty if it is in the background,
  /// which does not come again.
  var remaining: [Script.Line] {
    let run = runs[0]
    guard let last = script.acts.last, !script.lines[last].isBackground, let act = run.acts.last
    else { return [] }
    let start = run.starts[act].order
    let served = script.lines[..<last].compactMap { line -> Script.Line? in
      guard let served = line.served else { return nil }
      let used = run.exchanges.count {
        line.order < $0.sent.order && $0.sent.order < start && $0.stub == served.url
          && $0.method == served.method
      }
      var line = line
      if used > 0, served.answers.count > 1, !served.isConditional {
        line.served?.answers.removeFirst(min(used, served.answers.count - 1))
      }
      return line
    }
    // The last answers to a request take the place of those before.
    let unique = served.enumerated().filter { index, line in
      !served.dropFirst(index + 1).contains {
        $0.served?.method == line.served?.method && $0.served?.url == line.served?.url
      }
    }
    return unique.map(\.element) + [script.lines[last]]
  }
}

extension Script {
  /// The time after each act of a journey, in which the app comes to rest.
  static let restInJourney = 50 * Variations.second

  /// The time after an act of a journey that the next one does not wait for.
  static let shortTime = 2 * Variations.second

  /// The script with a long time after each act that is not in the background.
  var apart: Script {
    var script = self
    script.lines.removeSubrange((acts.last.map { $0 + 1 } ?? 0)...)
    for line in lines where line.purpose == .act && !line.isBackground {
      script.moveLines(after: line.order, by: Self.restInJourney)
    }
    script.until = script.end + Self.restInJourney
    return script
  }

  /// Adds lines some time after the last act.
  mutating func add(_ added: [Line], after wait: Int64 = Self.restInJourney) {
    let time = (acts.last.map { lines[$0].nanoseconds } ?? 0) + wait
    lines += added.changed {
      ($0.nanoseconds, $0.isBackground) = (time, false)
    }
    until = time + Self.restInJourney
  }

  /// Moves lines forward after an act was removed before them, so that only the longer of the times
  /// before and after it remains.
  mutating func closeGap(before index: Int, at time: Int64) {
    guard lines.indices.contains(index) else { return }
    let after = lines[index].nanoseconds - time
    let before = lines[..<index].last { $0.purpose == .act }.map { time - $0.nanoseconds }
    for later in lines.indices[index...] { lines[later].nanoseconds -= min(before ?? after, after) }
  }

  /// Returns the first acts of a journey, by their number, of which no line has a place among those
  /// of another script.
  func journey(until number: Int) -> Script {
    var script = self
    script.lines.removeSubrange((acts[number] + 1)...)
    for index in script.lines.indices { script.lines[index].order = -1 - index }
    return script
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
