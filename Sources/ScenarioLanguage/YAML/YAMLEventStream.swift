import CYAML

/// libyaml's parser, which turns a text into events one by one.
///
/// libyaml reads straight from the buffer, so the buffer has to outlive the stream.
struct YAMLEventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Begins to read a text, which has to be valid UTF-8 without a byte order mark.
  init(reading bytes: UnsafeBufferPointer<UInt8>) throws(YAMLSyntaxError) {
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      throw YAMLSyntaxError(problem: "out of memory", index: 0)
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event; behind the end of the stream there is none to ask for.
  mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw error }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(
      kind: kind(of: event), start: Int(event.start_mark.index), end: Int(event.end_mark.index))
  }

  private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_ALIAS_EVENT: .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: scalar(event.data.scalar)
    case YAML_SEQUENCE_START_EVENT: sequenceStart(event.data.sequence_start)
    case YAML_SEQUENCE_END_EVENT: .sequenceEnd
    case YAML_MAPPING_START_EVENT: mappingStart(event.data.mapping_start)
    case YAML_MAPPING_END_EVENT: .mappingEnd
    // The end of the stream, and the "no event" that libyaml reports when asked once more behind
    // it.
    default: .streamEnd
    }
  }

  private func scalar(
    _ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar
  ) -> YAMLEvent.Kind {
    let style: Node.Style =
      switch scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    // A quoted "\0" stands in the middle of a text, so its length is told and not looked for.
    let value = String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    return .scalar(value, style, .init(anchor: text(scalar.anchor), tag: text(scalar.tag)))
  }

  private func sequenceStart(
    _ start: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_sequence_start
  ) -> YAMLEvent.Kind {
    .sequenceStart(
      .init(
        anchor: text(start.anchor), tag: text(start.tag),
        isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE))
  }

  private func mappingStart(
    _ start: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_mapping_start
  ) -> YAMLEvent.Kind {
    .mappingStart(
      .init(
        anchor: text(start.anchor), tag: text(start.tag),
        isFlow: start.style == YAML_FLOW_MAPPING_STYLE))
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
