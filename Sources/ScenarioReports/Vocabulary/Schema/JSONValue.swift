import Foundation

/// A piece of JSON that is made to be written.
indirect enum JSONValue: Encodable, Equatable, Sendable {
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  /// Written on one line, always in the same order.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing in here can't be encoded: no numbers but whole ones, no keys but texts.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// An object with the keys of another put over its own.
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

extension JSONValue {
  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  /// What a definition of the schema says.
  static func definition(_ name: String) -> JSONValue {
    ["$ref": .text("#/definitions/\(name)")]
  }

  /// One of several schemas.
  static func any(of schemas: [JSONValue]) -> JSONValue { ["anyOf": .list(schemas)] }

  /// What fits a schema, or a list of such.
  static func oneOrList(_ schema: JSONValue) -> JSONValue {
    .any(of: [schema, ["type": "array", "minItems": 1, "items": schema]])
  }
}
