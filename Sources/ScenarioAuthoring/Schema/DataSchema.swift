import ScenarioKit

extension Value {
  /// Returns the schema of a sentence's data, in which a placeholder can replace any value.
  static func data(_ shape: DataShape) -> Value {
    switch shape {
    case .text: ["type": ["string", "number", "boolean"]]
    case .wholeNumber: orPlaceholder(["type": "integer"], text: "[-+]?[0-9]+")
    case .number: orPlaceholder(["type": "number"], text: "[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?")
    case .truth: orPlaceholder(["type": "boolean"])
    case .date: orPlaceholder(text: "[0-9]{4}-[0-9]{2}-[0-9]{2}.*")
    case .duration: .definition("duration")
    case .choice(let words): orPlaceholder(["enum": .texts(words)])
    case .matching(let pattern, _): orPlaceholder(text: pattern)
    case .list(.mapping(let fields, let isOpen)):
      // A list of mappings can be written as a table.
      .any(of: [
        ["type": "array", "items": data(.mapping(fields, isOpen: isOpen))],
        .definition("table"), .definition("placeholder"),
      ])
    case .list(let element): orPlaceholder(["type": "array", "items": data(element)])
    case .mapping(let fields, let isOpen): orPlaceholder(mapping(fields, isOpen: isOpen))
    case .dictionary(let value):
      orPlaceholder(["type": "object", "additionalProperties": data(value)])
    case .either(let shapes): .any(of: shapes.map(data))
    case .anything: .definition("data")
    }
  }

  private static func orPlaceholder(_ schemas: Value..., text: String? = nil) -> Value {
    .any(of: schemas + [.pattern((text.map { "^(?:\($0))$|" } ?? "") + Pattern.placeholder)])
  }

  private static func mapping(_ fields: [DataShape.Field], isOpen: Bool) -> Value {
    let properties = fields.map { field in
      let schema = data(field.shape)
      let isNullable = !field.isRequired && field.shape != .anything
      return Value.Pair(field.name, isNullable ? .any(of: [schema, ["type": "null"]]) : schema)
    }
    let required = fields.filter(\.isRequired).map(\.name)
    return Value(present: [
      "type": "object", "properties": .mapping(properties),
      "additionalProperties": isOpen ? nil : false,
      "required": required.isEmpty ? nil : .texts(required),
    ])
  }
}
