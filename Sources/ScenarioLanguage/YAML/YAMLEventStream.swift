import CYAML

/// A libyaml parser, which turns a text into a stream of events.
///
/// The properties of the current event are read on demand to avoid unnecessary copies. libyaml
/// reads directly from the buffer, so the buffer has to outlive the stream.
struct YAMLEventStream: ~Copyable {
  /// The kinds of libyaml events, with the values of `yaml_event_type_t`.
  enum Kind: UInt32, Sendable {
    /// No event: before the first event and after the last.
    case none
    case streamStart, streamEnd, documentStart, documentEnd, alias, scalar, sequenceStart
    case sequenceEnd, mappingStart, mappingEnd
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// Creates a stream before the first event of a text, which has to be valid UTF-8 without a byte
  /// order mark.
  init(reading bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    let isReady = yaml_parser_initialize(parser) == 1
    // As an allocation in Swift does.
    precondition(isReady, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Advances to the next event, or to `none` after the end of the stream.
  mutating func advance() throws(YAMLSyntaxError) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else { throw error }
  }

  private var error: YAMLSyntaxError {
    let index = Int(parser.pointee.problem_mark.index)
    return YAMLSyntaxError(
      problem: parser.pointee.problem.map { String(cString: $0) } ?? "out of memory",
      index: parser.pointee.error == YAML_READER_ERROR ? Int(parser.pointee.mark.index) : index,
      context: parser.pointee.context.map { String(cString: $0) },
      contextIndex: parser.pointee.context == nil ? nil : Int(parser.pointee.context_mark.index))
  }

  private func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  // MARK: - The current event

  /// The kind of the event.
  var kind: Kind { Kind(rawValue: event.pointee.type.rawValue) ?? .none }

  /// The start of the event.
  var start: yaml_mark_t { event.pointee.start_mark }

  /// The end of the event.
  var end: yaml_mark_t { event.pointee.end_mark }

  /// The text of a scalar.
  var scalarText: String {
    let scalar = event.pointee.data.scalar
    // A quoted "\0" can occur in a text, so the text isn't read as a C string.
    return String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  /// The notation of a scalar.
  var scalarStyle: Node.Style { Node.Style(event.pointee.data.scalar.style) }

  /// The name after the `*` of an alias or the `&` of a value; `nil` if a value has none.
  var anchor: String? {
    switch kind {
    case .alias: text(event.pointee.data.alias.anchor)
    case .scalar: text(event.pointee.data.scalar.anchor)
    case .sequenceStart: text(event.pointee.data.sequence_start.anchor)
    case .mappingStart: text(event.pointee.data.mapping_start.anchor)
    default: nil
    }
  }

  /// The tag of a value with its handle expanded by libyaml; `nil` if it has none.
  var tag: String? {
    switch kind {
    case .scalar: text(event.pointee.data.scalar.tag)
    case .sequenceStart: text(event.pointee.data.sequence_start.tag)
    case .mappingStart: text(event.pointee.data.mapping_start.tag)
    default: nil
    }
  }
}

/// The reason why libyaml can't read a text.
struct YAMLSyntaxError: Error, Sendable {
  /// The problem in libyaml's words, such as `did not find expected key`.
  var problem: String

  /// The location of the problem, in Unicode scalars from the start of the text.
  var index: Int

  /// The element that libyaml was reading, such as `while parsing a block mapping`.
  var context: String?

  /// The start of that element, in Unicode scalars from the start of the text.
  var contextIndex: Int?
}
