import ScenarioKit
import ScenarioLanguage

/// A file of stories, and the folder in which it looks up files.
public struct StorySource: Sendable {
  /// The story file.
  public var file: StoryFile

  /// The folder in which the stories look up files.
  public var folder: StoryFolder

  /// Creates a story source.
  public init(file: StoryFile, folder: StoryFolder) { (self.file, self.folder) = (file, folder) }
}
