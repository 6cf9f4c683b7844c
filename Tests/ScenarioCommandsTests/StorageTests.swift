import Foundation
import Testing

/// Tests of the steps for what an app stores, in processes with folders of their own.
@Suite("Settings and files", .timeLimit(.minutes(10)))
struct StorageTests {
  private func run(
    _ scenarios: String, _ arguments: [String] = ["run", "--no-history"]
  ) async throws -> CommandLineCall {
    return try await StoriesFolder([
      "Scenarios/fixtures/a.txt": "from a file",
      "Scenarios/storage.yaml": "story: Storage\nmodule: storage\nscenarios:\n" + scenarios,
    ]).hostile(arguments)
  }

  @Test func `settings and files have what a story gives, in its order`() async throws {
    try await run(
      """
        - scenario: Types
          given:
            the app has saved the settings:
              { number: 1.5, date: 2021-09-27T12:07:24Z, text: "2021-09-27T12:07:24Z",
                names: [a, b], list: { json: [x] }, bytes: { base64: AQI= },
                nested: { on: true, one: 1 } }
          then:
            - the app reads the number: 1.5
            - the app reads the date: 2021-09-27T12:07:24Z
            - the app reads the text: 2021-09-27T12:07:24Z
            - the app reads the names: [a, b]
            - the app reads the list: [x]
            - the saved settings are: !exactly
                number: 1.5
                date: 2021-09-27T12:07:24Z
                text: "2021-09-27T12:07:24Z"
                names: [a, b]
                list: { json: [x] }
                bytes: { base64: AQI= }
                nested: !exactly { on: true, one: 1 }
                launches: 1
                volume: 0.5
        - scenario: The first ones are there before the module, and later ones later
          given: { the app has saved the settings: { launches: 3 } }
          steps:
            - then: { the saved settings are: { launches: 4 } }
            - when: the app saves "new" in "a.txt"
            - given:
                - the app has saved the settings: { launches: 9, volume: 1 }
                - the app has saved the file "~/a.txt": given
            - then:
                - the saved settings are: { launches: 9, volume: 1 }
                - the saved file "~/a.txt" is: given
            - given: { the app has saved the settings: { launches: null, volume: null } }
            - then: { the saved settings are: { launches: !absent, volume: 0.5 } }
        - scenario: Contents are a text, JSON, bytes or another file
          given:
            - the app has saved the file "~/text.txt": Hello
            - the app has saved the file "~/deep/data.json": { json: { a: [1, true] } }
            - the app has saved the file "tmp/bytes": { base64: /wA= }
            - the app has saved the file "tmp/copy.txt": { file: fixtures/a.txt }
            - the app has saved the file "~/.hidden": { text: "" }
          then:
            - the saved file "~/text.txt" is: !contains ell
            - the saved file "~/deep/data.json" is: { json: { a: !unordered [true, 1] } }
            - the saved file "tmp/bytes" is: { base64: /wA= }
            - the saved file "tmp/bytes" is: 2 bytes
            - the saved file "tmp/copy.txt" is: { text: from a file }
            - the saved file "~/.hidden" is: ""
            - the saved file "~/missing" is: !absent
            - the saved files in "~" are: [deep/data.json, text.txt]
            - the saved files in "tmp" are: !count 2
            - the saved files in "~/nowhere" are: []
      """
    ).expect(0, output: .contains("3 scenarios: 3 passed"))
  }

  @Test func `nothing that is stored reaches the next scenario or repetition`() async throws {
    try await run(
      """
        - scenario: First
          given: { the app has saved the file "~/a.txt": a }
          then: { the saved settings are: { launches: 1 } }
        - scenario: Second
          then:
            - the saved settings are: { launches: 1 }
            - the saved files in "~" are: []
      """, ["run", "--no-history", "--repeat", "3", "--check-determinism"]
    ).expect(0)
  }

  @Test func `a failed check shows the difference, and the files that there are`() async throws {
    let call = try await run(
      """
        - scenario: Setting
          then: { the saved settings are: { launches: 2, theme: dark } }
        - scenario: File
          given: { the app has saved the file "~/a.json": { json: [1] } }
          then: { the saved file "~/b.json" is: { json: [1] } }
        - scenario: Content
          given: { the app has saved the file "~/a.json": { json: [1] } }
          then: { the saved file "~/a.json" is: { json: [2] } }
        - scenario: Folder
          given: { the app has saved the file "~/a/b": "" }
          then: { the saved file "~/a" is: "" }
        - scenario: No folder
          given: { the app has saved the file "~/a.json": "" }
          then: { the saved files in "~/a.json" are: [] }
      """)
    call.expect(1)
    let texts = [
      "expected  launches: 2", "actual    launches: 1", "expected  theme: dark",
      "there is no file \"~/b.json\"", "~/a.json", "expected  json[0]: 2", "actual    json[0]: 1",
      "\"~/a\" is a folder, not a file", "\"~/a.json\" is a file, not a folder",
    ]
    #expect(texts.filter { !call.output.contains($0) } == [], "\(call.output)")
  }

  @Test func `a file or folder that is absent beside a similar one is noted`() async throws {
    let call = try await run(
      """
        - scenario: Near
          given: { the app has saved the file "~/Lists/titles.json": "" }
          then:
            - the saved file "~/Lists/title.json" is: !absent
            - the saved files in "~/Lsts" are: []
            - the saved files in "~/Lists/old" are: []
            - the saved file "~/Lists/notes.json" is: !absent
        - scenario: Deleted
          given:
            - { the app has saved the file "~/Lists/b.json": "" }
            - { the app has saved the file "~/en.txt": "" }
          then:
            - the saved file "~/Lists/a.json" is: !absent
            - the saved file "~/de.txt" is: !absent
      """)
    call.expect(
      0,
      output: .contains(#"there is no "~/Lists/title.json"; did you mean "~/Lists/titles.json""#),
      .contains(#"there is no "~/Lsts"; did you mean "~/Lists""#))
    #expect(call.output.ranges(of: "there is no").count == 2, "\(call.output)")
  }

  @Test func `check --deep notes a setting that no check needs, such as a mistyped one`()
    async throws
  {
    let call = try await run(
      """
        - scenario: Mistyped
          given: { the app has saved the settings: { lauches: 3, names: [a] } }
          then:
            - the app reads the names: [a]
            - the saved settings are: { launches: 1 }
        - scenario: Needed
          given: { the app has saved the settings: { launches: 3, volume: null } }
          then: { the saved settings are: { launches: 4 } }
        - scenario: Needed in a nested scenario
          given: { the app has saved the settings: { text: a } }
          then: { the saved settings are: { launches: 1 } }
          scenarios:
            - scenario: It is read
              then: { the app reads the text: a }
        - scenario: A file
          given: { the app has saved the file "~/a.json": { json: [1] } }
          then: { the saved settings are: { launches: 1 } }
      """, ["check", "--deep"])
    call.expect(
      0,
      output: .contains(
        "Scenarios/storage.yaml:5:14: note: all checks hold without the setting \"lauches\", "
          + "which the app may not read\n"))
    #expect(call.output.ranges(of: "hold without").count == 1, "\(call.output)")
    #expect(call.output.contains("\n  If this should change something, correct it or add a check"))
  }

  /// Steps that are wrong, with the beginnings of their errors.
  private static let wrong: [String: String] = [
    #"the app has saved the file "a.txt": a"#: #""a.txt" can't be used as {path}: write ~/a.txt"#,
    #"the app has saved the file "~/../a": a"#:
      #""~/../a" can't be used as {path}: it must not contain .., . or an empty name"#,
    #"the app has saved the file "~/a": [a]"#:
      #"a file is a text, or has one of "text", "json", "base64" and "file", but this is a list"#,
    #"the app has saved the file "~/a": { text: a, json: a }"#:
      #"a file is a text, or has one of "text", "json", "base64" and "file", but this has 2 keys"#,
    #"the app has saved the file "~/a": { jsn: a }"#: #"unknown key "jsn""#,
    #"the app has saved the file "~/a": { file: b.txt }"#: #"there is no file "b.txt""#,
    "the app has saved the settings: [a]": "settings need a mapping of their names",
    "the app has saved the settings: { a: !contains b }": "a setting has no tag",
    "the app has saved the settings: { a: [null] }": "a part of a setting can't be null",
  ]

  @Test func `wrong data and two values are errors before anything runs`() async throws {
    let scenarios = Self.wrong.enumerated().map { number, wrong in
      "  - scenario: No \(number)\n    given:\n      - \(wrong.key)\n"
    }
    let two = """
        - scenario: Two values of a setting
          given:
            - the app has saved the settings: { a: 1 }
            - the app has saved the settings: { b: 2, a: 3 }
        - scenario: Two values of a file
          given:
            - the app has saved the file "~/a": a
            - the app has saved the file "~/a": b
      """
    let call = try await run(scenarios.joined() + two, ["check"])
    call.expect(1, output: .contains("Did you mean: json"))
    let errors = call.output.matches(of: /storage\.yaml:(\d+):\d+: error: (.*)/).map {
      "\($0.1): \($0.2)"
    }
    var expected = Self.wrong.enumerated().map { "\(6 + 3 * $0.offset): \($0.element.value)" }
    expected += [
      #"34: the setting "a" already has the value 1"#,
      #"38: the file "~/a" already has another content"#,
    ]
    #expect(errors.count == expected.count)
    #expect(zip(errors, expected).allSatisfy { $0.hasPrefix($1) }, "\(errors)")
  }

  @Test func `a scenario in the command's own process has its own home, too`() async throws {
    let name = "scenarios-\(UUID().uuidString)"
    try await run(
      """
        - scenario: Given
          given: { the app has saved the file "~/\(name)": a }
          then: { the saved file "~/\(name)" is: a }
        - scenario: Checked
          then: { the saved files in "~" are: [] }
      """, ["run", "--no-history", "--in-process"]
    ).expect(0)
    #expect(!FileManager.default.fileExists(atPath: NSHomeDirectory() + "/" + name))
  }
}
