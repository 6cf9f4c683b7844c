import CYAML

/// libyaml's parser, which turns a text into events; it stands at one of them at a time.
///
/// What an event has is asked for piece by piece, so that nothing is copied that nobody needs.
/// libyaml reads straight from the buffer, so the buffer has to outlive the stream.
struct YAMLEventStream: ~Copyable {
  /// What libyaml reports, with the numbers of its `yaml_event_type_t`.
  enum Kind: UInt32, Sendable {
    /// In front of the first event, and behind the last.
    case none
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias
    case scalar
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Begins to read a text, which has to be valid UTF-8 without a byte order mark; the stream
  /// stands in front of the first event.
  init(reading bytes: UnsafeBufferPointer<UInt8>) throws(YAMLSyntaxError) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      event.deallocate()
      throw YAMLSyntaxError(problem: "out of memory", index: 0)
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Goes on to the next event; behind the end of the stream there is none to go to.
  mutating func advance() throws(YAMLSyntaxError) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { throw error }
  }

  private var error: YAMLSyntaxError {
    let index = Int(parser.pointee.problem_mark.index)
    return YAMLSyntaxError(
      problem: text(parser.pointee.problem) ?? "out of memory",
      index: parser.pointee.error == YAML_READER_ERROR ? Int(parser.pointee.mark.index) : index,
      context: text(parser.pointee.context),
      contextIndex: parser.pointee.context == nil
        ? nil : Int(parser.pointee.context_mark.index))
  }

  private func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

// MARK: - The event at which the stream stands

extension YAMLEventStream {
  /// What the event is.
  var kind: Kind { Kind(rawValue: event.pointee.type.rawValue) ?? .none }

  /// Where the event begins.
  var start: yaml_mark_t { event.pointee.start_mark }

  /// Where the event ends.
  var end: yaml_mark_t { event.pointee.end_mark }

  /// The text of a scalar.
  var scalarText: String {
    let scalar = event.pointee.data.scalar
    // A quoted "\0" stands in the middle of a text, so its length is told and not looked for.
    return String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  /// How a scalar is written.
  var scalarStyle: Node.Style {
    switch event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  /// The name behind the `*` of an alias, or the `&` in front of a value; `nil` where a value has
  /// none.
  var anchor: String? {
    switch kind {
    case .alias: text(event.pointee.data.alias.anchor)
    case .scalar: text(event.pointee.data.scalar.anchor)
    case .sequenceStart: text(event.pointee.data.sequence_start.anchor)
    case .mappingStart: text(event.pointee.data.mapping_start.anchor)
    default: nil
    }
  }

  /// The tag in front of a value as libyaml has resolved it, with its handle spelt out; `nil` where
  /// it has none.
  var tag: String? {
    switch kind {
    case .scalar: text(event.pointee.data.scalar.tag)
    case .sequenceStart: text(event.pointee.data.sequence_start.tag)
    case .mappingStart: text(event.pointee.data.mapping_start.tag)
    default: nil
    }
  }
}

/// Why libyaml can't read a text any further, in its own words.
struct YAMLSyntaxError: Error, Sendable {
  /// What is wrong, such as `did not find expected key`.
  var problem: String

  /// Where, in Unicode scalars from the start of the text.
  var index: Int

  /// What libyaml was about to read, such as `while parsing a block mapping`.
  var context: String?

  /// Where that began, in Unicode scalars from the start of the text.
  var contextIndex: Int?
}
