/// The name of a piece of work that a driver starts.
///
/// It is a text, or a value of the driver that identifies where the work came from.
public struct WorkLabel: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The value that the label was created from.
  public let value: any Hashable & Sendable

  /// Creates a label from a value.
  public init(_ value: some Hashable & Sendable) { self.value = value }

  /// Creates a label from a text.
  public init(stringLiteral text: String) { value = text }

  /// Returns whether two labels have equal values of the same type.
  public static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.value) == AnyHashable(other.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}
