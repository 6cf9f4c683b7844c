import DisplayText

/// The events of a simulation, in order; equal traces mean equal runs.
///
/// Tasks are numbered in the order in which they were first seen, so a trace is the same on every
/// run and on every machine.
public struct Trace: Sendable, Equatable, CustomStringConvertible {
  /// An event and its time.
  public struct Entry: Sendable, Equatable, CustomStringConvertible {
    /// The time of the event, counted from the start of the simulation.
    public var time: Duration

    /// The event.
    public var event: Event

    /// A line with the time and the event.
    public var description: String { "+\(StoryTimeText.exact(time))  \(event)" }
  }

  /// The kinds of events.
  public enum Event: Sendable, Equatable, CustomStringConvertible {
    /// A task ran until it was done or had to wait, on the main actor or off it.
    ///
    /// Task 0 is an actor that ran the tasks waiting for it.
    case ran(task: Int, onMainActor: Bool)

    /// Work of a Dispatch queue or of the main run loop ran.
    case ranWork(queue: Queue)

    /// Code went to sleep until a moment, counted from the start.
    case slept(until: Duration)

    /// A timer was set, or is due again, at a moment that is counted from the start.
    case setTimer(until: Duration)

    /// A thread outside the simulation resumed a task.
    case resumedFromOutside(task: Int)

    /// Code committed a sandbox violation.
    case violated(SandboxViolation)

    /// Code read the calendar clock directly, this many times; it received story time.
    case readCalendarClock(times: Int)

    /// A value that code in the simulation recorded with ``Simulation/note(_:)-method``.
    case note(Note)

    /// A description of the event.
    public var description: String {
      switch self {
      case .ran(0, _): "an actor ran"
      case .ran(let task, true): "task \(task) ran on the main actor"
      case .ran(let task, false): "task \(task) ran"
      case .ranWork(let queue) where queue.label == "com.apple.main-thread":
        "work ran on the main queue"
      case .ranWork(let queue): "work ran on queue \(queue.number) \"\(queue.label)\""
      case .slept(let instant): "sleeps until +\(StoryTimeText.exact(instant))"
      case .setTimer(let instant): "a timer is set for +\(StoryTimeText.exact(instant))"
      case .resumedFromOutside(let task): "task \(task) was resumed from another thread"
      case .violated(let violation): "\(violation)"
      case .readCalendarClock(let times):
        times == 1 ? "the system clock was read" : "the system clock was read \(times) times"
      case .note(let note): note.description
      }
    }
  }

  /// A Dispatch queue, numbered in the order in which the simulation's queues were first used.
  ///
  /// Two are equal if their numbers are: a label can differ from run to run, such as by a UUID in
  /// it, and nothing but the trace shows it.
  public struct Queue: Sendable, Equatable {
    /// The queue's number, from 1.
    public let number: Int

    /// The queue's label; it can be empty.
    public let label: String

    /// Returns whether two queues have the same number.
    public static func == (left: Queue, right: Queue) -> Bool { left.number == right.number }
  }

  /// A value that code recorded in the trace.
  ///
  /// Its description is evaluated only when the trace is read, which most traces never are.
  public struct Note: Sendable, Equatable, CustomStringConvertible {
    /// The value.
    public let value: any CustomStringConvertible & Sendable

    /// Creates a note from a value whose description never changes.
    public init(_ value: some CustomStringConvertible & Sendable) { self.value = value }

    /// The description of the value.
    public var description: String { value.description }

    /// Returns whether two notes have the same description.
    public static func == (left: Note, right: Note) -> Bool {
      left.description == right.description
    }
  }

  /// The largest number of entries.
  ///
  /// More would exhaust the memory when code runs for hours of story time.
  public static let limit = 250_000

  /// The events in order, up to ``limit`` entries.
  public private(set) var entries: [Entry] = []

  /// The tasks in which the driver's own work ran, such as a step; a task can be listed twice.
  private var driverTasks: [Int] = []

  /// The number of events that were omitted because the trace had reached its limit.
  public private(set) var omittedCount = 0

  /// Creates an empty trace.
  public init() {}

  package mutating func append(_ event: consuming Event, at time: Duration) {
    guard entries.count < Self.limit else { return omittedCount += 1 }
    // About the number of entries in a scenario of a few steps.
    if entries.isEmpty { entries.reserveCapacity(32) }
    entries.append(Entry(time: time, event: event))
  }

  /// The trace as text, with one line for each entry.
  public var description: String { text(without: []) }

  /// The trace as text, without the tasks in which the driver's own work ran.
  package var readable: String { text(without: Set(driverTasks)) }

  private func text(without tasks: Set<Int>) -> String {
    let lines = entries.compactMap { entry -> String? in
      if case .ran(let task, _) = entry.event, tasks.contains(task) { return nil }
      return entry.description
    }
    let omitted = omittedCount == 0 ? [] : ["\(omittedCount) more events are omitted"]
    return (lines + omitted).joined(separator: "\n")
  }

  mutating func addDriverTask(_ task: Int) { driverTasks.append(task) }

  /// Returns the first entry in which two traces differ.
  ///
  /// - Returns: The index and both entries, where `nil` means that a trace had ended; or `nil` if
  ///   the traces are equal.
  public func firstDifference(from other: Trace) -> (index: Int, mine: Entry?, other: Entry?)? {
    let index = zip(entries, other.entries).prefix { $0 == $1 }.count
    guard index < max(entries.count, other.entries.count) else { return nil }
    return (index, entries.dropFirst(index).first, other.entries.dropFirst(index).first)
  }
}
