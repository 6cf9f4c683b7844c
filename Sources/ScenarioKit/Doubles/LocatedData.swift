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

/// Step data that knows its range in the story.
package protocol LocatedData {
  var range: SourceRange { get }
}

/// Step data that a live run may be unable to produce.
package protocol LiveCheckedData {
  /// The reason why it can't be produced; `nil` if it can.
  var liveObstacle: Contradiction? { get }
}

/// Step data that can contradict that of an earlier step of its scenario, which is found before
/// anything runs.
public protocol ComparedData: Sendable {
  /// Whether this data can contradict other data at all; `true` by default.
  ///
  /// If none in a file can, its scenarios are not searched.
  var mayContradict: Bool { get }

  /// Returns the contradiction to earlier data of the scenario; `nil` if there is none.
  func contradiction(to earlier: any ComparedData) -> Contradiction?
}

extension ComparedData {
  /// Data that can contradict other data.
  public var mayContradict: Bool { true }
}

/// The reason why data of a step can't hold beside that of another, or can't be produced.
public struct Contradiction: Sendable {
  /// The problem: one sentence that begins in lower case and has no full stop.
  public var message: String

  /// Hints on how to correct it, one line each.
  public var hints: [String]

  /// Creates a contradiction.
  public init(_ message: String, hints: [String]) {
    self.message = message
    self.hints = hints
  }
}
