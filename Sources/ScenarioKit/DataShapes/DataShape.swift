/// The shape of a step's data, as far as its Swift type reveals it.
package indirect enum DataShape: Codable, Sendable, Hashable {
  /// A key of a mapping and its value.
  package struct Field: Codable, Sendable, Hashable {
    /// The key.
    package var name: String

    /// The shape of its value.
    package var shape: DataShape

    /// Whether the key must be present.
    package var isRequired: Bool

    package init(_ name: String, _ shape: DataShape, isRequired: Bool = false) {
      (self.name, self.shape, self.isRequired) = (name, shape, isRequired)
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
  /// One of several words.
  case choice([String])
  /// A text that a regular expression matches as a whole, and an example of it.
  case matching(String, example: String)
  /// A list of values of one shape.
  case list(DataShape)
  /// A mapping with these keys; an open one may have more keys.
  case mapping([Field], isOpen: Bool = false)
  /// A mapping of arbitrary keys to values of one shape.
  case dictionary(DataShape)
  /// One of several shapes.
  case either([DataShape])
  /// Any data: the type does not reveal its shape.
  case anything
}

/// A type that declares the shape of its data, because it does not decode key by key.
package protocol ShapedData { static var shape: DataShape { get } }

extension StepDefinition {
  /// The data that a step takes after its colon.
  package enum Data: Codable, Sendable, Hashable {
    /// No data.
    case none
    /// An expected value, with or without tags.
    case expected
    /// A value of the given shape.
    case given(DataShape, isRequired: Bool)
  }

  /// The data that the step takes after its colon.
  package var data: Data {
    switch dataUse {
    case .none: .none
    case .expected: .expected
    case .decoded(let isRequired, _):
      .given(dataType.map { DataShape(of: $0) } ?? .anything, isRequired: isRequired)
    }
  }

  /// The shape of the value that the step shows; `nil` if none is shown or known.
  package var shownShape: DataShape? {
    (shownType as? any Decodable.Type).map { DataShape(of: $0) }
  }
}
