extension ParameterType {
  /// An error in the definition of a parameter type.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the parameter type.
    public let typeName: String
    /// The problem, as a sentence without a full stop.
    public let message: String
    /// The remedy, as a sentence without a full stop.
    public let hint: String

    init(_ message: String, hint: String, of typeName: String) {
      (self.typeName, self.message, self.hint) = (typeName, message, hint)
    }

    /// The message and the hint, on a line each.
    public var description: String { "\(message).\n\(hint)." }
  }
}
