import Foundation
import Testing

@Suite("scenarios schema")
struct SchemaTests {
  @Test func `scenarios schema prints how to set up editors if it writes a file`() async throws {
    let folder = try StoriesFolder()
    try await folder.call("schema", "--output", "stories.schema.json").expect(
      0, output: "",
      errors: .begins(
        """
        VS Code with the "YAML" extension: add to .vscode/settings.json
          "yaml.schemas": {"stories.schema.json":["Scenarios/**/*.yaml","Scenarios/**/*.yml"]},
          "yaml.customTags": ["!any scalar","!any mapping","!any sequence","!absent scalar",
        """.trimmingCharacters(in: .newlines)),
      .ends(
        """
        Other editors with the YAML language server: begin each story with the line
          # yaml-language-server: $schema=stories.schema.json

        """))
    let file = try folder.text(of: "stories.schema.json")
    try await folder.call("schema").expect(output: .equals(file))
  }

  @Test(.enabled(if: SchemaValidator.isThere, "python3 with jsonschema and yaml is not there"))
  func `the JSON schema accepts every story of the sample app`() async throws {
    let folder = try await Self.folder(with: [:])
    let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Scenarios").standardizedFileURL
    let stories = try #require(FileManager.default.enumerator(atPath: scenarios.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }
      .map { scenarios.appending(path: $0).path }
    #expect(stories.count > 8)
    let verdicts = try Self.verdicts(on: stories, in: folder)
    #expect(verdicts.count == stories.count)
    for (story, verdict) in verdicts { #expect(verdict == "valid", "\(story)") }
  }

  @Test(.enabled(if: SchemaValidator.isThere, "python3 with jsonschema and yaml is not there"))
  func `the JSON schema accepts every construct of the language`() async throws {
    let folder = try await Self.folder(with: SchemaStories.good)
    let verdicts = try Self.verdicts(on: Array(SchemaStories.good.keys), in: folder)
    for (story, verdict) in verdicts { #expect(verdict == "valid", "\(story)") }
    #expect(verdicts.count == SchemaStories.good.count)
    // The story reader accepts them, too.
    try await folder.call("list").expect(errors: "")
  }

  @Test(.enabled(if: SchemaValidator.isThere, "python3 with jsonschema and yaml is not there"))
  func `the JSON schema rejects every invalid story`() async throws {
    let folder = try await Self.folder(with: SchemaStories.broken)
    let verdicts = try Self.verdicts(on: Array(SchemaStories.broken.keys), in: folder)
    for (story, verdict) in verdicts { #expect(verdict != "valid", "\(story)") }
    #expect(verdicts.count == SchemaStories.broken.count)
    // The story reader rejects each of them, too.
    let call = try await folder.call("check")
    for path in SchemaStories.broken.keys {
      call.expect(output: .contains(path + ":"))
    }
  }

  private static func folder(with stories: [String: String]) async throws -> StoriesFolder {
    let folder = try StoriesFolder(stories)
    let call = try await folder.call("schema", "--output", "schema.json")
    try #require(call.status == 0)
    return folder
  }

  private static func verdicts(on files: [String], in folder: StoriesFolder) throws
    -> [String: String]
  {
    let paths = files.map { $0.hasPrefix("/") ? $0 : folder.url.appending(path: $0).path }
    return try SchemaValidator.verdicts(
      on: paths, schema: folder.url.appending(path: "schema.json").path)
  }
}
