import CSimulation
import DisplayText

/// An action of code in a simulation that leaves story time.
///
/// Outside story time, the order of events is not deterministic.
public enum SandboxViolation: Sendable, Hashable, CustomStringConvertible {
  /// The code handed work to a run loop other than the main one, or observed a run loop.
  case runLoop

  /// The code set a timer of the system, or one of a run loop other than the main one.
  case timer

  /// The code created a Dispatch source that monitors the system.
  case eventSource

  /// The code started a thread.
  case thread

  /// The code put its thread to sleep for a duration.
  ///
  /// That much story time passed, and nothing else could happen during it.
  case threadSleep(Duration)

  /// The code connected to an address, or opened one for connections.
  ///
  /// Nothing was sent; the code got an error.
  case connection(String)

  /// The code looked up the address of a host. It got an error.
  case lookup(String)

  /// The code started a program. Nothing was started; the code got an error.
  case process(String)

  /// The code created, changed or deleted a file outside of the temporary folder.
  ///
  /// Nothing was changed; the code got an error.
  case file(String)

  /// A thread outside the simulation resumed one of its tasks.
  case resumedFromOutside

  /// The code waited on a clock that does not measure time in seconds.
  ///
  /// The wait ended at once.
  case unknownClock

  /// A message that describes the action and its replacement.
  public var description: String {
    switch self {
    case .runLoop:
      "the app handed work to the RunLoop of a background thread, or observed a RunLoop, "
        + "which story time can't control; use RunLoop.main, a queue or a Task instead"
    case .timer:
      "the app set a timer that does not belong to RunLoop.main or to a DispatchQueue, "
        + "which story time can't control; use one of these, or a Task with Task.sleep"
    case .eventSource:
      "the app used a DispatchSource, which story time can't control; replace it with a fake"
    case .thread:
      "the app started a thread, which story time can't control; use a Task instead"
    case .threadSleep(let duration):
      "the app put its thread to sleep for \(StoryTimeText.span(duration)); use Task.sleep instead"
    case .connection(let address):
      "the app tried to connect to \(address), which no story permits; "
        + "use URLSession, which the scenario's server answers, or replace the connection with a fake"
    case .lookup(let host):
      "the app tried to look up the host \"\(host)\", which no story permits; "
        + "use URLSession, which the scenario's server answers, or replace the look-up with a fake"
    case .process(let program):
      "the app tried to start the program \"\(program)\", which no story permits; "
        + "replace it with a fake"
    case .file(let path):
      "the app tried to change \"\(path)\", which no story permits; "
        + "use a folder in FileManager.default.temporaryDirectory"
    case .resumedFromOutside:
      "the app was resumed from a thread outside story time; "
        + "replace the API that it called there with a fake, or use a Task"
    case .unknownClock:
      "the app waited on a clock that doesn't measure seconds, which story time can't control; "
        + "replace the clock with a fake"
    }
  }

  /// Whether the action left work on another thread, which may resume a task.
  var hasLeftWork: Bool {
    switch self {
    case .runLoop, .timer, .eventSource, .thread: true
    case .threadSleep, .connection, .lookup, .process, .file, .resumedFromOutside, .unknownClock:
      false
    }
  }

  init(_ kind: simulation_violation_kind, nanoseconds: Int64 = 0, object: String = "") {
    self =
      switch kind {
      case SIMULATION_VIOLATION_RUN_LOOP: .runLoop
      case SIMULATION_VIOLATION_TIMER: .timer
      case SIMULATION_VIOLATION_SOURCE: .eventSource
      case SIMULATION_VIOLATION_THREAD: .thread
      case SIMULATION_VIOLATION_CONNECTION: .connection(object)
      case SIMULATION_VIOLATION_LOOKUP: .lookup(object)
      case SIMULATION_VIOLATION_PROCESS: .process(object)
      case SIMULATION_VIOLATION_FILE: .file(object)
      default: .threadSleep(.nanoseconds(nanoseconds))
      }
  }
}

/// What code in a simulation may do although it leaves the simulation.
public struct SandboxPermissions: OptionSet, Sendable, Hashable {
  /// A bit for each kind of violation that is none.
  public let rawValue: UInt32

  /// Creates permissions from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ kinds: [simulation_violation_kind]) {
    rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Connections and look-ups of hosts; what comes back differs from run to run.
  public static let network = Self([SIMULATION_VIOLATION_CONNECTION, SIMULATION_VIOLATION_LOOKUP])

  /// Other programs.
  public static let processes = Self([SIMULATION_VIOLATION_PROCESS])

  /// Threads of the app's own, which run in real time.
  public static let threads = Self([SIMULATION_VIOLATION_THREAD])

  /// Changes of files anywhere, which later scenarios see.
  public static let files = Self([SIMULATION_VIOLATION_FILE])
}
