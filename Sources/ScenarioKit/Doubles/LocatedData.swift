import ScenarioLanguage

/// Step data with its range in the story, so that a double can say which part was not used.
///
///     Given("the settings are", data: Located<[String: String]>.self) { settings, data in
///       settings.set(data.value, from: data.range)
///     }
public struct Located<Value: Decodable & Sendable>: Decodable, Sendable, LocatedData {
  /// The data.
  public var value: Value

  /// The range of the data in the story.
  public var range: SourceRange

  /// Reads the data of a step.
  ///
  /// - Throws: An error if the data is read from anything but a story.
  public init(from decoder: any Decoder) throws {
    range = try decoder.singleValueContainer().decode(Node.self).range
    value = try Value(from: decoder)
  }
}

/// Step data that has its range in the story, so that a ``Leftover`` can name it.
public protocol LocatedData {
  /// The range of the data in the story.
  var range: SourceRange { get }
}

/// Step data that a live run may be unable to produce.
package protocol LiveCheckedData {
  /// The reason why it can't be produced; `nil` if it can.
  var liveObstacle: Contradiction? { get }
}
