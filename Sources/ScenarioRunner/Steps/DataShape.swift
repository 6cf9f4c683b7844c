/// What the data of a step looks like, as far as its Swift type tells.
public indirect enum DataShape: Sendable, Hashable {
  /// A key of a mapping and what stands behind it.
  public struct Field: Sendable, Hashable {
    /// The key.
    public var name: String

    /// What stands behind the key.
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
  /// Anything: the type doesn't tell.
  case anything
}

/// A type that says itself what its data looks like, because it reads it in a way of its own.
protocol ShapedData {
  static var shape: DataShape { get }
}

extension StepDefinition {
  /// What a sentence wants behind its colon.
  public enum Data: Sendable, Hashable {
    /// Nothing.
    case none
    /// A value that is expected, with tags or without.
    case expected
    /// A value of some shape.
    case given(DataShape, isRequired: Bool)
  }

  /// What the sentence wants behind its colon.
  public var data: Data {
    switch dataUse {
    case .none: .none
    case .expected: .expected
    case .decoded(let isRequired, _):
      .given(dataType.map { DataShape(of: $0) } ?? .anything, isRequired: isRequired)
    }
  }
}
