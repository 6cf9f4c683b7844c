import DequeModule
import HeapModule

/// The jobs that a simulation has still to run, and when.
///
/// Jobs that are due come out first in, first out. Timers come out by their instant, and those of
/// one instant in the order in which they were set.
struct EventQueue<Job> {
  private struct Timer: Comparable {
    let instant: Instant
    let order: Int
    let job: Job

    static func < (left: Timer, right: Timer) -> Bool {
      (left.instant, left.order) < (right.instant, right.order)
    }
    static func == (left: Timer, right: Timer) -> Bool { left.order == right.order }
  }

  /// A moment, in nanoseconds since the simulation began.
  typealias Instant = Int64

  private var due = Deque<Job>()
  private var timers = Heap<Timer>()
  private var timersSet = 0

  /// The moment that it is now.
  private(set) var now: Instant = 0

  /// Adds a job that is due now.
  mutating func add(_ job: Job) {
    due.append(job)
  }

  /// Adds a job that becomes due at an instant; one in the past is due at the next step of time.
  mutating func add(_ job: Job, at instant: Instant) {
    timersSet += 1
    timers.insert(Timer(instant: max(instant, now), order: timersSet, job: job))
  }

  /// Takes the next job that is due now.
  mutating func next() -> Job? {
    due.popFirst()
  }

  /// The instant of the earliest timer.
  var nextInstant: Instant? { timers.min?.instant }

  /// The instants of all timers, the earliest first.
  var instants: [Instant] { timers.unordered.map(\.instant).sorted() }

  /// Moves on to the earliest timer, if it is not after `limit`, and makes all jobs due whose
  /// moment has come.
  ///
  /// - Returns: Whether there was one.
  mutating func moveToNextInstant(notAfter limit: Instant) -> Bool {
    guard let instant = nextInstant, instant <= limit else { return false }
    now = max(now, instant)
    while let timer = timers.min, timer.instant <= now {
      timers.removeMin()
      due.append(timer.job)
    }
    return true
  }

  /// Moves on to an instant.
  ///
  /// Timers set for a moment before it are late from now on.
  mutating func move(to instant: Instant) {
    now = max(now, instant)
  }
}
