import ScenarioLanguage

/// A story without its scenarios and its background, into which other scenarios can be written.
struct StoryFrame {
  /// The text of the other keys, with a line break at the end.
  private let head: String
  /// The texts of the keys that change how the app runs, such as `clock`.
  let settings: Set<String>
  /// The number of steps of the background.
  let backgroundCount: Int

  /// Reads the story of a file that has a line; `nil` if the file is not one of mappings on several
  /// lines.
  init?(of file: StoryFile, at line: Int) {
    guard let story = file.stories.last(where: { $0.range.start.line <= line }),
      let document = file.source.documents?.last(where: { $0.range.start.line <= line }),
      let entries = document.entries.map(Array.init),
      let language = StoryLanguage(code: story.language)
    else { return nil }
    backgroundCount = story.background.count
    var (head, settings) = ("", Set<String>())
    for (index, entry) in entries.enumerated() {
      let name = language.name(of: entry.key.text ?? "")
      guard !["scenarios", "background"].contains(name) else { continue }
      let end = index + 1 < entries.count ? entries[index + 1].key.range.start : document.range.end
      guard end.line > entry.key.range.start.line || index + 1 == entries.count else { return nil }
      let text = file.source.text(entry.key.range.start.offset..<end.offset)
      head += text + (text.hasSuffix("\n") ? "" : "\n")
      if !["story", "about", "tags", "always"].contains(name) {
        settings.insert(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      }
    }
    (self.head, self.settings) = (head, settings)
  }

  /// Returns the story with other scenarios, each an item of `scenarios`.
  func story(_ scenarios: [String]) -> String { head + "scenarios:\n" + scenarios.joined() }
}
