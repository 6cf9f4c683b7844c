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

  @Test func `settings have the types that an app reads`() async throws {
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
      """
    ).expect(0)
  }

  @Test func `what a story gives first is stored before the module is created`() async throws {
    try await run(
      """
        - scenario: Order
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
      """
    ).expect(0)
  }

  @Test func `files have the content of a text, JSON, bytes or another file`() async throws {
    try await run(
      """
        - scenario: Contents
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
    ).expect(0)
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
      """)
    call.expect(1)
    for text in [
      "expected  launches: 2", "actual    launches: 1", "expected  theme: dark",
      "there is no file \"~/b.json\"", "~/a.json", "expected  json[0]: 2", "actual    json[0]: 1",
      "\"~/a\" is a folder, not a file",
    ] {
      #expect(call.output.contains(text), "\(text) is not in\n\(call.output)")
    }
  }

  @Test(arguments: [
    ("the app has saved the file \"a.txt\": a", "write ~/a.txt for the home folder"),
    ("the app has saved the file \"~/../a\": a", "it must not contain .., . or an empty name"),
    ("the app has saved the file \"~/a\": [a]", "but this is a list"),
    ("the app has saved the file \"~/a\": { text: a, json: a }", "but this has 2 keys"),
    ("the app has saved the file \"~/a\": { jsn: a }", "Did you mean: json"),
    ("the app has saved the file \"~/a\": { file: b.txt }", "there is no file \"b.txt\""),
    ("the app has saved the settings: [a]", "settings need a mapping of their names"),
    ("the app has saved the settings: { a: !contains b }", "a setting has no tag"),
    ("the app has saved the settings: { a: [null] }", "a part of a setting can't be null"),
  ])
  func `wrong data is an error before anything runs`(step: String, message: String) async throws {
    try await run("  - scenario: Wrong\n    given:\n      - \(step)\n", ["check"]).expect(
      1, output: .contains(message), .contains("storage.yaml:6:"))
  }

  @Test(arguments: [
    (
      "[the app has saved the settings: { a: 1 }, the app has saved the settings: { b: 2, a: 3 }]",
      "the setting \"a\" already has the value 1"
    ),
    (
      "[the app has saved the file \"~/a\": a, the app has saved the file \"~/a\": b]",
      "the file \"~/a\" already has another content"
    ),
  ])
  func `two values of one setting or file are an error`(given: String, message: String) async throws
  {
    try await run("  - scenario: Two\n    given: \(given)\n", ["check"]).expect(
      1, output: .contains("error: \(message)"))
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
