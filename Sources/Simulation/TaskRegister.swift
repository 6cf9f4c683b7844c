/// What is known of the tasks that have been seen in a simulation: the pure part of it.
///
/// The runtime numbers tasks in the order in which they are made, across the process. So a task
/// with a smaller number than the first one of a simulation is not of that simulation.
struct TaskRegister {
  private struct Entry {
    let number: Int
    /// The label of the work that made the task, or made the one that made it.
    let label: WorkLabel?
    /// Until when it sleeps.
    var wakesAt: Int64?
  }

  private var ids = TaskIDs()
  /// What is known of each, in the order of the ids.
  private var entries: [Entry] = []
  private var asleep: Set<UInt64> = []
  private var first: UInt64?
  private var count = 0

  /// The how-manieth task it is; 0 for what is no task, `nil` for one not seen before.
  func number(of id: UInt64) -> Int? { id == 0 ? 0 : index(of: id).map { entries[$0].number } }

  private func index(of id: UInt64) -> Int? {
    let (index, isThere) = ids.search(id)
    return isThere ? index : nil
  }

  /// Whether a task is older than all of this simulation.
  func isOlder(_ id: UInt64) -> Bool { first.map { id < $0 } ?? false }

  /// Adds a task that has not been seen before, made by another one or by work of that name.
  ///
  /// - Returns: The how-manieth task it is.
  @discardableResult
  mutating func add(_ id: UInt64, madeBy maker: UInt64?, label: WorkLabel?) -> Int {
    first = first ?? id
    let label = label ?? maker.flatMap { index(of: $0) }.flatMap { entries[$0].label }
    count += 1
    if entries.isEmpty { entries.reserveCapacity(16) }
    if let index = ids.insert(id) { entries.insert(Entry(number: count, label: label), at: index) }
    return count
  }

  /// A task is done with its work and takes up other work of that name: from now on it counts as
  /// another one.
  mutating func takesUpWork(_ id: UInt64, label: WorkLabel) {
    guard let index = index(of: id) else { return }
    count += 1
    entries[index] = Entry(number: count, label: label)
  }

  // MARK: - Sleep

  /// A task sets its timer.
  mutating func sleeps(_ id: UInt64, until instant: Int64) {
    guard let index = index(of: id) else { return }
    entries[index].wakesAt = instant
    asleep.insert(id)
  }

  /// A task goes on: its time has come, or it was cancelled and its timer means nothing now.
  mutating func wakes(_ id: UInt64) {
    guard !asleep.isEmpty, asleep.remove(id) != nil, let index = index(of: id) else { return }
    entries[index].wakesAt = nil
  }

  /// A timer of a task fires; it may be one that means nothing any more.
  mutating func timerFires(for id: UInt64, at now: Int64) {
    guard let index = index(of: id), let instant = entries[index].wakesAt else { return }
    if instant <= now { wakes(id) }
  }

  /// Whether a task sleeps.
  var hasSleepers: Bool { !asleep.isEmpty }

  /// When tasks will go on that sleep, the earliest first.
  var wakingInstants: [Int64] { sleepers.compactMap(\.wakesAt).sorted() }

  /// The labels of the work whose tasks sleep, in the order of the tasks.
  var labelsOfSleepers: [WorkLabel] {
    sleepers.sorted { $0.number < $1.number }.map { $0.label ?? "" }
  }

  private var sleepers: [Entry] { asleep.compactMap { index(of: $0) }.map { entries[$0] } }
}
