import ScenarioLanguage
import Testing

@Suite("The words that call the command again")
struct CommandCallTests {
  @Test(arguments: [
    (".build/x86_64-unknown-linux-gnu/debug/scenarios", "swift run scenarios"),
    (".build/release/stories", "swift run stories"),
    ("./scenarios", "./scenarios"),
    ("/usr/local/bin/stories", "/usr/local/bin/stories"),
    ("scenarios", "scenarios"),
    (".build/debug/AppTests.xctest", "scenarios"),
    ("", "scenarios"),
  ])
  func `a command is called with swift run or as it was typed`(path: String, words: String) {
    #expect(CommandCall.words(for: path) == words)
  }
}
