import ScenarioKit
import ScenarioLanguage

/// A JSON Schema that editors use to validate, complete and explain stories.
///
/// It follows draft 7, which the YAML language server reads. It covers errors within a single file.
/// `scenarios check` and `scenarios run` report the rest, such as a placeholder without a value,
/// equal titles or a missing file.
public struct EditorSchema: Sendable {
  private let vocabularies: [VocabularyData]

  /// Creates the schema for the stories of some modules.
  public init(for vocabularies: [VocabularyData]) { self.vocabularies = vocabularies }

  /// The schema as JSON text.
  public var text: String {
    let pauses = vocabularies.first?.sentences.entries.filter { $0.signature.role == .pause } ?? []
    var definitions =
      LanguageSchema(
        modules: vocabularies.map(\.module),
        pauses: pauses.map { Pattern.sentence($0.expression) }
      ).definitions
    var choices: [JSONValue] = [.definition("story")]
    for (index, vocabulary) in vocabularies.enumerated() {
      let prefix = "module\(index + 1)"
      definitions.merge(ModuleSchema(vocabulary: vocabulary, prefix: prefix).definitions) { $1 }
      choices.append([
        "if": .any(
          of: StoryLanguage.allWords(for: "module").map { key in
            [
              "required": [.text(key)],
              "properties": .object([key: ["const": .text(vocabulary.module)]]),
            ]
          }),
        "then": [
          "if": LanguageSchema.has("phrases"), "then": .definition("\(prefix).story.free"),
          "else": .definition("\(prefix).story"),
        ],
      ])
    }
    let schema: JSONValue = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "A story", "type": "object", "allOf": .list(choices),
      "definitions": .object(definitions),
    ]
    return schema.json + "\n"
  }

  /// Returns instructions for using a schema in editors.
  ///
  /// - Parameter path: The schema's file, relative to the folder that is open in the editor.
  /// - Parameter folder: The scenarios folder.
  public static func settings(forFileAt path: String, folder: String) -> String {
    let schemas: JSONValue = .object([path: .texts(["\(folder)/**/*.yaml", "\(folder)/**/*.yml"])])
    let tags: JSONValue = .texts(
      ExpectedValue.tagNames.flatMap { ["\($0) scalar", "\($0) mapping", "\($0) sequence"] })
    return """
      VS Code with the "YAML" extension: add to .vscode/settings.json
        "yaml.schemas": \(schemas.json),
        "yaml.customTags": \(tags.json)
      Other editors with the YAML language server: begin each story with the line
        # yaml-language-server: $schema=\(path)

      """
  }
}
