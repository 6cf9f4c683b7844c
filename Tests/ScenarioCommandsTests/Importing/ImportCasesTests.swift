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

  private static let sentences = Vocabulary(of: LampModule.self).sentences

  /// Returns the text that a feature leads to, and whether it is a story.
  private static func outcome(of name: String) throws -> (text: String, isStory: Bool) {
    let bytes = Array(try Data(contentsOf: folder.appending(path: "\(name).feature")))
    let path = "\(name).feature"
    do throws(Diagnostic) {
      guard let feature = try GherkinReader.feature(in: SourceFile(path: path, bytes: bytes)) else {
        return ("there is no feature\n", false)
      }
      let story = try ImportedStory(feature, path: path, for: sentences)
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

  @Test func `a feature that would be an invalid story is refused`() throws {
    let path = "lamp.feature"
    let text = "Feature: Lamp\n  @a,b\n  Scenario: It shines\n    Then the lamp shines\n"
    let source = SourceFile(path: path, text: text)
    let feature = try #require(try GherkinReader.feature(in: source))
    let error = #expect(throws: Diagnostic.self) {
      try ImportedStory(feature, path: path, for: Self.sentences)
    }
    #expect(
      error?.message == "as a story, this feature would have an error: a tag is one word, "
        + "without spaces and commas")
  }

  @Test func `a feature with 300 scenarios is imported with each of them`() throws {
    let scenarios = (1...300).map { number in
      "  @t\(number % 7)\n  Scenario: It shines \(number)\n    When the lamp goes on\n"
        + "    Then the lamp shines\n    And \(number) cats are there\n"
    }
    let source = SourceFile(
      path: "lamp.feature", text: "Feature: Lamp\n" + scenarios.joined(separator: "\n"))
    let feature = try #require(try GherkinReader.feature(in: source))
    let story = try ImportedStory(feature, path: "lamp.feature", for: Self.sentences)
    let file = StoryFile(reading: SourceFile(path: "lamp.yaml", text: story.text))
    #expect(file.diagnostics == [])
    #expect(file.stories.first?.scenarios.count == 300)
    #expect(story.commentCount == 0)
  }
}
