/// The most recent tasks of simulations that have ended.
///
/// By the time that a task is dropped, thousands of newer tasks have been created.
struct EndedTasks {
  private let capacity: Int
  private var known = TaskIDs()
  /// The number of leading IDs in `known` that no longer count.
  private var forgotten = 0

  /// - Parameter capacity: The number of tasks to keep.
  init(capacity: Int) { self.capacity = capacity }

  func contains(_ id: UInt64) -> Bool {
    let (index, isThere) = known.search(id)
    return isThere && index >= forgotten
  }

  mutating func add(_ ids: [UInt64]) {
    for id in ids { known.insert(id) }
    forgotten = max(forgotten, known.ids.count - capacity)
    // Remove in bulk, because each removal moves all remaining IDs.
    guard forgotten > capacity else { return }
    known.removeFirst(forgotten)
    forgotten = 0
  }
}
