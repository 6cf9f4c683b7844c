import Synchronization

/// A cache of computed values by key.
package final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The number of keys at which the cache is emptied, to bound its memory.
  private static var limit: Int { 10_000 }

  private let values = Mutex<[Key: Value]>([:])

  package init() {}

  /// Returns the value for a key, and computes it the first time.
  package func value(of key: Key, workingOut work: () -> Value) -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    let value = work()
    values.withLock { values in
      if values.count >= Self.limit { values.removeAll() }
      values.updateValue(value, forKey: key)
    }
    return value
  }
}
