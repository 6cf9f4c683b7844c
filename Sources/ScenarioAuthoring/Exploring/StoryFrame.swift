import ScenarioLanguage

/// A story without its scenarios and its background, into which other scenarios can be written.
struct StoryFrame {
  /// The text of the other keys, with a line break at the end.
  private let head: String
  /// The number of steps of the background.
  let backgroundCount: Int

  /// Reads the story of a file that has a line; `nil` if the file is not one of mappings on several
  /// lines.
  init?(of file: StoryFile, at line: Int) {
    guard let story = file.stories.last(where: { $0.range.start.line <= line }),
      let node = SyntaxTree(file.source)?.story(at: line), node.form == .lines
    else { return nil }
    backgroundCount = story.background.count
    let language = node.language
    let kept = node.members.filter {
      !["scenarios", "background"].contains(language.name(of: $0.key?.node.text ?? ""))
    }
    head = kept.map { file.source.text($0.start..<$0.end) + "\n" }.joined()
  }

  /// Returns the story with other scenarios, each an item of `scenarios`.
  func story(_ scenarios: [String]) -> String { head + "scenarios:\n" + scenarios.joined() }
}
