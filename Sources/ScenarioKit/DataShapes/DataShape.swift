/// The shape of the data of a step, as far as its Swift type shows it.
public indirect enum DataShape: Sendable, Hashable {
  /// A key of a mapping and its value.
  public struct Field: Sendable, Hashable {
    /// The key.
    public var name: String

    /// The shape of its value.
    public var shape: DataShape

    /// Whether the key has to be there.
    public var isRequired: Bool

    /// Creates a field.
    public init(_ name: String, _ shape: DataShape, isRequired: Bool = false) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
    }
  }

  /// A text.
  case text
  /// A number without a fraction.
  case wholeNumber
  /// A number.
  case number
  /// `true` or `false`.
  case truth
  /// A date such as `2021-09-27T12:07:24Z`.
  case date
  /// A span of time such as `100 ms`.
  case duration
  /// One of some words.
  case choice([String])
  /// A text that a regular expression matches from end to end, and an example of it.
  case matching(String, example: String)
  /// A list of such values.
  case list(DataShape)
  /// A mapping with these keys; where it is open, there may be more of them.
  case mapping([Field], isOpen: Bool)
  /// A mapping of any keys to such values.
  case dictionary(DataShape)
  /// One of several shapes.
  case either([DataShape])
  /// Anything: the type does not show its shape.
  case anything
}

/// A type that declares the shape of its data, because it does not decode key by key.
package protocol ShapedData {
  static var shape: DataShape { get }
}

extension StepDefinition {
  /// The data that a step takes after its colon.
  public enum Data: Sendable, Hashable {
    /// Nothing.
    case none
    /// A value that is expected, with tags or without.
    case expected
    /// A value of some shape.
    case given(DataShape, isRequired: Bool)
  }

  /// The data that the step takes after its colon.
  public var data: Data {
    switch dataUse {
    case .none: .none
    case .expected: .expected
    case .decoded(let isRequired, _):
      .given(dataType.map { DataShape(of: $0) } ?? .anything, isRequired: isRequired)
    }
  }
}
