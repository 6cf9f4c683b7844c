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
