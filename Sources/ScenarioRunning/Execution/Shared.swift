/// A shared reference to a value.
///
/// Copying a scenario takes longer than some steps do, because it has many parts.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
