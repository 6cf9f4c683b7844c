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

    /// What code in the simulation wrote with ``Simulation/note(_:)``.
    case note(Note)

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
      case .note(let note): note.description
      }
    }
  }

  /// A value that code wrote into the trace.
  ///
  /// It is put into words only when the trace is read, which most traces never are.
  public struct Note: Sendable, Equatable, CustomStringConvertible {
    /// The value.
    public let value: any CustomStringConvertible & Sendable

    /// Creates a note of a value whose description is always the same.
    public init(_ value: some CustomStringConvertible & Sendable) { self.value = value }

    /// The value in words.
    public var description: String { value.description }

    /// Whether both read the same.
    public static func == (left: Note, right: Note) -> Bool {
      left.description == right.description
    }
  }

  /// The largest number of entries; more would fill the memory when code runs for hours of story
  /// time.
  public static let limit = 250_000

  /// What happened, in order, up to ``limit`` entries.
  public private(set) var entries: [Entry] = []

  /// The number of events that were not kept because the trace had reached its limit.
  public private(set) var omittedCount = 0

  /// Creates an empty trace.
  public init() {}

  package mutating func append(_ event: Event, at time: Duration) {
    guard entries.count < Self.limit else { return omittedCount += 1 }
    // About as many as a scenario of a few steps has.
    if entries.isEmpty { entries.reserveCapacity(32) }
    entries.append(Entry(time: time, event: event))
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
    let others = other.entries
    for index in 0..<max(entries.count, others.count) {
      let mine = index < entries.count ? entries[index] : nil
      let theirs = index < others.count ? others[index] : nil
      if mine != theirs { return (index, mine, theirs) }
    }
    return nil
  }
}
