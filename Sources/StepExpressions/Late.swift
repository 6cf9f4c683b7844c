import Synchronization

/// A value that is made when somebody asks for it for the first time, once for all threads.
///
/// Its code is known to those who use it: to look up what a type needs at run time takes longer than
/// to see that the value is there.
package final class Late<Value: Sendable>: Sendable {
  @usableFromInline let made = Mutex<Value?>(nil)
  @usableFromInline let make: @Sendable () -> Value

  /// Takes how to make it.
  @inlinable package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  @inlinable package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
