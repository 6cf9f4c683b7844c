import ScenarioLanguage

// Amendments are found in the process that runs a scenario and made in the one that has its file.
extension Amendment: Codable {
  private enum CodingKeys: CodingKey { case target, change }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(SentNode.self, forKey: .target).node,
      try container.decode(SentChange.self, forKey: .change).change)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(SentNode(target), forKey: .target)
    try container.encode(SentChange(change), forKey: .change)
  }
}

/// A node in a form that can be sent.
private struct SentNode: Codable {
  private indirect enum Content: Codable {
    case scalar(String, Node.Style)
    case sequence([SentNode])
    case mapping(keys: [SentNode], values: [SentNode])
  }

  private let content: Content
  private let tag: String?
  private let range: SourceRange

  init(_ node: Node) {
    tag = node.tag
    range = node.range
    content =
      switch node.content {
      case .scalar(let text, let style): .scalar(text, style)
      case .sequence(let nodes): .sequence(nodes.map(SentNode.init))
      case .mapping(let entries):
        .mapping(
          keys: entries.map { SentNode($0.key) }, values: entries.map { SentNode($0.value) })
      }
  }

  var node: Node {
    let content: Node.Content =
      switch content {
      case .scalar(let text, let style): .scalar(text, style)
      case .sequence(let nodes): .sequence(nodes.map(\.node))
      case .mapping(let keys, let values):
        .mapping(zip(keys, values).map { Node.Entry(key: $0.node, value: $1.node) })
      }
    return Node(content, tag: tag, range: range)
  }
}

/// A change in a form that can be sent.
private enum SentChange: Codable {
  struct Arrivals: Codable {
    var index: Int
    var arrivals: [Arrival]
  }

  enum Arrival: Codable {
    case value(KeptValue)
    case moved(Int)
  }

  case value(KeptValue)
  case content(KeptValue)
  case elements(removed: [Int], inserted: [Arrivals])
  case keys(names: [String], values: [KeptValue])
  case marbles(String)
  case impossible(String)

  init(_ change: Amendment.Change) {
    self =
      switch change {
      case .value(let value): .value(KeptValue(value))
      case .content(let value): .content(KeptValue(value))
      case .elements(let elements):
        .elements(
          removed: elements.removed.sorted(),
          inserted: elements.inserted.sorted { $0.key < $1.key }.map { index, arrivals in
            Arrivals(
              index: index,
              arrivals: arrivals.map { arrival in
                switch arrival {
                case .value(let value): .value(KeptValue(value))
                case .moved(let index): .moved(index)
                }
              })
          })
      case .keys(let pairs):
        .keys(names: pairs.map(\.key), values: pairs.map { KeptValue($0.value) })
      case .marbles(let marbles): .marbles(marbles)
      case .impossible(let reason): .impossible(reason)
      }
  }

  var change: Amendment.Change {
    switch self {
    case .value(let value): return .value(value.value)
    case .content(let value): return .content(value.value)
    case .elements(let removed, let inserted):
      var elements = Amendment.Elements(removed: Set(removed))
      for place in inserted {
        elements.inserted[place.index] = place.arrivals.map { arrival in
          switch arrival {
          case .value(let value): .value(value.value)
          case .moved(let index): .moved(index)
          }
        }
      }
      return .elements(elements)
    case .keys(let names, let values):
      return .keys(zip(names, values).map { Value.Pair($0, $1.value) })
    case .marbles(let marbles): return .marbles(marbles)
    case .impossible(let reason): return .impossible(reason)
    }
  }
}
