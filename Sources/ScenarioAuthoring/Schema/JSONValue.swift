import Foundation

/// A JSON value, for building schemas.
indirect enum JSONValue: Encodable, Equatable, Sendable {
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try text.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .truth(let truth): try truth.encode(to: encoder)
    case .list(let list): try list.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }

  /// The JSON on one line, with sorted keys.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding can't fail, because all numbers are integers and all keys are strings.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the object with additional keys, which replace existing ones.
  func merging(_ other: [String: JSONValue]) -> JSONValue {
    guard case .object(let object) = self else { return self }
    return .object(object.merging(other) { $1 })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .truth(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

// MARK: - Schemas

extension JSONValue {
  /// Returns a list of strings.
  static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  /// Returns a reference to a definition of the schema.
  static func definition(_ name: String) -> JSONValue { ["$ref": .text("#/definitions/\(name)")] }

  /// Returns the schema of strings that match a regular expression.
  static func pattern(_ pattern: String) -> JSONValue {
    ["type": "string", "pattern": .text(pattern)]
  }

  /// Returns the schema of values that at least one of some schemas accepts.
  static func any(of schemas: [JSONValue]) -> JSONValue { ["anyOf": .list(schemas)] }

  /// Returns the schema of lists that are not empty.
  static func list(of schema: JSONValue) -> JSONValue {
    ["type": "array", "minItems": 1, "items": schema]
  }

  /// Returns the schema of single values and of lists that are not empty.
  static func oneOrList(_ schema: JSONValue) -> JSONValue { .any(of: [schema, .list(of: schema)]) }
}
