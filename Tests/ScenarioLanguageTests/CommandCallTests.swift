import ScenarioLanguage
import Testing

@Suite("The words that call the command again")
struct CommandCallTests {
  @Test(arguments: [
    (".build/x86_64-unknown-linux-gnu/debug/scenarios", "swift run scenarios"),
    (".build/release/stories", "swift run stories"),
    ("/usr/local/bin/scenarios", "scenarios"),
    ("scenarios", "scenarios"),
    (".build/debug/AppTests.xctest", "scenarios"),
    ("", "scenarios"),
  ])
  func `an executable in a build folder is called with swift run`(path: String, words: String) {
    #expect(CommandCall.words(for: path) == words)
  }
}
