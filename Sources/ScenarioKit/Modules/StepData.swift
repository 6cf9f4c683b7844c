import ScenarioLanguage

/// Data of a step that has to be made ready before anything runs, such as data that names a file.
public protocol StepData: Decodable {
  /// Makes the data ready.
  ///
  /// - Parameter folder: Where the story's file names are looked up.
  /// - Throws: ``DataMistake`` for what is wrong in the story.
  mutating func prepare(in folder: StoryFolder) throws
}

extension StepDefinition.DataUse {
  static func decoding<Data: Decodable & Sendable>(_ type: Data.Type) -> Self {
    let isOptional = type is any OptionalData.Type
    return .decoded(isRequired: !isOptional) { node, folder in
      guard let node else {
        // Only reached for an optional type, whose nil this is.
        return try NodeDecoder().decode(type, from: .nothing)
      }
      var data = try NodeDecoder().decode(type, from: node)
      if var preparable = data as? any StepData {
        try preparable.prepare(in: folder)
        if let prepared = preparable as? Data { data = prepared }
      }
      return data
    }
  }
}

private protocol OptionalData {}
extension Optional: OptionalData {}

extension Node {
  /// What stands where nothing was written.
  static let nothing = Node(
    .scalar("", .plain), range: SourceRange(start: .start, end: .start))
}
