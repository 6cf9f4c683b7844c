extension Location {
  /// The code of the story's language; `nil` for English and for files that are no stories.
  var language: String? {
    switch line {
    case .text(_, let code): code
    case .inFile(let file, _):
      StoryLanguage.code(ofStoryAround: range.start.offset, in: file)
    }
  }

  /// The language in which messages about the location are shown.
  package var storyLanguage: StoryLanguage {
    language.flatMap(StoryLanguage.named) ?? .english
  }
}

extension Location: Codable {
  private enum CodingKeys: CodingKey { case path, range, lineText, language }

  /// Decodes a location that ``encode(to:)`` encoded.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      range: try container.decode(SourceRange.self, forKey: .range),
      lineText: try container.decode(String.self, forKey: .lineText))
    let language = try container.decodeIfPresent(String.self, forKey: .language)
    line = .text(lineText, language: language)
  }

  /// Encodes the path, the range, the text of the line and the language.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(range, forKey: .range)
    try container.encode(lineText, forKey: .lineText)
    try container.encodeIfPresent(language, forKey: .language)
  }
}
