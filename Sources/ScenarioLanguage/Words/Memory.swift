import Synchronization

/// What was worked out of something before: most words stand in many stories.
final class Memory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// So many keys empty the memory, so that stories that never repeat one can't fill that of the
  /// machine.
  private static var limit: Int { 10_000 }

  private let known = Mutex<[Key: Value]>([:])

  /// The value of a key: the one that was worked out before, or the one that is now.
  func value(of key: Key, workingOut work: () -> Value) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = work()
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known.updateValue(value, forKey: key)
    }
    return value
  }
}
