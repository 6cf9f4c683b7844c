import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// A run of a scenario, as ``Exploration`` compares it with others.
struct ObservedRun {
  /// A request and its answer.
  struct Exchange {
    let method: String
    /// The method and the address, such as `POST https://shop.example/orders`.
    let line: String
    /// The address in the story that has the answer; `nil` if none has.
    let stub: String?
    let sent: Moment
    /// The moment of the answer; `nil` if there was none.
    var answered: Moment?
    var answer: StoryEvent.Traffic?

    var isCancelled: Bool { answer == .cancellation }
    /// Whether an answer came that is no success.
    var isFailure: Bool { answered != nil && !isCancelled && !isSuccess }
    var isSuccess: Bool { if case .response(200..<300, _) = answer { true } else { false } }
  }

  /// A moment of the run; of two with the same story time, that with the lower order is earlier.
  struct Moment: Comparable {
    let nanoseconds: Int64
    /// The index among the events.
    let order: Int

    static func < (one: Self, other: Self) -> Bool { one.order < other.order }
  }

  /// The methods of requests that change something each time; others are idempotent (RFC 9110).
  private static let changingMethods: Set = ["POST", "PATCH"]

  let report: ScenarioReport
  let steps: [StepResult]
  let events: [ScenarioReport.Event]
  let exchanges: [Exchange]
  /// The moment at which each step began that ran.
  let starts: [Moment]
  /// The values that the app shows, with the story time since when it does, without those that
  /// another value replaces at the same moment.
  private(set) var values: [(time: Int64, shown: [String: Value])] = []

  init(_ report: ScenarioReport) {
    (self.report, steps) = (report, report.steps)
    // After its last step, a scenario goes on until its tasks have ended.
    let end = steps.map(\.nanoseconds).max() ?? 0
    events = Array(report.events.prefix { $0.nanoseconds <= end })
    starts = events.enumerated().filter { $0.element.kind == .step }
      .map { Moment(nanoseconds: $0.element.nanoseconds, order: $0.offset) }
    var exchanges: [Int: Exchange] = [:]
    for (order, event) in events.enumerated() {
      guard let id = event.request else { continue }
      let moment = Moment(nanoseconds: event.nanoseconds, order: order)
      if case .request(let method, let url, let stub) = event.traffic {
        exchanges[id] = Exchange(method: method, line: "\(method) \(url)", stub: stub, sent: moment)
      } else if event.kind == .answer, exchanges[id]?.answered == nil,
        // The end of the scenario cancels what is in flight, which is no answer.
        event.traffic != .cancellation || event.nanoseconds < end
      {
        exchanges[id]?.answered = moment
        exchanges[id]?.answer = event.traffic
      }
    }
    self.exchanges = exchanges.sorted { $0.key < $1.key }.map(\.value)
    for (index, start) in starts.enumerated() {
      let end = starts.dropFirst(index + 1).first?.order ?? events.count
      let changes =
        events[start.order..<end].compactMap { one in one.shown.map { (one.nanoseconds, $0) } }
        + steps[index].shown.map { (steps[index].nanoseconds, $0) }
      for (time, change) in changes {
        var shown = values.last?.shown ?? [:]
        shown[change.name] = change.value.value
        if values.last?.time == time { values.removeLast() }
        if values.last?.shown != shown { values.append((time, shown)) }
      }
    }
  }

  var hasPassed: Bool { report.verdict == .passed }

  /// The last value of each observation.
  var end: [String: Value] { states.last?.shown ?? [:] }

  /// The values that the app shows after each step, and whether no request is in flight then.
  var states: [(shown: [String: Value], isAtRest: Bool)] {
    var shown: [String: Value] = [:]
    return steps.indices.map { index in
      for value in steps[index].shown { shown[value.name] = value.value.value }
      let end = starts.indices.contains(index + 1) ? starts[index + 1].order : events.count
      let isBusy = exchanges.contains { $0.sent.order < end && end <= $0.answered?.order ?? .max }
      return (shown, !isBusy)
    }
  }

  /// The texts that the app shows at any time, without their numbers.
  var prose: Set<String> { Set(values.flatMap(\.shown.prose)) }

  /// The texts that the app shows before an answer fails, and at the end.
  var calmProse: Set<String> {
    let failure = exchanges.first(where: \.isFailure)?.answered?.nanoseconds ?? .max
    return end.prose.union(values.prefix { $0.time < failure }.flatMap(\.shown.prose))
  }

  /// Returns what the app shows at a moment.
  func shown(at time: Int64) -> [String: Value] { values.last { $0.time <= time }?.shown ?? [:] }

  /// Whether no answer failed.
  var hasOnlySuccesses: Bool { !exchanges.contains(where: \.isFailure) }

  /// Returns the values that the app shows before an act, by its number; `nil` for the first step.
  func shown(before act: Int) -> [String: Value]? {
    acts.indices.contains(act) && acts[act] > 0 ? states[acts[act] - 1].shown : nil
  }

  /// Whether no request was in flight when the last step ended.
  var isAtRest: Bool { exchanges.allSatisfy { $0.answered != nil } }

  /// The requests that ask for more than data, with how often each was sent.
  var sentChanges: [String: Int] { exchanges.filter { $0.method != "GET" }.counts(of: \.line) }

  /// The requests that had a good answer, with how often each had.
  var successes: [String: Int] { exchanges.filter(\.isSuccess).counts(of: \.line) }

  /// The requests that change something each time, with how often each was sent.
  var changes: [String: Int] {
    exchanges.filter { Self.changingMethods.contains($0.method) }.counts(of: \.line)
  }

  /// The indices of the acts among the steps, without pauses.
  var acts: [Int] {
    steps.indices.filter { steps[$0].purpose == .act && steps[$0].sentences?.isEmpty != true }
  }

  /// For each act, whether the app showed, called or sent something at its moment.
  var effects: [Bool] {
    acts.filter { starts.indices.contains($0) }.map { index in
      let (start, end) = (starts[index].order, starts.dropFirst(index + 1).first?.order)
      return !steps[index].shown.isEmpty
        || events[start + 1..<(end ?? events.count)].contains {
          $0.isEffect && $0.nanoseconds == steps[index].nanoseconds
        }
    }
  }

  /// The reason why the run ended in a way that no app may: a crash, a hang, a broken `always`; `nil`
  /// if it passed, or only refused an act.
  var hardFailure: String? {
    guard !hasPassed, !report.failures.contains(where: { $0.isRefusal == true }) else { return nil }
    return report.failures.first?.message
  }

  /// Whether the app or the server refused a step.
  var wasRefused: Bool { !hasPassed && hardFailure == nil }

  /// The requests that the app sends again and again, long after everything else is over.
  var endlessRequests: [String] {
    exchanges.filter { $0.sent.nanoseconds > Script.longestRest.wholeNanoseconds / 2 }
      .counts(of: \.line).filter { $0.value > 3 }.keys.sorted()
  }
}

extension Sequence {
  /// Returns how many elements have each value of a property.
  func counts<T: Hashable>(of property: (Element) -> T) -> [T: Int] {
    reduce(into: [:]) { $0[property($1), default: 0] += 1 }
  }
}

extension [String: Value] {
  /// The texts that are shown, without their numbers.
  var prose: Set<String> { Set(values.flatMap(\.prose)) }
}

extension [String: Int] {
  /// The keys that occur more often than in other counts.
  func excess(over other: Self) -> [String] {
    filter { $0.value > other[$0.key, default: 0] }.keys.sorted()
  }
}
