/// Everything that happened in a simulation, in order: equal traces mean equal runs.
///
/// Tasks are numbered in the order in which they were first seen, so a trace says the same on every
/// run and on every machine.
public struct Trace: Sendable, Equatable, CustomStringConvertible {
  /// One thing that happened.
  public struct Entry: Sendable, Equatable, CustomStringConvertible {
    /// When it happened, counted from the start of the simulation.
    public var time: Duration

    /// What happened.
    public var event: Event

    /// One line: the time, then the event.
    public var description: String { "\(StoryTimeText.offset(time))  \(event)" }
  }

  /// What can happen.
  public enum Event: Sendable, Equatable, CustomStringConvertible {
    /// A task ran until it was done or had to wait, on the main actor or off it; task 0 stands for
    /// an actor that worked off what waited for it.
    case ran(task: Int, onMainActor: Bool)

    /// Something went to sleep until this long after the start.
    case slept(until: Duration)

    /// A task was resumed by a thread that is not the simulation's.
    case resumedFromOutside(task: Int)

    /// Code did something that a simulation can't contain.
    case escaped(Escape)

    /// Code read the calendar clock itself, this often; it was given story time.
    case readCalendarClock(times: Int)

    /// Something that code in the simulation told through ``Simulation/note(_:topic:)``, and what
    /// it is about; empty where nothing was said.
    case note(String, topic: String)

    /// The event in words.
    public var description: String {
      switch self {
      case .ran(0, _): "an actor ran"
      case .ran(let task, true): "task \(task) ran on the main actor"
      case .ran(let task, false): "task \(task) ran"
      case .slept(let instant): "sleeps until \(StoryTimeText.offset(instant))"
      case .resumedFromOutside(let task): "task \(task) was resumed from another thread"
      case .escaped(let escape): "\(escape)"
      case .readCalendarClock(let times):
        times == 1 ? "the system clock was read" : "the system clock was read \(times) times"
      case .note(let text, _): text
      }
    }
  }

  /// An entry as it is kept: most traces are never read, so their words are put together only
  /// when somebody does.
  private struct Line: Sendable {
    enum Content: Sendable {
      case event(Event)
      case note(@Sendable () -> String, topic: String)
    }

    let time: Duration
    let content: Content

    var entry: Entry {
      switch content {
      case .event(let event): Entry(time: time, event: event)
      case .note(let words, let topic): Entry(time: time, event: .note(words(), topic: topic))
      }
    }
  }

  /// The largest number of entries; more would fill the memory when code runs for hours of story
  /// time.
  public static let limit = 250_000

  private var lines: [Line] = []

  /// The number of events that were not kept because the trace had reached its limit.
  public private(set) var omittedCount = 0

  /// What happened, in order, up to ``limit`` entries.
  ///
  /// Takes time in proportion to the number of entries.
  public var entries: [Entry] { lines.map(\.entry) }

  /// Creates an empty trace.
  public init() {}

  package mutating func append(_ event: Event, at time: Duration) {
    append(Line(time: time, content: .event(event)))
  }

  /// Adds a note whose words are put together when they are read.
  ///
  /// - Parameter words: Gives the same words whenever it is called.
  mutating func append(
    note words: @escaping @Sendable () -> String, topic: String, at time: Duration
  ) {
    append(Line(time: time, content: .note(words, topic: topic)))
  }

  private mutating func append(_ line: Line) {
    guard lines.count < Self.limit else { return omittedCount += 1 }
    // About as many as a scenario of a few steps has.
    if lines.isEmpty { lines.reserveCapacity(32) }
    lines.append(line)
  }

  /// Whether the same happened, in the same order and at the same times.
  public static func == (left: Trace, right: Trace) -> Bool {
    left.lines.count == right.lines.count && left.omittedCount == right.omittedCount
      && left.entries == right.entries
  }

  /// The trace as lines of text, one for each entry.
  public var description: String {
    let omitted = omittedCount == 0 ? [] : ["\(omittedCount) more events are omitted"]
    return (entries.map(\.description) + omitted).joined(separator: "\n")
  }

  /// The first entry in which two traces differ.
  ///
  /// - Returns: The place and both entries, `nil` where a trace had ended; or `nil` if they are
  ///   equal.
  public func firstDifference(from other: Trace) -> (index: Int, mine: Entry?, other: Entry?)? {
    let (entries, others) = (entries, other.entries)
    for index in 0..<max(entries.count, others.count) {
      let mine = index < entries.count ? entries[index] : nil
      let theirs = index < others.count ? others[index] : nil
      if mine != theirs { return (index, mine, theirs) }
    }
    return nil
  }
}
