import ScenarioRunner

extension JSONValue {
  /// What the data of a sentence may be.
  ///
  /// A placeholder may stand in the place of any value.
  static func data(_ shape: DataShape) -> JSONValue {
    switch shape {
    case .text: ["type": ["string", "number", "boolean"]]
    case .wholeNumber: orPlaceholder(["type": "integer"], text: "[-+]?[0-9]+")
    case .number: orPlaceholder(["type": "number"], text: "[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?")
    case .truth: orPlaceholder(["type": "boolean"])
    case .date: orPlaceholder(nil, text: "[0-9]{4}-[0-9]{2}-[0-9]{2}.*")
    case .duration: .definition("duration")
    case .choice(let words): orPlaceholder(["enum": .texts(words)])
    case .matching(let pattern, _): orPlaceholder(nil, text: pattern)
    case .list(let element): list(of: element)
    case .mapping(let fields, let isOpen): mapping(fields, isOpen: isOpen)
    case .dictionary(let value):
      orPlaceholder(["type": "object", "additionalProperties": data(value)])
    case .either(let shapes): .any(of: shapes.map(data))
    case .anything: [:]
    }
  }

  private static func orPlaceholder(_ schema: JSONValue?, text: String? = nil) -> JSONValue {
    let pattern = (text.map { "^(?:\($0))$|" } ?? "") + Pattern.placeholder
    let text: JSONValue = ["type": "string", "pattern": .text(pattern)]
    return .any(of: (schema.map { [$0] } ?? []) + [text])
  }

  /// A list, or a list of mappings as a table.
  private static func list(of element: DataShape) -> JSONValue {
    let list: JSONValue = ["type": "array", "items": data(element)]
    guard case .mapping = element else { return orPlaceholder(list) }
    return .any(of: [list, .definition("table"), .definition("placeholder")])
  }

  private static func mapping(_ fields: [DataShape.Field], isOpen: Bool) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for field in fields {
      let schema = data(field.shape)
      properties[field.name] =
        field.isRequired || schema == [:] ? schema : .any(of: [schema, ["type": "null"]])
    }
    let required = fields.filter(\.isRequired).map(\.name)
    var mapping: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
    if !isOpen { mapping["additionalProperties"] = false }
    if !required.isEmpty { mapping["required"] = .texts(required) }
    return orPlaceholder(.object(mapping))
  }
}
