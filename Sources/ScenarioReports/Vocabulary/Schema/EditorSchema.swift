import ScenarioLanguage
import ScenarioRunner

/// A JSON Schema by which editors check, complete and explain stories: draft 7, which the YAML
/// language server reads.
///
/// It knows what a file alone tells. That a placeholder has a value, that two titles differ or that
/// a file exists is for `scenarios check` and `scenarios run` to say.
public struct EditorSchema: Sendable {
  private let vocabularies: [Vocabulary]

  /// Makes the schema for the stories of some modules.
  public init(for vocabularies: [Vocabulary]) { self.vocabularies = vocabularies }

  /// The schema.
  public var text: String { schema.text + "\n" }

  private var schema: JSONValue {
    let pauses = vocabularies.first?.entries.filter { $0.definition.role == .pause } ?? []
    let language = LanguageSchema(
      modules: vocabularies.map(\.module),
      pauses: pauses.map { Pattern.sentence($0.expression) })
    var definitions = language.definitions
    var choices: [JSONValue] = [.definition("story")]
    for (number, vocabulary) in vocabularies.enumerated() {
      // The shape of a step's data is read by decoding it, in code of the app.
      Activity.log?.readsSteps(ofModule: vocabulary.module)
      let prefix = "module\(number + 1)"
      definitions.merge(
        ModuleSchema(vocabulary: vocabulary, prefix: prefix).definitions
      ) { $1 }
      choices.append([
        "if": isAbout(vocabulary.module),
        "then": [
          "if": LanguageSchema.has("phrases"), "then": .definition("\(prefix).story.free"),
          "else": .definition("\(prefix).story"),
        ],
      ])
    }
    return [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "A story", "type": "object", "allOf": .list(choices),
      "definitions": .object(definitions),
    ]
  }

  private func isAbout(_ module: String) -> JSONValue {
    .any(
      of: StoryLanguage.allWords(for: "module").map { key in
        ["required": .texts([key]), "properties": .object([key: ["const": .text(module)]])]
      })
  }

  /// How to switch a schema on, for the people who wrote it to a file.
  ///
  /// - Parameter path: The schema's file, from the folder that is open in the editor.
  /// - Parameter folder: The folder of scenarios.
  public static func settings(forFileAt path: String, folder: String) -> String {
    let tags = ExpectedValue.tagNames.flatMap { name in
      ["scalar", "mapping", "sequence"].map { JSONValue.text("\(name) \($0)") }
    }
    let schemas: JSONValue = .object([path: .texts(["\(folder)/**/*.yaml", "\(folder)/**/*.yml"])])
    return """
      VS Code, with the extension "YAML": write into .vscode/settings.json
        "yaml.schemas": \(schemas.text),
        "yaml.customTags": \(JSONValue.list(tags).text)
      Other editors with the YAML language server: the first line of a story can say
        # yaml-language-server: $schema=\(path)

      """
  }
}
