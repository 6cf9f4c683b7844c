import DequeModule

/// The tasks of simulations that have ended, the latest of them: whoever still holds one of an
/// earlier simulation has had thousands of others since.
struct EndedTasks {
  private let capacity: Int
  private var known: Set<UInt64> = []
  private var order = Deque<UInt64>()

  /// - Parameter capacity: How many tasks are remembered.
  init(capacity: Int) { self.capacity = capacity }

  func contains(_ id: UInt64) -> Bool { known.contains(id) }

  mutating func add(_ ids: [UInt64]) {
    for id in ids where known.insert(id).inserted { order.append(id) }
    while order.count > capacity, let oldest = order.popFirst() { known.remove(oldest) }
  }
}
