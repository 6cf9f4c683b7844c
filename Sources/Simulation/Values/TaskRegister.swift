/// The tasks that have been seen in a simulation; this part has no side effects.
///
/// The runtime numbers tasks in the order of their creation, across the process. So a task with a
/// smaller number than the first task of a simulation does not belong to that simulation.
struct TaskRegister {
  /// A task's number, the label of the work that created it, directly or through other tasks, and
  /// the instant until which it sleeps; `nil` if it does not sleep.
  private typealias Entry = (number: Int, label: WorkLabel?, wakesAt: Int64?)

  private var ids = TaskIDs()
  /// The entry of each task, in the order of `ids`.
  private var entries: [Entry] = []
  private var asleep: Set<UInt64> = []
  private var first: UInt64?
  private var count = 0

  /// Returns the task's ordinal; 0 for the ID 0, which is not a task, and `nil` for an unknown
  /// task.
  func number(of id: UInt64) -> Int? { id == 0 ? 0 : index(of: id).map { entries[$0].number } }

  private func index(of id: UInt64) -> Int? {
    let (index, isThere) = ids.search(id)
    return isThere ? index : nil
  }

  /// Returns whether a task is older than all tasks of this simulation.
  func isOlder(_ id: UInt64) -> Bool { first.map { id < $0 } ?? false }

  /// Adds a new task, created by another task or by work with a label.
  ///
  /// - Returns: The task's ordinal.
  @discardableResult
  mutating func add(_ id: UInt64, madeBy maker: UInt64?, label: WorkLabel?) -> Int {
    first = first ?? id
    let label = label ?? maker.flatMap { index(of: $0) }.flatMap { entries[$0].label }
    count += 1
    if entries.isEmpty { entries.reserveCapacity(16) }
    if let index = ids.insert(id) { entries.insert((count, label, nil), at: index) }
    return count
  }

  /// Counts a piece of work that runs without a task, and returns its ordinal.
  mutating func countWork() -> Int {
    count += 1
    return count
  }

  /// Records that an idle task begins other work.
  ///
  /// From then on, it counts as another task.
  ///
  /// - Returns: The new task's ordinal; `nil` if the task is unknown.
  mutating func takesUpWork(_ id: UInt64, label: WorkLabel) -> Int? {
    guard let index = index(of: id) else { return nil }
    count += 1
    entries[index] = (count, label, nil)
    return count
  }

  // MARK: - Sleep

  /// Records that a task sets its timer.
  mutating func sleeps(_ id: UInt64, until instant: Int64) {
    guard let index = index(of: id) else { return }
    entries[index].wakesAt = instant
    asleep.insert(id)
  }

  /// Records that a task continues, because its timer fired or because it was cancelled.
  mutating func wakes(_ id: UInt64) {
    guard !asleep.isEmpty, asleep.remove(id) != nil, let index = index(of: id) else { return }
    entries[index].wakesAt = nil
  }

  /// Records that a timer of a task fires; the timer may be obsolete.
  mutating func timerFires(for id: UInt64, at now: Int64) {
    guard let index = index(of: id), let instant = entries[index].wakesAt else { return }
    if instant <= now { wakes(id) }
  }

  /// Whether any task sleeps.
  var hasSleepers: Bool { !asleep.isEmpty }

  /// The instants at which sleeping tasks will continue, in ascending order.
  var wakingInstants: [Int64] { sleepers.compactMap { $0.wakesAt }.sorted() }

  /// The labels of the work whose tasks sleep, in the order of the tasks.
  var labelsOfSleepers: [WorkLabel] {
    asleep.isEmpty ? [] : sleepers.sorted { $0.number < $1.number }.map { $0.label ?? "" }
  }

  private var sleepers: [Entry] { asleep.compactMap { index(of: $0) }.map { entries[$0] } }
}
