import ScenarioKit
import ScenarioLanguage

/// Random acts of a story, most of them long after each other.
extension Exploration {
  /// The number of journeys through each story, and a seed with which they are the same again.
  package typealias Journeys = (count: Int, seed: UInt64)

  /// The journeys of an exploration for which nothing else is chosen.
  package static let usualJourneys: Journeys = (100, 1)

  /// The most acts of a journey.
  private static let mostActs = 12

  /// Returns journeys through the stories of scenarios.
  mutating func journeys(of subjects: [Subject]) throws -> [Subject] {
    guard journeys.count > 0 else { return [] }
    // An act that shows and sends nothing may change what nobody sees.
    let hidden = Set(subjects.filter { $0.plain?.effects.last != true }.map(\.lastAct))
    var all = subjects.filter { !hidden.contains($0.lastAct) }.map { subject in
      subject.with(subject.script.apart)
    }
    try complete(&all)
    all.removeAll { subject in
      subject.plain?.hasPassed != true
        || subject.script.rest != .nanoseconds(Script.longTime)
        || subject.script.lines.last?.isBackground == true
    }
    // What differs at another time of day, such as an age, is not compared.
    var later = all.map { $0.with($0.script.later(by: Script.longTime)) }
    try run(&later)
    for index in all.indices {
      if let plain = all[index].plain { all[index].script.follow(plain) }
      all[index].runs += later[index].runs
    }
    let stories = Dictionary(grouping: all, by: \.story)
      .filter { Set($0.value.map(\.lastAct)).count > 1 }
    return stories.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { _, group in
      // The app may count how often an act comes, which nothing shows.
      let first = group.filter { subject in
        !subject.script.actsBefore.map(\.withoutValues).contains(subject.lastAct.withoutValues)
      }
      let others = Dictionary(grouping: first, by: \.lastAct)
      // A journey may have acts of each scenario.
      let secrets = group.flatMap { $0.report.secrets ?? [] }.withoutRepeats()
      return (0..<UInt64(journeys.count)).compactMap { number -> Subject? in
        guard !isOver() else {
          counts.untried += 1
          return nil
        }
        var numbers = SeededNumbers(state: journeys.seed &+ number << 32)
        var journey = journey(through: group, by: &numbers)
        (journey.others, journey.report.secrets) = (others, secrets)
        return journey
      }
    }
  }

  /// Returns a scenario of a story with random acts after it, mostly those that scenarios have where
  /// the same is shown.
  private func journey(through group: [Subject], by numbers: inout SeededNumbers) -> Subject {
    let start = group[Int.random(in: group.indices, using: &numbers)]
    let possible = group.filter { start.preparations.isSuperset(of: $0.preparations) }
    let places = Dictionary(grouping: possible, by: \.shownBefore)
    var (script, shown) = (start.script, start.plain?.end)
    while script.acts.count < Self.mostActs {
      let known = shown.flatMap { places[$0] } ?? []
      let pool = !known.isEmpty && Int.random(in: 0..<4, using: &numbers) > 0 ? known : possible
      // Many scenarios may have the same act.
      let act = Set(pool.map(\.lastAct)).sorted().randomElement(using: &numbers)
      let next = pool.filter { $0.lastAct == act }.randomElement(using: &numbers) ?? start
      let isSoon = Int.random(in: 0..<4, using: &numbers) == 0
      script.add(next.remaining, after: isSoon ? 2 * Variations.second : Script.longTime)
      // What comes soon after another act may lead anywhere.
      shown = isSoon ? nil : next.plain?.end
    }
    let words = "\(script.acts.count) acts of a journey with --seed \(journeys.seed)"
    return start.with(
      start.reference(.none)?.script ?? start.script,
      [Variation(change: .journey, words: words, script: script)])
  }
}

extension Exploration.Subject {
  /// The preparations apart from answers of the server, which can't come later.
  fileprivate var preparations: Set<[String]> {
    let lines = script.lines.filter { !$0.isBackground && $0.purpose != .act && $0.served == nil }
    return Set(lines.map(\.sentences))
  }

  /// What the app shows before the last act.
  var shownBefore: [String: Value] {
    plain.flatMap { $0.shown(before: $0.acts.count - 1) } ?? [:]
  }

  /// The last act, after those answers of the server that the acts before it leave.
  var remaining: [Script.Line] {
    guard let run = plain else { return script.lines.suffix(1) }
    let start = run.acts.last.map { run.starts[$0].order } ?? 0
    var seen: Set<String> = []
    // The last answers to a request take the place of those before.
    let served = script.lines.dropLast().reversed().compactMap { line -> Script.Line? in
      guard let served = line.served, seen.insert("\(served.method) \(served.url)").inserted else {
        return nil
      }
      let used = run.exchanges.count {
        line.order..<start ~= $0.sent.order && $0.stub == served.url && $0.method == served.method
      }
      var line = line
      if used > 0, served.answers.count > 1, !served.isConditional {
        line.served?.answers.removeFirst(min(used, served.answers.count - 1))
      }
      return line
    }
    return served.reversed() + script.lines.suffix(1)
  }
}

extension Script {
  /// The time after an act of a journey in which the app comes to rest.
  static let longTime = 50 * Variations.second

  /// The script up to the last act, with a long time after each act that is not in the background.
  var apart: Script {
    var script = self
    script.lines.removeSubrange((acts.last.map { $0 + 1 } ?? 0)...)
    for line in lines where line.purpose == .act && !line.isBackground {
      script.moveLines(after: line.order, by: Self.longTime)
    }
    script.until = script.end + Self.longTime
    return script
  }

  /// Returns the script with its lines at a later time, apart from those of the background.
  func later(by time: Int64) -> Script {
    var script = self
    for index in lines.indices where !lines[index].isBackground {
      script.lines[index].nanoseconds += time
    }
    script.until = until.map { $0 + time }
    return script
  }

  /// Adds lines some time after the last one.
  mutating func add(_ added: [Line], after time: Int64) {
    let time = end + time
    lines += added.changed { ($0.nanoseconds, $0.isBackground) = (time, false) }
    until = time + Self.longTime
  }

  /// Moves lines forward after an act was removed before them, so that only the longer one of the
  /// times before and after it remains.
  mutating func closeGap(before index: Int, at time: Int64) {
    guard lines.indices.contains(index) else { return }
    let before = lines[..<index].last { $0.purpose == .act }.map { time - $0.nanoseconds }
    let gap = min(before ?? .max, lines[index].nanoseconds - time)
    for later in lines.indices[index...] { lines[later].nanoseconds -= gap }
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
