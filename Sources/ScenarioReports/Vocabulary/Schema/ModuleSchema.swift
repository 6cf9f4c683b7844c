import ScenarioLanguage
import ScenarioRunner
import StepExpressions

/// What the stories of one module can say, where steps stand.
///
/// It says nothing of keys, which are the same for all modules. A story with phrases of its own can
/// say those too, which a schema can't know: there any sentence is accepted, and those of the
/// module are still proposed.
struct ModuleSchema {
  let vocabulary: Vocabulary

  /// What the names of the module's definitions begin with.
  let prefix: String

  var definitions: [String: JSONValue] {
    var definitions = structure(of: "").merging(structure(of: ".free")) { $1 }
    definitions["\(prefix).do"] = sentences { !$0.isCheck }
    definitions["\(prefix).check"] = sentences { $0.isCheck }
    definitions["\(prefix).do.free"] = free("do")
    definitions["\(prefix).check.free"] = free("check")
    return definitions
  }

  private func free(_ name: String) -> JSONValue {
    .any(of: [.definition("\(prefix).\(name)"), .definition("sentence")])
  }

  // MARK: - Where sentences stand

  private func structure(of kind: String) -> [String: JSONValue] {
    func own(_ name: String) -> JSONValue { .definition("\(prefix).\(name)\(kind)") }
    let acts = JSONValue.oneOrList(own("do"))
    let background = JSONValue.any(of: [own("scenario"), own("steps")])
    let scenarios: JSONValue = ["items": own("scenario")]
    let timed: JSONValue = [
      "type": "object",
      "propertyNames": .definition("timeWords"),
      "additionalProperties": .oneOrList(own("check")),
    ]
    let keys: [([String], JSONValue)] = [
      (["given", "when"], acts), (["then"], .oneOrList(own("checks"))),
      (["timeline"], own("timeline")),
    ]
    let connected = JSONValue.any(of: [acts, .oneOrList(own("check"))])
    return [
      "\(prefix).story\(kind)": patterns([
        (["background"], background), (["phrases"], ["additionalProperties": background]),
        (["always"], .oneOrList(own("check"))), (["scenarios"], scenarios),
      ]),
      "\(prefix).scenario\(kind)": patterns(
        keys + [(["steps"], own("steps")), (["scenarios"], scenarios)]
      ).merging(["type": "object"]),
      "\(prefix).steps\(kind)": [
        "type": "array",
        // What is none of these keywords is a time word, or wrong in any module.
        "items": patterns(keys + [(["and", "but"], connected)])
          .merging(["additionalProperties": .oneOrList(own("check"))]),
      ],
      "\(prefix).checks\(kind)": .any(of: [own("check"), timed]),
      "\(prefix).timeline\(kind)": patterns([
        (["when"], rows { $0 == .act || $0 == .preparation }),
        (["then"], rows { $0 == .observation }),
      ]),
    ]
  }

  /// Schemas for what stands behind keys, in whichever language.
  private func patterns(_ keys: [([String], JSONValue)]) -> JSONValue {
    var patterns: [String: JSONValue] = [:]
    for (names, schema) in keys {
      patterns[Pattern.words(names.flatMap { StoryLanguage.allWords(for: $0) })] = schema
    }
    return ["patternProperties": .object(patterns)]
  }

  /// The rows of a timeline whose sentences are for something.
  private func rows(where isMeant: (StepDefinition.Role) -> Bool) -> JSONValue {
    let patterns = vocabulary.entries.filter { isMeant($0.definition.role) }.map { entry in
      ["pattern": .text(Pattern.sentence(entry.expression, asRow: true))] as JSONValue
    }
    let placeholder: JSONValue = ["pattern": .text(Pattern.placeholder)]
    return ["propertyNames": .any(of: patterns + [placeholder])]
  }

  // MARK: - Sentences

  /// The sentences for some purpose: as texts, and with data behind them.
  private func sentences(where isMeant: (StepDefinition.Role) -> Bool) -> JSONValue {
    var texts: [JSONValue] = []
    var properties: [String: JSONValue] = [:]
    var patterns: [String: JSONValue] = [Pattern.placeholder: [:]]
    for entry in vocabulary.entries
    where isMeant(entry.definition.role) && entry.definition.role != .pause {
      let sentence = SentenceSchema(entry)
      if let text = sentence.text { texts.append(text) }
      guard let data = sentence.data else { continue }
      if let words = sentence.fixedWords {
        properties[words] = data
      } else {
        patterns[Pattern.sentence(entry.expression)] = data
      }
    }
    if isMeant(.pause) { texts.append(.definition("pause")) }
    texts.append(["type": "string", "pattern": .text(Pattern.placeholder)])
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
