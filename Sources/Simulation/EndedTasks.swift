/// The tasks of simulations that have ended, the latest of them: whoever still holds one of an
/// earlier simulation has had thousands of others since.
struct EndedTasks {
  private let capacity: Int
  private var known = TaskIDs()
  /// How many of the known are no longer remembered.
  private var forgotten = 0

  /// - Parameter capacity: How many tasks are remembered.
  init(capacity: Int) { self.capacity = capacity }

  func contains(_ id: UInt64) -> Bool {
    let (index, isThere) = known.search(id)
    return isThere && index >= forgotten
  }

  mutating func add(_ ids: [UInt64]) {
    for id in ids { known.insert(id) }
    forgotten = max(forgotten, known.ids.count - capacity)
    // Not one by one: all that are left have to move.
    guard forgotten > capacity else { return }
    known.removeFirst(forgotten)
    forgotten = 0
  }
}
