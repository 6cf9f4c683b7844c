import CYAML

/// Takes a text apart into the pieces of its YAML, with the comments and empty lines between them,
/// which libyaml passes over.
struct LayoutScanner {
  /// The pieces, in the order of the text; the last is its end.
  private(set) var tokens: [LayoutToken] = []

  private let scalars: [Unicode.Scalar]
  /// Behind the last piece with a text, in Unicode scalars.
  private var end = 0
  /// The columns of the lists and mappings around the place, the innermost last.
  private var columns: [Int] = []
  /// Whether empty lines follow a text block; libyaml takes them as part of it.
  private var hasBlankLines = false

  /// Takes apart the text of a file, without its byte order mark; `nil` where libyaml can't read
  /// it.
  init?(_ text: String) {
    scalars = Array(text.unicodeScalars)
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { return nil }
    defer { yaml_parser_delete(parser) }
    var copy = text
    let isRead = copy.withUTF8 { buffer in
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      return scan(parser)
    }
    guard isRead else { return nil }
  }

  private mutating func scan(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> Bool {
    var token = yaml_token_t()
    while yaml_parser_scan(parser, &token) == 1 {
      defer { yaml_token_delete(&token) }
      take(token)
      if token.type == YAML_STREAM_END_TOKEN { return true }
    }
    return false
  }

  private mutating func take(_ token: yaml_token_t) {
    var range = Int(token.start_mark.index)..<Int(token.end_mark.index)
    let column = Int(token.start_mark.column)
    guard let kind = kind(of: token, range: range) else { return }
    switch kind {
    case .listStart, .mappingStart:
      columns.append(column)
      range = range.lowerBound..<range.lowerBound
    case .blockEnd:
      columns.removeLast()
      range = range.lowerBound..<range.lowerBound
    case .end: range = scalars.count..<scalars.count
    default: break
    }
    var found = LayoutToken(kind: kind, text: scalars[range].string, column: column)
    if found.isWritten {
      let start = min(end, range.lowerBound)
      found.margin = Margin(scalars[start..<range.lowerBound], isStart: isAtLineStart(start))
      if hasBlankLines { found.margin.lines.insert(.blank, at: 0) }
      if isAtLineStart(start) { found.margin.hasBreak = true }
      end = range.upperBound
      hasBlankLines = if case .block(let block) = kind { block.blankLinesBehind > 0 } else { false }
    }
    tokens.append(found)
  }

  /// Whether a place is the start of the file or stands behind a text block, which ends with its
  /// last line's break.
  private func isAtLineStart(_ index: Int) -> Bool {
    index == 0 || scalars[index - 1].isLineBreak
  }

  private func kind(of token: yaml_token_t, range: Range<Int>) -> LayoutToken.Kind? {
    switch token.type {
    case YAML_STREAM_END_TOKEN: .end
    case YAML_VERSION_DIRECTIVE_TOKEN, YAML_TAG_DIRECTIVE_TOKEN: .directive
    case YAML_DOCUMENT_START_TOKEN, YAML_DOCUMENT_END_TOKEN: .marker
    case YAML_BLOCK_SEQUENCE_START_TOKEN: .listStart
    case YAML_BLOCK_MAPPING_START_TOKEN: .mappingStart
    case YAML_BLOCK_END_TOKEN: .blockEnd
    case YAML_FLOW_SEQUENCE_START_TOKEN: .listBracket
    case YAML_FLOW_MAPPING_START_TOKEN: .mappingBracket
    case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: .closingBracket
    case YAML_FLOW_ENTRY_TOKEN: .comma
    case YAML_BLOCK_ENTRY_TOKEN: .item
    case YAML_KEY_TOKEN: .key
    case YAML_VALUE_TOKEN: .colon
    case YAML_ANCHOR_TOKEN: .anchor
    case YAML_TAG_TOKEN: .tag
    case YAML_ALIAS_TOKEN: .alias
    case YAML_SCALAR_TOKEN: textKind(of: token.data.scalar.style, range: range)
    default: nil
    }
  }

  private func textKind(of style: yaml_scalar_style_t, range: Range<Int>) -> LayoutToken.Kind {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .text(.singleQuoted)
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .text(.doubleQuoted)
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE:
      .block(TextBlock(scalars[range].string, inColumn: columns.last ?? -1))
    default: .text(.plain)
    }
  }
}

extension LayoutScanner {
  /// All comments of the text, in their order.
  var comments: [String] {
    tokens.flatMap { token -> [String] in
      var comments = token.margin.behind.map { [$0] } ?? []
      for case .comment(let comment, _) in token.margin.lines { comments.append(comment) }
      if case .block(let block) = token.kind, let comment = block.comment {
        comments.append(comment)
      }
      return comments
    }
  }
}
