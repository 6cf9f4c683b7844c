import ScenarioKit
import ScenarioLanguage

/// A JSON Schema that editors use to validate, complete and explain stories.
///
/// It follows draft 7, which the YAML language server reads. It covers errors within a single file.
/// `scenarios check` and `scenarios run` report the rest, such as a placeholder without a value,
/// equal titles or a missing file.
package struct EditorSchema: Sendable {
  private let vocabularies: [VocabularyData]

  /// Creates the schema for the stories of some modules.
  package init(for vocabularies: [VocabularyData]) { self.vocabularies = vocabularies }

  /// The schema as JSON text.
  ///
  /// - Throws: An encoding error, which does not occur for these values.
  package func text() throws -> String {
    let pauses = vocabularies.first?.sentences.entries.filter { $0.signature.role == .pause } ?? []
    let language = SchemaTemplate(blanks: [
      "modules": .texts(vocabularies.map(\.module)),
      "languages": .texts(StoryLanguage.all.map(\.code)),
      "pauses": .list(pauses.map { .pattern(Pattern.sentence($0.expression)) }),
      "dateAndTime": .text(Pattern.dateAndTime), "duration": .text(Pattern.duration),
      "placeholder": .text(Pattern.placeholder), "timeWords": .text(Pattern.timeWords),
    ])
    var definitions = language.definitions(of: "language")
    var choices: [Value] = [.definition("story")]
    for (index, vocabulary) in vocabularies.enumerated() {
      let prefix = "module\(index + 1)"
      definitions += ModuleSchema(vocabulary: vocabulary, prefix: prefix).definitions
      choices.append([
        "if": .any(
          of: StoryLanguage.allWords(for: "module").map { key in
            ["required": [.text(key)], "properties": [key: ["const": .text(vocabulary.module)]]]
          }),
        "then": [
          "if": SchemaTemplate.has("phrases"), "then": .definition("\(prefix).story.free"),
          "else": .definition("\(prefix).story"),
        ],
      ])
    }
    let schema: Value = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "A story", "type": "object",
      "allOf": .list(choices), "definitions": .mapping(definitions),
    ]
    return try schema.json() + "\n"
  }

  /// Returns instructions for using the schema in editors.
  ///
  /// - Parameter path: The schema's file, relative to the folder that is open in the editor.
  /// - Parameter folder: The scenarios folder.
  package func settings(forFileAt path: String, folder: String) throws -> String {
    let schemas: Value = [path: .texts(["\(folder)/**/*.yaml", "\(folder)/**/*.yml"])]
    let own = Set(vocabularies.flatMap(\.tags)).subtracting(Matchers.builtIn.words)
    let tags: Value = .texts(
      (Matchers.builtIn.words + own.sorted()).flatMap {
        ["\($0) scalar", "\($0) mapping", "\($0) sequence"]
      })
    return try """
    VS Code with the "YAML" extension: add to .vscode/settings.json
      "yaml.schemas": \(schemas.json()),
      "yaml.customTags": \(tags.json())
    Other editors with the YAML language server: begin each story with the line
      # yaml-language-server: $schema=\(path)

    """
  }
}
