import ScenarioLanguage
import ScenarioRunner

/// What every story has to be, whatever its module: keys in their places, and steps that are built
/// as steps are.
///
/// English keys have descriptions and are proposed; those of other languages are accepted.
struct LanguageSchema {
  let modules: [String]

  /// The patterns of the sentences that let time pass, which need no keyword.
  let pauses: [String]

  var definitions: [String: JSONValue] {
    [
      "story": story,
      "scenario": scenario,
      "background": .any(of: [block, .definition("steps")]),
      "timeline": timeline,
      "steps": steps,
      "table": table,
      "text": ["type": ["string", "number", "boolean"]],
      "reason": ["type": ["string", "number"]],
      "tag": ["type": ["string", "number"], "pattern": #"^@?[^\s,@]+$"#],
      "placeholder": ["type": "string", "pattern": .text("^\(Pattern.placeholder)$")],
      "timeWords": ["pattern": .text(Pattern.timeWords)],
      "duration": ["type": "string", "pattern": .text("^\(Pattern.duration)$")],
      "pause": .any(of: pauses.map { ["type": "string", "pattern": .text($0)] }),
      "sentence": [
        "type": ["string", "object"], "minLength": 1, "minProperties": 1, "maxProperties": 1,
      ],
      "sentences": .oneOrList(.definition("sentence")),
    ]
  }

  private var story: JSONValue {
    object(
      .story, required: ["story", "module", "scenarios"],
      [
        "story": .definition("text"), "about": .definition("text"),
        "module": ["type": "string", "enum": .texts(modules)],
        "tags": .oneOrList(.definition("tag")),
        "clock": [
          "type": "string",
          "pattern": #"^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}.*)?$"#,
        ],
        "locale": ["type": "string"], "time zone": ["type": "string"],
        "language": ["enum": .texts(StoryLanguage.all.map(\.code))],
        "background": .definition("background"),
        "phrases": [
          "type": "object", "minProperties": 1, "additionalProperties": .definition("background"),
        ],
        "always": .definition("sentences"), "scenarios": scenarios,
      ])
  }

  private var scenarios: JSONValue {
    ["type": "array", "minItems": 1, "items": .definition("scenario")]
  }

  private var scenario: JSONValue {
    object(
      .scenario, required: ["scenario"],
      [
        "scenario": .definition("text"), "tags": .oneOrList(.definition("tag")),
        "skip": .definition("reason"), "known issue": .definition("reason"),
        "given": .definition("sentences"), "when": .definition("sentences"),
        "then": .definition("sentences"), "timeline": .definition("timeline"),
        "steps": .definition("steps"), "scenarios": scenarios,
        "examples": .any(of: [
          ["type": "array", "minItems": 1, "items": ["type": "object", "minProperties": 1]],
          .definition("table"),
        ]),
      ]
    ).merging([
      "defaultSnippets": [
        [
          "label": "scenario",
          "body": ["scenario": "${1:What happens}", "when": "${2}", "then": "${3}"],
        ]
      ]
    ])
  }

  private var block: JSONValue {
    object(
      .background,
      [
        "given": .definition("sentences"), "when": .definition("sentences"),
        "then": .definition("sentences"), "steps": .definition("steps"),
      ])
  }

  private var timeline: JSONValue {
    let rows: JSONValue = [
      "type": "object", "minProperties": 1,
      "additionalProperties": ["type": ["string", "number", "boolean"]],
    ]
    return object(
      .timeline, required: ["step"],
      [
        "step": .definition("duration"),
        "values": ["type": "object"], "when": rows, "then": rows,
      ])
  }

  private var table: JSONValue {
    object(
      .table, required: ["columns", "rows"],
      [
        "columns": ["type": "array", "minItems": 1],
        "rows": ["type": "array", "minItems": 1, "items": ["type": "array"]],
      ])
  }

  private var steps: JSONValue {
    var schemas: [String: JSONValue] = ["timeline": .definition("timeline")]
    for key in StoryLanguage.keys(of: .step) { schemas[key] = .definition("sentences") }
    guard case .object(var step) = object(.step, schemas),
      case .object(var patterns) = step["patternProperties"]
    else { return [:] }
    patterns[Pattern.timeWords] = .definition("sentences")
    step["patternProperties"] = .object(patterns)
    step["minProperties"] = 1
    step["maxProperties"] = 1
    return [
      "type": "array", "minItems": 1, "items": .any(of: [.object(step), .definition("pause")]),
    ]
  }

  // MARK: - Keys

  /// A mapping with the keys of a place, in all languages.
  private func object(
    _ place: StoryLanguage.Place, required: [String] = [], _ schemas: [String: JSONValue]
  ) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    var patterns: [String: JSONValue] = [:]
    for (key, schema) in schemas {
      var property: [String: JSONValue] = ["allOf": [schema]]
      if let text = KeyDescriptions.text(for: key, in: place) {
        property["description"] = .text(text)
      }
      properties[key] = .object(property)
      let others = StoryLanguage.allWords(for: key).filter { schemas[$0] == nil }
      if !others.isEmpty { patterns[Pattern.words(others)] = schema }
    }
    var object: [String: JSONValue] = [
      "type": "object", "properties": .object(properties), "patternProperties": .object(patterns),
      "additionalProperties": false,
    ]
    if !required.isEmpty { object["allOf"] = .list(required.map { Self.has($0) }) }
    return .object(object)
  }

  /// That a key is there, in one language or another.
  static func has(_ key: String) -> JSONValue {
    .any(of: StoryLanguage.allWords(for: key).map { ["required": .texts([$0])] })
  }
}
