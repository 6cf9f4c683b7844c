import ScenarioLanguage

/// The schema that all stories share: the keys of each mapping and the form of steps.
///
/// English keys have descriptions and completions; keys of other languages are accepted.
struct LanguageSchema {
  let modules: [String]

  /// The patterns of the sentences that let time pass, which need no keyword.
  let pauses: [String]

  var definitions: [String: JSONValue] {
    [
      "story": object(.story, required: ["story", "module", "scenarios"]),
      "scenario": object(.scenario, required: ["scenario"]).merging(Self.stepsOrKeys).merging([
        "defaultSnippets": [
          [
            "label": "scenario",
            "body": ["scenario": "${1:What happens}", "when": "${2}", "then": "${3}"],
          ]
        ]
      ]),
      "background": .any(of: [
        object(.background).merging(Self.stepsOrKeys), .definition("steps"),
      ]),
      "timeline": object(.timeline, required: ["step"])
        .merging(["anyOf": [Self.has("when"), Self.has("then")]]),
      "steps": .list(of: .any(of: [step, .definition("pause")])),
      "table": object(.table, required: ["columns", "rows"]),
      "text": Self.scalar.merging(["pattern": #"\S"#]),
      "reason": ["type": ["string", "number"], "pattern": #"\S"#],
      "tag": ["type": ["string", "number"], "pattern": #"^@?(?!(?:and|or|not)$)[^\s,@]+$"#],
      "placeholder": .pattern("^\(Pattern.placeholder)$"),
      "timeWords": ["pattern": .text(Pattern.timeWords)],
      "duration": .pattern("^\(Pattern.duration)$"),
      "pause": .any(of: pauses.map { .pattern($0) }),
      "sentence": [
        "type": ["string", "object"], "minLength": 1, "minProperties": 1, "maxProperties": 1,
      ],
      "sentences": .oneOrList(.definition("sentence")),
      "data": Self.data,
    ]
  }

  /// The schema of data in which a key such as `state:info` has no value, because a space is missing.
  ///
  /// A schema can't tell any other key without a value from one with `null`.
  private static let data: JSONValue = [
    "items": .definition("data"),
    "patternProperties": [
      Pattern.keyWithoutSpace: ["allOf": [.definition("data"), ["not": ["type": "null"]]]]
    ],
    "additionalProperties": .definition("data"),
  ]

  /// Only `given` can be combined with `steps`.
  private static let stepsOrKeys: [String: JSONValue] = [
    "if": has("steps"),
    "then": ["not": .any(of: ["when", "timeline", "then"].map { has($0) })],
  ]

  private static let scalar: JSONValue = ["type": ["string", "number", "boolean"]]

  private var step: JSONValue {
    object(.step, patterns: [Pattern.timeWords: .definition("sentences")])
      .merging(["minProperties": 1, "maxProperties": 1])
  }

  // MARK: - Keys

  /// Returns the schema of a mapping with the keys of a context, in all languages.
  private func object(
    _ context: StoryLanguage.Context, required: [String] = [], patterns: [String: JSONValue] = [:]
  ) -> JSONValue {
    let keys = StoryLanguage.keys(of: context) + (context == .step ? ["timeline"] : [])
    var properties: [String: JSONValue] = [:]
    var patterns = patterns
    for key in keys {
      let schema = schema(of: key, in: context)
      let description = Self.descriptions["\(context) \(key)"] ?? Self.descriptions[key] ?? ""
      properties[key] = ["allOf": [schema], "description": .text(description)]
      let others = StoryLanguage.allWords(for: key).filter { !keys.contains($0) }
      if !others.isEmpty { patterns[Pattern.words(others)] = schema }
    }
    let object: JSONValue = [
      "type": "object", "properties": .object(properties), "patternProperties": .object(patterns),
      "additionalProperties": false,
    ]
    return required.isEmpty
      ? object : object.merging(["allOf": .list(required.map { Self.has($0) })])
  }

  /// Returns a schema that requires a key, in any language.
  static func has(_ key: String) -> JSONValue {
    .any(of: StoryLanguage.allWords(for: key).map { ["required": [.text($0)]] })
  }

  /// Returns the schema of a key's value.
  private func schema(of key: String, in context: StoryLanguage.Context) -> JSONValue {
    switch (context, key) {
    case (.timeline, "when"), (.timeline, "then"):
      ["type": "object", "minProperties": 1, "additionalProperties": Self.scalar]
    case (_, "story"), (_, "about"), (_, "scenario"): .definition("text")
    case (_, "skip"), (_, "known issue"): .definition("reason")
    case (_, "background"), (_, "timeline"), (_, "steps"): .definition(key)
    case (_, "module"): ["type": "string", "enum": .texts(modules)]
    case (_, "language"): ["enum": .texts(StoryLanguage.all.map(\.code))]
    case (_, "tags"): .oneOrList(.definition("tag"))
    case (_, "clock"): .pattern(Pattern.dateAndTime)
    case (_, "locale"), (_, "time zone"): ["type": "string"]
    case (_, "phrases"):
      [
        "type": "object", "minProperties": 1, "propertyNames": ["pattern": #"\S"#],
        "additionalProperties": .definition("background"),
      ]
    case (_, "scenarios"): .list(of: .definition("scenario"))
    case (_, "examples"):
      .any(of: [.list(of: ["type": "object", "minProperties": 1]), .definition("table")])
    case (_, "step"): .pattern("^(?=.*[1-9<])\(Pattern.duration)$")
    case (_, "values"):
      ["type": "object", "propertyNames": ["pattern": .text(Pattern.nameOfValue)]]
    case (_, "columns"):
      ["type": "array", "minItems": 1, "uniqueItems": true, "items": .definition("text")]
    case (_, "rows"): .list(of: ["type": "array", "minItems": 1])
    default: .definition("sentences")
    }
  }

  /// The descriptions of the keys.
  ///
  /// A key that means something else in a certain context is prefixed with that context.
  private static let descriptions = [
    "story": "The title of the story. A file can contain several stories, separated by ---.",
    "module": "The part of the app that the story is about.",
    "about": "The purpose of the story, for readers: As a … I want …, so that …",
    "tags": "Words for selecting scenarios, such as [smoke, slow].",
    "clock": "The app's date and time at the start of a scenario, such as 2021-09-27T12:07:24Z. "
      + "It advances only when a step lets time pass.",
    "locale": "The language and country that the app runs in, such as en_US.",
    "time zone": "The time zone that the app runs in, such as UTC or Europe/Berlin.",
    "language": "The language whose words the story uses for its keys.",
    "background": "Steps that run before every scenario of the story.",
    "phrases": "Custom sentences, each with the steps that it stands for below it. "
      + "<name> is a placeholder for a value that each use supplies.",
    "always": "Checks that hold at every moment of every scenario.",
    "scenarios": "Scenarios. A nested scenario continues where its outer scenario ends.",
    "scenario": "The title of the scenario: what happens, in a few words.",
    "skip": "The reason why the scenario is skipped.",
    "known issue": "The reason why the scenario is expected to fail, such as LINKS-7.",
    "given": "The initial situation: a step or a list of steps.",
    "when": "Actions: a step or a list of steps.",
    "then": "The expected result: a check or a list of checks, with or without time words.",
    "timeline": "Inputs and outputs in rows, one below the other; each column is one unit of time.",
    "timeline when": "Actions: a row of letters for each step.",
    "timeline then": "Expected values: a row of letters for each observation.",
    "steps": "Steps in any order, each with its keyword: - when: …",
    "examples": "Values for <placeholders>; the scenario runs once for each example.",
    "step": "The duration of a column, such as 100 ms.",
    "values": "The values that the letters in the rows represent.",
    "columns": "The names of the placeholders.",
    "rows": "A list of values for each example.",
    "and": "Another step of the same kind.",
    "but": "Another step of the same kind.",
  ]
}
