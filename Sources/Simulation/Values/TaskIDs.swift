/// The IDs that the runtime assigned to tasks, in ascending order.
///
/// The runtime assigns IDs in ascending order across the process. So a new ID nearly always belongs
/// at the end, and a searched ID is nearly always near the end.
struct TaskIDs {
  var ids: [UInt64] = []

  /// Returns the index of an ID, or the index at which it belongs.
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

  /// Adds an ID if it is missing.
  ///
  /// - Returns: Its index, or `nil` if it was present.
  @discardableResult
  mutating func insert(_ id: UInt64) -> Int? {
    let (index, isThere) = search(id)
    guard !isThere else { return nil }
    if ids.isEmpty { ids.reserveCapacity(16) }
    ids.insert(id, at: index)
    return index
  }
}
