/// The jobs that a simulation still has to run, and their times.
///
/// Due jobs run first in, first out. Timers are ordered by instant. Timers with the same instant
/// keep the order in which they were set.
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

  /// A moment, in nanoseconds since the start of the simulation.
  typealias Instant = Int64

  private var due = Line<Job>()
  private var timers = Heap<Timer>()
  private var timersSet = 0

  /// The current instant.
  private(set) var now: Instant = 0

  /// Adds a job that is due now.
  mutating func add(_ job: Job) { due.append(job) }

  /// Adds jobs that are due before all others.
  mutating func addFirst(_ jobs: [Job]) { for job in jobs.reversed() { due.prepend(job) } }

  /// Whether a job is due.
  var hasDue: Bool { !due.isEmpty }

  /// Adds a job that becomes due at an instant.
  ///
  /// A job whose instant is in the past becomes due when time next advances.
  mutating func add(_ job: Job, at instant: Instant) {
    timersSet += 1
    timers.insert(Timer(instant: max(instant, now), order: timersSet, job: job))
  }

  /// Removes and returns the next job that is due now; `nil` if there is none.
  mutating func next() -> Job? { due.popFirst() }

  /// The instant of the earliest timer; `nil` if no timer is set.
  var nextInstant: Instant? { timers.min?.instant }

  /// The job of the earliest timer; `nil` if no timer is set.
  var nextTimer: Job? { timers.min?.job }

  /// Removes the earliest timer.
  mutating func removeNextTimer() { timers.removeMin() }

  /// Advances to the earliest timer, unless it is after `limit`.
  ///
  /// All jobs whose instant has come become due.
  ///
  /// - Returns: Whether there was such a timer.
  mutating func moveToNextInstant(notAfter limit: Instant) -> Bool {
    guard let instant = nextInstant, instant <= limit else { return false }
    now = max(now, instant)
    while let timer = timers.min, timer.instant <= now {
      timers.removeMin()
      due.append(timer.job)
    }
    return true
  }

  /// Advances to an instant.
  ///
  /// Timers before that instant are late from then on.
  mutating func move(to instant: Instant) { now = max(now, instant) }
}
