import ScenarioKit
import ScenarioLanguage

/// A file of stories, and the folder in which it looks up files.
package struct StorySource: Sendable {
  /// The story file.
  package var file: StoryFile

  /// The folder in which the stories look up files.
  package var folder: StoryFolder

  package init(file: StoryFile, folder: StoryFolder) { (self.file, self.folder) = (file, folder) }
}
