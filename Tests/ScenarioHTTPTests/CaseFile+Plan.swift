import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

extension CaseFile {
  /// Returns the plan of the story.
  ///
  /// - Parameter given: A sentence that becomes the first step of its background.
  func plan(for vocabulary: Vocabulary, given sentence: String? = nil) throws -> Plan {
    var text = String(decoding: try bytes(), as: UTF8.self)
    if let sentence {
      let list = try #require(
        text.firstRange(of: "\nbackground:\n  given:\n    - "), "the story needs such a list")
      text.replaceSubrange(list, with: "\(text[list])\(sentence)\n    - ")
    }
    let file = StoryFile(reading: SourceFile(path: "story.yaml", text: text))
    // Without the other cases, whose answers would be in hints.
    let files = folder.appending(path: "Files")
    let source = StorySource(file: file, folder: StoryFolder(story: files, root: files))
    return Plan([source], vocabularies: [vocabulary])
  }
}
