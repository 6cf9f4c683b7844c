import DisplayText
import ScenarioKit

/// The schema of one module's sentences, wherever a story can contain steps.
///
/// Keys are the same for all modules; see ``SchemaTemplate``. Definitions whose names end in `free`
/// are for stories with phrases. The schema can't contain these phrases, so the definitions accept
/// any sentence and still propose those of the module.
struct ModuleSchema {
  let vocabulary: VocabularyData

  /// The prefix of the module's definition names.
  let prefix: String

  var definitions: [Value.Pair] {
    let blanks: [String: Value] = [
      "rowsOfActs": rows { $0 == .act || $0 == .preparation },
      "rowsOfObservations": rows { $0 == .observation },
    ]
    var definitions = ["", ".free"].flatMap { kind in
      SchemaTemplate(blanks: blanks, prefix: "\(prefix).", kind: kind).definitions(of: "module")
    }
    for (name, checks) in [("\(prefix).do", false), ("\(prefix).check", true)] {
      definitions.append(Value.Pair(name, sentences { $0.isCheck == checks }))
      let free = Value.any(of: [.definition(name), .definition("sentence")])
      definitions.append(Value.Pair("\(name).free", free))
    }
    return definitions
  }

  /// Returns the patterns of a timeline's rows, for sentences with certain roles.
  private func rows(where isMeant: (StepDefinition.Role) -> Bool) -> Value {
    let patterns = vocabulary.sentences.entries.filter { isMeant($0.signature.role) }
      .map { Pattern.sentence($0.expression, asRow: true) }
    return .list((patterns + [Pattern.placeholder]).map { ["pattern": .text($0)] })
  }

  /// Returns the schema of sentences with certain roles, with and without data.
  private func sentences(where isMeant: (StepDefinition.Role) -> Bool) -> Value {
    var texts: [Value] = []
    var properties: [Value.Pair] = []
    var patterns = [Value.Pair(Pattern.placeholder, [:])]
    for entry in vocabulary.sentences.entries
    where isMeant(entry.signature.role) && entry.signature.role != .pause {
      let sentence = SentenceSchema(
        expression: entry.expression, role: entry.signature.role,
        data: vocabulary.step(of: entry).data)
      if let text = sentence.textSchema { texts.append(text) }
      guard let data = sentence.dataSchema else { continue }
      if let words = sentence.fixedWords {
        properties.append(Value.Pair(words, data))
      } else {
        patterns.append(Value.Pair(Pattern.sentence(entry.expression), data))
      }
    }
    if isMeant(.pause) { texts.append(.definition("pause")) }
    texts.append(.pattern(Pattern.placeholder))
    return .any(
      of: texts + [
        [
          "type": "object", "minProperties": 1, "maxProperties": 1,
          "properties": .mapping(properties), "patternProperties": .mapping(patterns),
          "additionalProperties": false,
        ]
      ])
  }
}

/// The schema of a sentence, with an explanation and a snippet for authors.
struct SentenceSchema {
  let expression: StepExpression
  let role: StepDefinition.Role
  let data: StepDefinition.Data

  /// The sentence, if it has no variable parts; otherwise `nil`.
  var fixedWords: String? {
    let parts = expression.parts
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// The schema of the sentence without data; `nil` if it requires data.
  var textSchema: Value? {
    switch data {
    case .expected, .given(_, isRequired: true): return nil
    case .none, .given(_, isRequired: false): break
    }
    if let words = fixedWords {
      return ["const": .text(words), "markdownDescription": .text(explanation)]
    }
    return Value.pattern(Pattern.sentence(expression)).merging([
      "patternErrorMessage": .text("Expected a step like: \(expression.readable())"),
      "markdownDescription": .text(explanation),
      "defaultSnippets": [
        [
          "label": .text(expression.readable()),
          "body": .text(expression.snippet(of: expression.example())),
        ]
      ],
    ])
  }

  /// The schema of the sentence's data; `nil` if it takes none.
  var dataSchema: Value? {
    let schema: Value
    switch data {
    case .none: return nil
    case .expected: schema = .definition("data")
    case .given(let shape, _): schema = .data(shape)
    }
    return schema.merging(["markdownDescription": .text(explanation)])
  }

  /// The sentence's purpose, words and data, as Markdown.
  private var explanation: String {
    let purpose = VocabularyGuide.purpose(of: role, in: .english).heading.prefix { $0 != "," }
    let data = DataLine.lines(for: data, in: .english).map { line in
      let kind = MarkdownText.plain(line.kind)
      return line.key.map { "- \(MarkdownText.code($0)): \(kind)" } ?? "Data: \(kind)\n"
    }
    return "**\(purpose)** \(MarkdownText.code(expression.readable()))"
      + (data.isEmpty ? "" : "\n\n") + data.joined(separator: "\n")
  }
}

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
