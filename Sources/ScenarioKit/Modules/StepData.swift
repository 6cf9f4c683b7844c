import ScenarioLanguage

/// Step data that must be prepared before anything runs, such as data that names a file.
public protocol StepData: Decodable {
  /// Prepares the data.
  ///
  /// - Parameter folder: The folder in which the story's file names are resolved.
  /// - Throws: ``DataError`` for an error in the story.
  mutating func prepare(in folder: StoryFolder) throws
}

extension StepDefinition.DataUse {
  static func decoding<Data: Decodable & Sendable>(_ type: Data.Type) -> Self {
    let isOptional = type is any OptionalData.Type
    return .decoded(isRequired: !isOptional) { node, folder in
      guard let node else {
        // Only an optional type gets here; this is its nil.
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
  /// The node that represents data that is not written.
  static let nothing = Node(
    .scalar("", .plain), range: SourceRange(start: .start, end: .start))
}
