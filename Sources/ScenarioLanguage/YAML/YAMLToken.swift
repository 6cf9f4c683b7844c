import CYAML

/// A token of libyaml's scanner, which provides details that the parser's error message lacks.
struct YAMLToken: Sendable, Hashable {
  /// The kinds of tokens that help to explain a syntax error.
  enum Kind: Sendable, Hashable {
    case text(Node.Style)
    case flowStart, flowEnd
    /// The colon after a key.
    case value
    case other
  }

  /// The kind of the token.
  var kind: Kind

  /// The start, in Unicode scalars from the start of the text.
  var start: Int

  /// The end, in Unicode scalars from the start of the text.
  var end: Int
}

/// The tokens before a syntax error.
struct YAMLTokenTrail: Sendable {
  /// The last token before the error.
  private(set) var last: YAMLToken?

  /// The brackets that are open at the error, innermost last.
  private(set) var openBrackets: [YAMLToken] = []

  /// The colons after keys on the line of the error, up to the error.
  private(set) var colonsOnLine: [YAMLToken] = []

  /// Scans a text up to an index, in Unicode scalars, whose line begins at another index.
  init(in bytes: UnsafeBufferPointer<UInt8>, to index: Int, lineStart: Int) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    var token = yaml_token_t()
    while yaml_parser_scan(&parser, &token) == 1 {
      defer { yaml_token_delete(&token) }
      let found = YAMLToken(
        kind: Self.kind(of: token), start: Int(token.start_mark.index),
        end: Int(token.end_mark.index))
      guard token.type != YAML_STREAM_END_TOKEN, found.start < index else { return }
      switch found.kind {
      case .flowStart: openBrackets.append(found)
      case .flowEnd: _ = openBrackets.popLast()
      case .value where found.start >= lineStart: colonsOnLine.append(found)
      default: break
      }
      if found.end > found.start { last = found }
    }
  }

  private static func kind(of token: yaml_token_t) -> YAMLToken.Kind {
    switch token.type {
    case YAML_SCALAR_TOKEN: .text(Node.Style(token.data.scalar.style))
    case YAML_FLOW_SEQUENCE_START_TOKEN, YAML_FLOW_MAPPING_START_TOKEN: .flowStart
    case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: .flowEnd
    case YAML_VALUE_TOKEN: .value
    default: .other
    }
  }
}

extension Node.Style {
  /// Creates the notation that libyaml has found.
  init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
  }
}
