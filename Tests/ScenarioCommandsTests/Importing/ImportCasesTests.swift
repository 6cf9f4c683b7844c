import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import TestSupport
import Testing

/// Tests of the features in `Cases`: each becomes the story beside it, or has the error in the text
/// beside it.
@Suite("Imported features")
struct ImportCasesTests {
  private static let folder = CaseFile("", in: "Cases", besides: #filePath).folder

  /// The names of the features without the extension.
  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let names = files.filter { $0.hasSuffix(".feature") }.map { String($0.dropLast(8)) }.sorted()
    precondition(names.count > 60, "there are \(names.count) features in \(folder.path)")
    return names
  }()

  private static let vocabulary = Vocabulary(of: LampModule.self)

  /// Returns the text that a feature leads to, and whether it is a story.
  private static func outcome(of name: String) throws -> (text: String, isStory: Bool) {
    let bytes = Array(try Data(contentsOf: folder.appending(path: "\(name).feature")))
    let path = "\(name).feature"
    do throws(Diagnostic) {
      guard let feature = try GherkinReader.feature(in: SourceFile(path: path, bytes: bytes)) else {
        return ("there is no feature\n", false)
      }
      let story = ImportedStory(feature, path: path, for: vocabulary)
      return (story.text, true)
    } catch {
      return (DiagnosticFormatter().format(error) + "\n", false)
    }
  }

  @Test(arguments: names)
  func `a feature becomes the expected story, or has the expected error`(name: String) throws {
    let (text, isStory) = try Self.outcome(of: name)
    try expectText(
      text, toBeIn: Self.folder.appending(path: "\(name).\(isStory ? "yaml" : "txt")"))
  }

  @Test func `an imported story is formatted and has no error but undefined steps`() throws {
    for name in Self.names {
      let (text, isStory) = try Self.outcome(of: name)
      guard isStory else { continue }
      let source = SourceFile(path: "story.yaml", text: text)
      #expect(!FormattedStoryFile(formatting: source).isChanged, "\(name)")
      #expect(StoryFile(reading: source).isRunnable, "\(name)")
    }
  }

  /// Returns the story of a scenario with steps about signing in, and its doubtful tables.
  private func signIn(_ steps: String) throws -> (steps: Substring, doubts: [String]) {
    let text = "Feature: Sign in\n  Scenario: It works\n\(steps)"
    let source = SourceFile(path: "a.feature", text: text)
    let feature = try #require(try GherkinReader.feature(in: source))
    let story = ImportedStory(
      feature, path: "a.feature", for: Vocabulary(of: SignInModule.self))
    let first = try #require(story.text.firstRange(of: "    when:"))
    return (story.text[first.lowerBound...], story.doubts)
  }

  @Test func `a table is a mapping or lists and JSON a text if the step takes that`() throws {
    let story = try signIn(
      """
          When I sign in with:
            | email    | anna@example.com |
            # a secret
            | password | s3cret           |
          And I send the lines:
            | a | B |
            | c | d |
          And I choose:
            | a |
            | b, c |
          And I draw:
            | a | b |
            | c | d |
          And I send the text:
            ```json
            { "a": 1 }
            ```
          And I fill in:
            ```json
            { "a": 1 }
            ```
          Then the form shows:
            | email | anna@example.com |

      """)
    #expect(story.doubts == [])
    #expect(
      story.steps == """
            when:
              - I sign in with:
                  email: anna@example.com
                  # a secret
                  password: s3cret
              - I send the lines:
                  - { a: c, B: d }
              - I choose:
                  - a
                  - "b, c"
              - I draw:
                  - [a, b]
                  - [c, d]
              # media type: json
              - I send the text: "{ \\"a\\": 1 }"
              - I fill in: { a: 1 }
            then:
              the form shows:
                email: anna@example.com

        """)
  }

  @Test(arguments: [
    (["email | anna@example.com", "password | s3cret"], true),
    (["Name | Anna", "Age | 12", "Country | Spain"], true),
    (["name | Anna", "city | Rome"], true), (["a | 1"], true), (["url | /items", "b | c"], true),
    (["title | done", "Buy milk | no", "Call Anna | yes"], false),
    (["title | minutes", "Dune | 700"], false), (["Name | Unit price", "Tea | 2.50"], false),
    (["a | B", "a | C"], false), (["name | A | b", "x | y | z"], false),
    (["Subject | Your account is locked", "From | a@example.com"], true),
    (["sync | on", "mobile data | off"], true),
  ])
  func `a table that may be a mapping of an undefined step is doubtful`(
    rows: [String], isDoubtful: Bool
  ) throws {
    let table = rows.map { "      | \($0) |\n" }.joined()
    let story = try signIn("    When I leave\n    And I write:\n\(table)")
    #expect(story.doubts.map { $0.prefix(7) } == (isDoubtful ? ["line 4:"] : []))
  }

  @Test(
    arguments: [
      (["Milk", "Oat bread"], "[Milk, Oat bread]"), (["name", "<name>"], nil),
      (["name", "Ada"], nil),
      (["Tea | 2 | 4.50", "Mug | 1 | 12"], "[[Tea, 2, 4.50], [Mug, 1, 12]]"), (["Milk"], nil),
      (["name | count | price", "Tea | 2 | 4.50"], nil), (["1 | 2 | 3", "4 | 5 | 6"], nil),
    ] as [([String], String?)])
  func `a table whose first row may be no header is doubtful`(rows: [String], list: String?) throws
  {
    let table = rows.map { "      | \($0) |\n" }.joined()
    let story = try signIn("    When I leave\n    And I write:\n\(table)")
    #expect(
      story.doubts == (list.map { ["line 4: if the first row is no header, write \($0)"] } ?? []))
  }

  @Test func `steps of a scenario below no keyword are doubtful`() throws {
    let text = """
      Feature: Lamp
        Background:
          * the room is dark
        Scenario: It shines
          * Ann presses the switch
          * the room is bright
        Scenario: It is off
          * Ann presses the switch
          Then the room is dark

      """
    let source = SourceFile(path: "lamp.feature", text: text)
    let feature = try #require(try GherkinReader.feature(in: source))
    let story = ImportedStory(feature, path: "lamp.feature", for: Self.vocabulary)
    let advice = "no When or Then begins these steps; move acts and checks from given:"
    #expect(story.doubts == ["line 5: \(advice)"])
  }

  @Test func `a feature with 300 scenarios is imported with each of them`() throws {
    let scenarios = (1...300).map { number in
      "  @t\(number % 7)\n  Scenario: It shines \(number)\n    When the lamp goes on\n"
        + "    Then the lamp shines\n    And \(number) cats are there\n"
    }
    let source = SourceFile(
      path: "lamp.feature", text: "Feature: Lamp\n" + scenarios.joined(separator: "\n"))
    let feature = try #require(try GherkinReader.feature(in: source))
    let story = ImportedStory(feature, path: "lamp.feature", for: Self.vocabulary)
    let file = StoryFile(reading: SourceFile(path: "lamp.yaml", text: story.text))
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.scenarios.count == 300)
    #expect(story.notes == [])
  }
}

/// A module with steps that take or show mappings, lists and texts.
private final class SignInModule: Module {
  static let name = "sign-in"

  struct Credentials: Codable {
    var email: String
    var password: String?
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("I sign in with", data: Credentials.self) { _, _ in }
    When("I send the lines", data: [[String: String]].self) { _, _ in }
    When("I choose", data: [String].self) { _, _ in }
    When("I draw", data: [[String]].self) { _, _ in }
    When("I send the text", data: String.self) { _, _ in }
    Observe("the form shows") { _ in Credentials(email: "", password: nil) }
  }
}
