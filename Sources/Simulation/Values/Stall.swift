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

  /// The object that code with a blocked thread waits for, such as "a DispatchSemaphore that is
  /// never signalled".
  public var waits: [String] { waitWords.map { $0.joined() } }

  /// The same, each as texts with values between them.
  package let waitWords: [[String]]

  /// The functions of the app that wait with a blocked thread, innermost first, such as
  /// `in Cache.load() (Cache.swift:12)`.
  public let places: [String]

  /// Whether the code has resumed a task of an earlier simulation, such as one of a static object.
  private let awaitsEarlierTask: Bool

  /// The span of story time in which too many jobs ran.
  private let span: Duration

  init(
    _ reason: Reason, within span: Duration = .milliseconds(1), pending: [Duration],
    waits: [[String]] = [], at places: [String] = [], awaitsEarlierTask: Bool = false
  ) {
    (self.reason, self.span, self.pending) = (reason, span, pending)
    (waitWords, self.places) = (waits, places)
    self.awaitsEarlierTask = awaitsEarlierTask
  }

  /// A description of the reason.
  public var description: String { words.joined() }

  /// The description as texts with values between them, of which what is waited for is the last.
  package var words: [String] {
    let waited = waits.joined(separator: "; and for ")
    switch reason {
    case .nothingLeft where !waits.isEmpty:
      return ["the app blocks a thread and waits for ", waited]
    case .nothingLeft:
      let end =
        awaitsEarlierTask
        ? "a task of an earlier simulation, which never continues" : "something that never comes"
      return ["no pending work is left: the app waits for " + end]
    case .storyTimeLimit(let limit):
      let words = ["it takes more than ", StoryTimeText.span(limit)]
      if !waits.isEmpty { return words + [" of story time: the app waits for ", waited] }
      guard let next = pending.first else { return words + [" of story time"] }
      return words + [" of story time; the next event is at ", StoryTimeText.offset(next)]
    case .neverAtRest(let jobs):
      return [
        "the app never comes to rest: ", "\(jobs)", " jobs ran within ", StoryTimeText.span(span),
        " of story time",
      ]
    }
  }
}
