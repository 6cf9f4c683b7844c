/// What a text says, whatever its layout is: its values with their tags and names, and its
/// comments.
struct StoryMeaning: Equatable {
  private enum Event: Equatable {
    case document
    case end
    case alias(String)
    case text(String, Node.Style, tag: String?, anchor: String?)
    case list(tag: String?, anchor: String?)
    case mapping(tag: String?, anchor: String?)
  }

  private var events: [Event] = []
  private let comments: [String]

  /// Reads a text without a byte order mark; `nil` where it is no YAML.
  init?(of text: String) {
    guard let scanner = LayoutScanner(text) else { return nil }
    comments = scanner.comments
    var copy = text
    guard let events = copy.withUTF8(Self.events) else { return nil }
    self.events = events
  }

  private static func events(in buffer: UnsafeBufferPointer<UInt8>) -> [Event]? {
    do throws(YAMLSyntaxError) {
      var stream = try YAMLEventStream(reading: buffer)
      var events: [Event] = []
      while true {
        try stream.advance()
        switch stream.kind {
        case .streamStart, .documentEnd: break
        case .streamEnd, .none: return events
        case .documentStart: events.append(.document)
        case .sequenceEnd, .mappingEnd: events.append(.end)
        case .alias: events.append(.alias(stream.anchor ?? ""))
        case .scalar:
          events.append(
            .text(
              stream.scalarText, stream.scalarStyle, tag: stream.tag, anchor: stream.anchor))
        case .sequenceStart: events.append(.list(tag: stream.tag, anchor: stream.anchor))
        case .mappingStart: events.append(.mapping(tag: stream.tag, anchor: stream.anchor))
        }
      }
    } catch {
      return nil
    }
  }
}
