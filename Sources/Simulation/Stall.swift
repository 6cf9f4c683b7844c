import DisplayText

/// The reason why a simulation can't continue.
public struct Stall: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of stalls.
  public enum Reason: Sendable, Hashable {
    /// Nothing is due, no timer is set, and the work has not ended: it waits for an event that
    /// never comes.
    case nothingLeft

    /// The work did not end within this much story time.
    case storyTimeLimit(Duration)

    /// This many jobs ran within a millisecond or a second of story time, and more were due.
    case neverAtRest(jobs: Int)
  }

  /// The kind of stall.
  public let reason: Reason

  /// The moments at which something was still scheduled, counted from the start, in ascending
  /// order.
  public let pending: [Duration]

  /// The object that code with a blocked thread waits for, such as "a DispatchSemaphore that nobody
  /// signals".
  public let waits: [String]

  /// The functions of the app that wait with a blocked thread, innermost first, such as
  /// `in Cache.load() (Cache.swift:12)`.
  public let places: [String]

  /// Whether the code has resumed a task of an earlier simulation, such as one of a static object.
  private let awaitsEarlierTask: Bool

  /// The span of story time in which too many jobs ran.
  private let span: Duration

  init(
    _ reason: Reason, within span: Duration = .milliseconds(1), pending: [Duration],
    waits: [String] = [], at places: [String] = [], awaitsEarlierTask: Bool = false
  ) {
    self.reason = reason
    self.span = span
    self.pending = pending
    self.waits = waits
    self.places = places
    self.awaitsEarlierTask = awaitsEarlierTask
  }

  /// A description of the reason.
  public var description: String {
    switch reason {
    case .nothingLeft where !waits.isEmpty:
      "the app blocks a thread and waits for \(waits.joined(separator: "; and for "))"
    case .nothingLeft where awaitsEarlierTask:
      "no pending work is left: the app waits for a task of an earlier simulation, "
        + "which never continues"
    case .nothingLeft: "no pending work is left: the app waits for something that never comes"
    case .storyTimeLimit(let limit):
      "it takes more than \(StoryTimeText.span(limit)) of story time"
        + (waits.isEmpty
          ? nextEvent : ": the app waits for \(waits.joined(separator: "; and for "))")
    case .neverAtRest(let jobs):
      "the app never comes to rest: \(jobs) jobs ran within "
        + "\(StoryTimeText.span(span)) of story time"
    }
  }

  private var nextEvent: String {
    pending.first.map { "; the next event is at \(StoryTimeText.offset($0))" } ?? ""
  }
}
