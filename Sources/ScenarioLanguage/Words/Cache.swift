import Synchronization

/// Values that were worked out before, by their keys.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The number of keys at which the cache is emptied, to bound the memory that it takes.
  private static var limit: Int { 10_000 }

  private let values = Mutex<[Key: Value]>([:])

  /// Returns the value of a key, which is worked out the first time.
  func value(of key: Key, workingOut work: () -> Value) -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let value = work()
    values.withLock { values in
      if values.count >= Self.limit { values.removeAll() }
      values.updateValue(value, forKey: key)
    }
    return value
  }
}
