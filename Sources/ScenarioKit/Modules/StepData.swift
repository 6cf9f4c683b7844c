import ScenarioLanguage

/// Step data that is prepared or compared before anything runs, such as data that names a file.
///
/// All requirements have defaults.
public protocol StepData: Decodable, Sendable {
  /// Prepares the data.
  ///
  /// - Parameter folder: The folder in which the story's file names are resolved.
  /// - Throws: ``DataError`` for an error in the story.
  mutating func prepare(in folder: StoryFolder) throws

  /// Whether the data can contradict other data at all; `true` by default.
  ///
  /// A scenario is searched only if some of its data can.
  var mayContradict: Bool { get }

  /// Returns the contradiction to data of an earlier step of the scenario; `nil` if there is none.
  func contradiction(to earlier: any StepData) -> Contradiction?
}

extension StepData {
  /// Does nothing.
  public mutating func prepare(in folder: StoryFolder) throws {}

  /// Data that can contradict other data.
  public var mayContradict: Bool { true }

  /// No contradiction.
  public func contradiction(to earlier: any StepData) -> Contradiction? { nil }
}

/// The sentence that data is written after: the values of its parameters, and its range.
package typealias DataSentence = (values: [any Sendable], range: SourceRange)

/// Step data whose meaning depends on the parameters of its sentence.
package protocol SentenceData: StepData {
  /// Prepares the data.
  ///
  /// - Throws: ``DataError`` for an error in the data or in the sentence.
  mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws
}

/// Step data that is stored on the device.
///
/// Data that a story gives before its first act is stored before the module is created.
package protocol StoredData: StepData, LiveCheckedData, LocatedData {
  /// Stores the data.
  @MainActor func store() throws
}

extension StoredData {
  /// A live run uses what the user has.
  package var liveObstacle: Contradiction? {
    Contradiction(
      "a live run has the settings and files of the user, which no story changes" as Message,
      hints: ["Remove the tag \"live\" of this scenario."])
  }
}

extension StepDefinition.DataUse {
  /// Returns the use of data that is decoded into a type, and prepared if the type says how.
  static func decoding<Data: Decodable & Sendable>(_ type: Data.Type) -> Self {
    let isRequired = !(type is any OptionalData.Type)
    if let type = type as? any SentenceData.Type { return preparing(type, isRequired: isRequired) }
    return .decoded(isRequired: isRequired) { node, folder, _ in
      let data = try NodeDecoder().decode(type, from: node ?? .nothing)
      guard var prepared = data as? any StepData else { return (data, false) }
      try prepared.prepare(in: folder)
      return (prepared as? Data ?? data, prepared.mayContradict)
    }
  }

  /// As ``decoding(_:)``, without a cast of each value: most data of large stories are answers.
  private static func preparing<Data: SentenceData>(_ type: Data.Type, isRequired: Bool) -> Self {
    .decoded(isRequired: isRequired) { node, folder, sentence in
      var data = try NodeDecoder().decode(type, from: node ?? .nothing)
      try data.prepare(in: folder, for: sentence)
      return (data, data.mayContradict)
    }
  }
}

/// Step data that a story may omit; it is then decoded from nothing.
package protocol OptionalData {}
extension Optional: OptionalData {}

extension Node {
  /// The node that represents data that is not written.
  package static let nothing = Node(
    .scalar("", .plain), range: SourceRange(start: .start, end: .start))
}
