import ScenarioKit

/// A tool of ``AssistantServer``.
struct AssistantTool: Sendable {
  typealias Call = @Sendable (isolated AssistantServer, Value) async throws -> Value

  /// A key of arguments or of an answer.
  struct Field: Sendable {
    enum Kind: String, Sendable { case string, integer, boolean, object, array }

    let name: String
    let kind: Kind
    let text: String
    let isRequired: Bool

    init(_ name: String, _ text: String, kind: Kind = .string, isRequired: Bool = false) {
      (self.name, self.kind, self.text, self.isRequired) = (name, kind, text, isRequired)
    }

    /// The field in JSON Schema.
    fileprivate var value: Value.Pair {
      let items = kind == .array ? Value.mapping([]) : Value?.none
      return Value.Pair(
        name,
        Value(present: ["type": .text(kind.rawValue), "description": .text(text), "items": items]))
    }

    /// Returns whether an argument is of the kind.
    fileprivate func accepts(_ value: Value) -> Bool {
      switch (kind, value) {
      case (.string, .text), (.integer, .integer), (.boolean, .bool), (.object, .mapping),
        (.array, .list):
        true
      default: false
      }
    }
  }

  let name: String
  let title: String
  let text: String
  let arguments: [Field]
  let answer: [Field]
  var changesFiles = false
  /// Whether it needs the steps of the newest build.
  var needsSteps = true
  let call: Call

  /// The tool in the protocol.
  var value: Value {
    [
      "name": .text(name), "title": .text(title), "description": .text(text),
      "inputSchema": Self.schema(of: arguments), "outputSchema": Self.schema(of: answer),
      "annotations": [
        "readOnlyHint": .bool(!changesFiles), "destructiveHint": .bool(changesFiles),
        "idempotentHint": .bool(!changesFiles), "openWorldHint": false,
      ],
    ]
  }

  private static func schema(of fields: [Field]) -> Value {
    [
      "type": "object", "properties": .mapping(fields.map(\.value)),
      "required": .texts(fields.filter(\.isRequired).map(\.name)), "additionalProperties": false,
    ]
  }

  /// Checks the arguments of a call.
  ///
  /// - Throws: ``RequestFailure`` that says what is wrong with them.
  func check(_ given: Value) throws(RequestFailure) {
    guard case .mapping(let pairs) = given else {
      throw RequestFailure("the arguments of \"\(name)\" are no object")
    }
    let names = arguments.map(\.name).joined(separator: ", ")
    for pair in pairs {
      guard let field = arguments.first(where: { $0.name == pair.key }) else {
        throw RequestFailure("\"\(name)\" has no argument \"\(pair.key)\"; it has: \(names)")
      }
      guard field.accepts(pair.value) else {
        throw RequestFailure("the argument \"\(pair.key)\" must be of type \(field.kind.rawValue)")
      }
    }
    for field in arguments where field.isRequired && given[field.name] == nil {
      throw RequestFailure("the argument \"\(field.name)\" is missing")
    }
  }
}
