import CYAML
import ScenarioLanguage

/// Reads one YAML document for a test, or returns an empty node if the text is not YAML.
func node(_ yaml: String) -> Node {
  let bytes = Array(yaml.utf8)
  return bytes.withUnsafeBufferPointer { bytes in
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return .none }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    var reader = EventReader()
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { return .none }
      defer { yaml_event_delete(&event) }
      if let node = reader.take(event) { return node }
      if event.type == YAML_STREAM_END_EVENT { return .none }
    }
  }
}

extension Node {
  fileprivate static let none = Node(
    .scalar("", .plain), range: SourceRange(start: .start, end: .start))
}

/// Builds nodes from libyaml's events.
private struct EventReader {
  struct Collection {
    var isMapping: Bool
    var tag: String?
    var range: SourceRange
    var isFlow: Bool
    var nodes: [Node] = []
  }

  private var open: [Collection] = []

  mutating func take(_ event: yaml_event_t) -> Node? {
    let range = SourceRange(start: Position(event.start_mark), end: Position(event.end_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(cString: scalar.value)
      return close(
        Node(.scalar(text, Node.Style(scalar.style)), tag: tag(scalar.tag), range: range))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      open.append(
        Collection(
          isMapping: false, tag: tag(start.tag), range: range,
          isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      open.append(
        Collection(
          isMapping: true, tag: tag(start.tag), range: range,
          isFlow: start.style == YAML_FLOW_MAPPING_STYLE))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard var ended = open.popLast() else { return nil }
      ended.range.end = ended.isFlow ? range.end : ended.nodes.last?.range.end ?? range.end
      return close(ended.node)
    default: break
    }
    return nil
  }

  private mutating func close(_ node: Node) -> Node? {
    guard !open.isEmpty else { return node }
    open[open.count - 1].nodes.append(node)
    return nil
  }

  private func tag(_ tag: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    tag.map { String(cString: $0) }
  }
}

extension EventReader.Collection {
  var node: Node {
    guard isMapping else { return Node(.sequence(nodes), tag: tag, range: range) }
    let entries = stride(from: 0, to: nodes.count - 1, by: 2).map {
      Node.Entry(key: nodes[$0], value: nodes[$0 + 1])
    }
    return Node(.mapping(entries), tag: tag, range: range)
  }
}

extension Position {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, offset: Int(mark.index))
  }
}

extension Node.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}

/// An alias from a file without Swift Testing, which has an `ExpectedValue` type of its own.
