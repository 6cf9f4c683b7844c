/// A shared reference to a value.
///
/// Copying a scenario takes longer than some steps do, because it has many parts.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
