import ScenarioKit
import ScenarioLanguage

/// The schema of one module's sentences, wherever a story can contain steps.
///
/// Keys are the same for all modules; see ``LanguageSchema``. Definitions whose names end in `free`
/// are for stories with phrases. The schema can't contain these phrases, so the definitions accept
/// any sentence and still propose those of the module.
struct ModuleSchema {
  let vocabulary: VocabularyData

  /// The prefix of the module's definition names.
  let prefix: String

  var definitions: [String: JSONValue] {
    var definitions = structure(of: "").merging(structure(of: ".free")) { $1 }
    definitions["\(prefix).do"] = sentences { !$0.isCheck }
    definitions["\(prefix).check"] = sentences { $0.isCheck }
    for name in ["\(prefix).do", "\(prefix).check"] {
      definitions["\(name).free"] = .any(of: [.definition(name), .definition("sentence")])
    }
    return definitions
  }

  private func structure(of kind: String) -> [String: JSONValue] {
    func own(_ name: String) -> JSONValue { .definition("\(prefix).\(name)\(kind)") }
    let atOnce: JSONValue = [
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "patternProperties": .object([
        Pattern.words(StoryLanguage.allWords(for: "at once")): [
          "type": "array", "minItems": 2, "items": own("do"),
        ]
      ]),
    ]
    let acts = JSONValue.oneOrList(.any(of: [own("do"), atOnce]))
    let checks = JSONValue.oneOrList(own("check"))
    let background = JSONValue.any(of: [own("scenario"), own("steps")])
    let scenarios: JSONValue = ["items": own("scenario")]
    let keys: [(String, JSONValue)] = [
      ("given when", acts), ("then", .oneOrList(own("checks"))), ("timeline", own("timeline")),
    ]
    return [
      "\(prefix).story\(kind)": mapping([
        ("background", background), ("phrases", ["additionalProperties": background]),
        ("always", checks), ("scenarios", scenarios),
      ]),
      "\(prefix).scenario\(kind)": mapping(
        keys + [("steps", own("steps")), ("scenarios", scenarios)]
      ).merging(["type": "object"]),
      "\(prefix).steps\(kind)": [
        "type": "array",
        // Any other key is a time word, or an error in every module.
        "items": mapping(keys + [("and but", .any(of: [acts, checks]))])
          .merging(["additionalProperties": checks]),
      ],
      "\(prefix).checks\(kind)": .any(of: [
        own("check"), .definition("pause"),
        [
          "type": "object", "propertyNames": .definition("timeWords"),
          "additionalProperties": checks,
        ],
      ]),
      "\(prefix).timeline\(kind)": mapping([
        ("when", rows { $0 == .act || $0 == .preparation }), ("then", rows { $0 == .observation }),
      ]),
    ]
  }

  /// Returns the schema of a mapping by its keys, each in any language.
  ///
  /// Several keys with the same value are separated by spaces.
  private func mapping(_ keys: [(names: String, value: JSONValue)]) -> JSONValue {
    let patterns = keys.map { names, value in
      let names = names.split(separator: " ")
      return (Pattern.words(names.flatMap { StoryLanguage.allWords(for: String($0)) }), value)
    }
    return ["patternProperties": .object(Dictionary(patterns) { $1 })]
  }

  /// Returns the schema of a timeline's rows, for sentences with certain roles.
  private func rows(where isMeant: (StepDefinition.Role) -> Bool) -> JSONValue {
    let patterns = vocabulary.sentences.entries.filter { isMeant($0.signature.role) }
      .map { Pattern.sentence($0.expression, asRow: true) }
    return [
      "propertyNames": .any(
        of: (patterns + [Pattern.placeholder]).map { ["pattern": .text($0)] })
    ]
  }

  /// Returns the schema of sentences with certain roles, with and without data.
  private func sentences(where isMeant: (StepDefinition.Role) -> Bool) -> JSONValue {
    var texts: [JSONValue] = []
    var properties: [String: JSONValue] = [:]
    var patterns: [String: JSONValue] = [Pattern.placeholder: [:]]
    for entry in vocabulary.sentences.entries
    where isMeant(entry.signature.role) && entry.signature.role != .pause {
      let sentence = SentenceSchema(
        expression: entry.expression, role: entry.signature.role,
        data: vocabulary.step(of: entry).data)
      if let text = sentence.textSchema { texts.append(text) }
      guard let data = sentence.dataSchema else { continue }
      if let words = sentence.fixedWords {
        properties[words] = data
      } else {
        patterns[Pattern.sentence(entry.expression)] = data
      }
    }
    if isMeant(.pause) { texts.append(.definition("pause")) }
    texts.append(.pattern(Pattern.placeholder))
    return .any(
      of: texts + [
        [
          "type": "object", "minProperties": 1, "maxProperties": 1,
          "properties": .object(properties), "patternProperties": .object(patterns),
          "additionalProperties": false,
        ]
      ])
  }
}
