/// One of a value, however many hold it: a scenario has so many parts that to copy it takes longer
/// than some steps do.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
