import Foundation
import Testing

@Suite("The samples of the README")
struct ReadmeTests {
  struct Missing: Error { var text: String }

  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of the first code block that contains a line.
  private func block(_ language: String, with line: String) throws -> String {
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    var parts = readme.split(separator: "```", omittingEmptySubsequences: false)
    parts = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    guard let part = parts.first(where: { $0.hasPrefix(language + "\n") && $0.contains(line) })
    else { throw Missing(text: line) }
    return String(part.dropFirst(language.count + 1))
  }

  /// Runs a story and returns the result of the call.
  private func output(of story: String, at path: String) async throws -> CommandLineCall {
    let fixture = "Scenarios/facts/fixtures/info.json"
    return try await StoriesFolder([
      path: story,
      fixture: try String(contentsOf: root.appending(path: fixture), encoding: .utf8),
    ]).call("run")
  }

  @Test func `the README's first story passes, and fails with the shown output`() async throws {
    let path = "Scenarios/facts/example.yaml"
    let story = try block("yaml", with: "story: Interesting facts")
    try await output(of: story, at: path).expect(0)
    let wrong = story.replacing("5 days ago", with: "6 days ago")
    let failing = try await output(of: wrong, at: path)
    let shown = try block("", with: "✘ Interesting facts")
    failing.expect(1, output: .ends("\n" + CommandLineCall.stable(shown)))
  }
}
