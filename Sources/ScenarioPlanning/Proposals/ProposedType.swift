import ScenarioKit
import ScenarioLanguage

/// A Swift type proposed for data of a story.
indirect enum ProposedType: Equatable {
  case nothing
  case truth
  case whole
  case number
  case text
  case list(ProposedType)
  case structure([Field])

  /// A key and the type of its value.
  struct Field: Equatable {
    var key: String
    var type: ProposedType
    /// Whether the key is missing in some items of a list.
    var isOptional = false
  }

  /// The number of entries that are examined; the developer completes the type of longer data.
  private static let longest = 50
  private static let deepest = 8

  /// Creates the type of a value as written; for an expected value, the type of the value it is
  /// compared with.
  init(of node: Node) { self.init(of: node, depth: 0) }

  private init(of node: Node, depth: Int) {
    guard depth < Self.deepest else {
      self = .text
      return
    }
    let content = Self(content: node, depth: depth)
    switch node.ownTag {
    case "!above", "!below", "!about": self = .number
    case "!matches": self = .text
    case "!count": self = .list(.text)
    case "!absent": self = .nothing
    case "!contains":
      if case .structure = content { self = .list(content) } else { self = content }
    default: self = content
    }
  }

  private init(content node: Node, depth: Int) {
    switch node.content {
    case .mapping(let entries):
      self = .structure(
        entries.prefix(Self.longest).compactMap { entry in
          entry.key.text.map { Field(key: $0, type: Self(of: entry.value, depth: depth + 1)) }
        })
    case .sequence(let items):
      let types = items.prefix(Self.longest).map { Self(of: $0, depth: depth + 1) }
      self = .list(types.dropFirst().reduce(types.first ?? .text) { $0.merged(with: $1) })
    case .scalar:
      guard let scalar = node.scalar, scalar.isPlain else {
        self = .text
        return
      }
      if scalar.isNull {
        self = .nothing
      } else if scalar.text == "true" || scalar.text == "false" {
        self = .truth
      } else if NumberText.isInteger(scalar.text) {
        self = .whole
      } else {
        self = NumberText.isNumber(scalar.text) ? .number : .text
      }
    }
  }

  /// Returns the common type of two items of a list.
  private func merged(with other: ProposedType) -> ProposedType {
    switch (self, other) {
    case _ where self == other: self
    case (.nothing, let type), (let type, .nothing): type
    case (.whole, .number), (.number, .whole): .number
    case (.list(let one), .list(let other)): .list(one.merged(with: other))
    case (.structure(let fields), .structure(let others)):
      .structure(Self.merged(fields, with: others))
    default: .text
    }
  }

  private static func merged(_ fields: [Field], with others: [Field]) -> [Field] {
    var merged = fields.map { field in
      var field = field
      guard let other = others.first(where: { $0.key == field.key }) else {
        field.isOptional = true
        return field
      }
      field.isOptional =
        field.isOptional || other.isOptional || (field.type == .nothing) != (other.type == .nothing)
      field.type = field.type.merged(with: other.type)
      return field
    }
    for other in others where !fields.contains(where: { $0.key == other.key }) {
      merged.append(Field(key: other.key, type: other.type, isOptional: true))
    }
    return merged
  }
}
