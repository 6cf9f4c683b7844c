import ScenarioLanguage

/// The meanings of the keys of stories, as the schema for editors describes them.
package enum KeyDescriptions {
  private static let descriptions: [String: String] = {
    let keys = SchemaTemplate.keys.sorted { $0.key < $1.key }.flatMap(\.value)
    return Dictionary(keys.map { ($0.key, $0.description) }) { first, _ in first }
  }()

  /// Returns the description of a key in any language; `nil` if there is none.
  package static func description(of word: String) -> Message? {
    if let known = descriptions[word] { return Message(verbatim: known) }
    return descriptions.keys.sorted().first { StoryLanguage.allWords(for: $0).contains(word) }
      .flatMap { descriptions[$0].map(Message.init(verbatim:)) }
  }
}
