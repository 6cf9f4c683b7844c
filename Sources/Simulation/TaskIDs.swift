/// Tasks by the ids that the runtime gave them, in ascending order.
///
/// Ids are given out in ascending order across the process, so that a new one nearly always belongs
/// at the end and the one looked for is nearly always near it.
struct TaskIDs {
  private(set) var ids: [UInt64] = []

  /// The index of an id, or else the one at which it belongs.
  func search(_ id: UInt64) -> (index: Int, isThere: Bool) {
    guard let last = ids.last, id <= last else { return (ids.count, false) }
    if id == last { return (ids.count - 1, true) }
    var (low, high) = (0, ids.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return (low, ids[low] == id)
  }

  func contains(_ id: UInt64) -> Bool { search(id).isThere }

  /// Adds an id, if it isn't there yet.
  ///
  /// - Returns: Its index, or `nil` where it was there.
  @discardableResult
  mutating func insert(_ id: UInt64) -> Int? {
    let (index, isThere) = search(id)
    guard !isThere else { return nil }
    if ids.isEmpty { ids.reserveCapacity(16) }
    ids.insert(id, at: index)
    return index
  }

  /// Takes the smallest ones out.
  mutating func removeFirst(_ count: Int) { ids.removeFirst(count) }
}
